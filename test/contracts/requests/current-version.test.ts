import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, sent } from '../support/document-parts.ts'

const text = { type: 'string' }
const draft = {
  type: 'object',
  required: ['title'],
  properties: { title: text },
  additionalProperties: false,
}
const version = { type: 'integer', minimum: 1 }
const change = {
  type: 'object',
  required: ['version'],
  properties: { title: text, version: { ...version, description: '409 when it has changed since.' } },
  additionalProperties: false,
  minProperties: 2,
}
const note = {
  type: 'object',
  required: ['id', 'title', 'version'],
  properties: { id: text, title: text, version: { ...version, description: 'Counts the changes.' } },
}
const refused = { 409: { description: 'Conflict' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { ...sent(draft), ...answer(201, note) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, note),
      put: { ...sent({ ...change, required: ['title', 'version'] }), ...answer(200, note, refused) },
      patch: { ...sent(change), ...answer(200, note, refused) },
    },
  },
}

interface Note {
  readonly id: string
  readonly title: string
  readonly version: number
}

interface Notes {
  /** The version after a change. */
  readonly next?: (version: number) => number
  /** Whether a change to an outdated version is made all the same. */
  readonly isOpen?: boolean
}

/** What a request says of a note; undefined where it is none. */
function read(body: unknown, isNew: boolean): Partial<Note> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { title, version: known, ...others } = body as Readonly<Record<string, unknown>>
  const isTitle = typeof title === 'string' || (title === undefined && !isNew)
  const isVersion = isNew ? known === undefined : Number.isSafeInteger(known) && Number(known) >= 1
  if (!isTitle || !isVersion || Object.keys(others).length > 0 || Object.keys(body).length === 0)
    return undefined
  return body
}

async function check({ next = (before) => before + 1, isOpen = false }: Notes) {
  const notes = new Map<string, Note>()
  const accepted = new Map<string, number>()
  const { findings } = await runContract({
    document,
    async target(request: Request) {
      const id = new URL(request.url).pathname.split('/')[2] ?? ''
      const before = notes.get(id)
      if (request.method === 'GET' || request.method === 'HEAD')
        return before ? Response.json(before) : new Response(null, { status: 404 })
      const isNew = request.method === 'POST'
      if (!isNew && !before) return new Response(null, { status: 404 })
      const body = read(await request.json().catch(() => undefined), request.method !== 'PATCH' && isNew)
      if (!body || (request.method !== 'PATCH' && body.title === undefined))
        return new Response(null, { status: 400 })
      if (before && Object.keys(body).length < 2) return new Response(null, { status: 400 })
      if (before && body.version !== before.version && !isOpen)
        return Response.json({ message: 'It has changed.' }, { status: 409 })
      accepted.set(request.method, (accepted.get(request.method) ?? 0) + 1)
      const updated = {
        id: id || `n${String(notes.size + 1)}`,
        title: '',
        ...before,
        ...body,
        version: before ? next(before.version) : 1,
      }
      notes.set(updated.id, updated)
      return Response.json(updated, { status: isNew ? 201 : 200 })
    },
  })
  return {
    accepted,
    findings: findings.map((finding) => `${finding.check} ${finding.operation}: ${finding.message}`),
  }
}

it('sends an update with the current version of its record', async () => {
  const { accepted, findings } = await check({})
  expect(findings).toEqual([])
  expect(accepted.get('PUT')).toBeGreaterThan(10)
  expect(accepted.get('PATCH')).toBeGreaterThan(10)
})

it.each(['PUT', 'PATCH'])('reports a version that %s does not increment', async (method) => {
  const { findings } = await check({ next: (before) => before })
  expect(findings).toContainEqual(
    expect.stringMatching(new RegExp(`^version ${method} .*expected version above 1 after an update`)),
  )
})

it.each(['PUT', 'PATCH'])('reports an outdated version that %s accepts', async (method) => {
  const { findings } = await check({ isOpen: true })
  expect(findings).toContainEqual(
    expect.stringMatching(
      new RegExp(`^version ${method} .*an update with an outdated version to be refused`),
    ),
  )
})
