import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, sent } from '../../../support/document-parts.ts'

const text = { type: 'string' }
const draft = {
  type: 'object',
  required: ['title'],
  properties: { title: text, createdAt: text, updatedAt: text },
}
const note = {
  ...draft,
  required: ['id', 'title'],
  properties: { ...draft.properties, id: { type: 'integer' } },
}
const change = { type: 'object', properties: { title: text }, additionalProperties: false, minProperties: 1 }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { ...sent(draft), ...answer(201, note) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, note),
      put: { ...sent(draft), ...answer(200, note) },
      patch: { ...sent(change), ...answer(200, note) },
    },
  },
}

type Note = Readonly<Record<string, unknown>>

const isDraft = (value: unknown): value is Note =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((member) => typeof member === 'string') &&
  (!('title' in value) || typeof value.title === 'string')

/** What is found in notes that are kept so: `before` is what a change finds. */
async function findingsOf(keep: (sent: Note, now: string, before: Note | undefined) => Note) {
  const notes = new Map<number, Note>()
  let second = 0
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const now = new Date(Date.UTC(2026, 0, 1, 0, 0, (second += 1))).toISOString()
      const isNew = request.method === 'POST'
      const id = isNew ? notes.size + 1 : Number(new URL(request.url).pathname.split('/')[2])
      const before = notes.get(id)
      if (!isNew && !before) return new Response(null, { status: 404 })
      if (!/GET|HEAD/.test(request.method)) {
        const body: unknown = await request.json().catch(() => undefined)
        if (!isDraft(body)) return new Response(null, { status: 400 })
        notes.set(id, { ...keep(body, now, before), id })
      }
      return Response.json(notes.get(id), { status: isNew ? 201 : 200 })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('accepts that the server assigns the times of creation and change, even if clients may send them', async () => {
  const findings = await findingsOf((sent, now, before) => ({
    ...before,
    ...sent,
    createdAt: before?.['createdAt'] ?? now,
    updatedAt: now,
  }))
  expect(findings).toEqual([])
})

it('reports an update that changes the time of creation', async () => {
  const findings = await findingsOf((sent, now, before) => ({
    ...before,
    ...sent,
    createdAt: now,
    updatedAt: now,
  }))
  expect(findings).toContainEqual(
    expect.stringMatching(/^update-visible: .*createdAt = .*, which the update did not include/),
  )
})
