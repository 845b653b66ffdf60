import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, sent } from '../../../support/document-parts.ts'

const text = { type: 'string' }
const draft = {
  type: 'object',
  required: ['title'],
  properties: { title: text },
  additionalProperties: false,
}
const note = (description: string) => ({
  type: 'object',
  required: ['id', 'title', 'updatedAt'],
  properties: { id: text, title: text, updatedAt: { type: 'string', format: 'date-time', description } },
})

interface Notes {
  /** The time to tell of a change to what told that time. */
  readonly next?: (now: string, before: string) => string
  /** Digits of a second that times are told with. */
  readonly digits?: 0 | 3
  readonly description?: string
}

async function check({ next = (now) => now, digits = 3, description = 'When it was changed last.' }: Notes) {
  const notes = new Map<string, Readonly<Record<string, unknown>>>()
  const shown = note(description)
  const { findings } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': { post: { ...sent(draft), ...answer(201, shown) } },
        '/notes/{id}': {
          ...at('id'),
          get: answer(200, shown),
          put: { ...sent(draft), ...answer(200, shown) },
        },
      },
    },
    phases: ['stateful'],
    async target(request: Request) {
      const id = new URL(request.url).pathname.split('/')[2] ?? ''
      const before = notes.get(id)
      if (request.method !== 'POST' && !before) return new Response(null, { status: 404 })
      if (request.method === 'GET' || request.method === 'HEAD') return Response.json(before)
      const body = (await request.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
      if (typeof body['title'] !== 'string' || Object.keys(body).length !== 1)
        return new Response(null, { status: 400 })
      const time = new Date().toISOString()
      const now = digits === 3 ? time : `${time.slice(0, 19)}Z`
      const updatedAt = before ? next(now, String(before['updatedAt'])) : now
      const changed = { id: id || `n${String(notes.size + 1)}`, ...body, updatedAt }
      notes.set(changed.id, changed)
      return Response.json(changed, { status: before ? 200 : 201 })
    },
  })
  return findings.map(
    (finding) => `${finding.severity}: ${finding.check} ${finding.operation}: ${finding.message}`,
  )
}

const stays = (_: string, before: string): string => before

it.each([0, 3] as const)(
  'accepts a time of the last change that advances, with %i digits',
  async (digits) => {
    expect(await check({ digits })).toEqual([])
  },
)

it.each([0, 3] as const)(
  'reports a time of the last change that stays the same, with %i digits',
  async (digits) => {
    expect(await check({ digits, next: stays })).toEqual([
      expect.stringMatching(/^error: changed-last PUT .*expected a new updatedAt after an update/),
    ])
  },
)

it('reports a time of the last replacement that stays the same', async () => {
  expect(await check({ description: 'When it was last overwritten.', next: stays })).toEqual([
    expect.stringMatching(/^error: changed-last PUT /),
  ])
})

it('warns of a time that stays the same if only its name tells what it is', async () => {
  expect(await check({ description: '', next: stays })).toEqual([
    expect.stringMatching(/^warning: changed-last PUT .*expected a new updatedAt after an update/),
  ])
})

it.each(['When the title was updated last.', 'System generated.'])(
  'does not judge a time that may mean something else: %s',
  async (description) => {
    expect(await check({ description, next: stays })).toEqual([])
  },
)
