import { describe, expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'

const object = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties,
})
const sends = (schema: object): object => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
})
const answers = (...statuses: readonly number[]): object => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])),
})
const properties = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  born: { type: 'string', format: 'date' },
  fee: { type: 'number', minimum: 0, maximum: 1000, multipleOf: 1 },
  password: { type: 'string', minLength: 8, maxLength: 60 },
  clubId: { type: 'integer', minimum: 1, maximum: 9 },
}
/** As frameworks make it that know what is sent, and are not told what is answered. */
const document = {
  openapi: '3.0.4',
  info: { title: 'Members', version: '1' },
  paths: {
    '/members': {
      get: answers(200),
      post: { ...sends(object(Object.keys(properties), properties)), ...answers(201, 400) },
    },
    '/members/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: answers(200, 400, 404),
      patch: { ...sends(object([], properties)), ...answers(200, 400, 404) },
      delete: answers(204, 400, 404),
    },
  },
}

type Member = Readonly<Record<keyof typeof properties, unknown>>

interface Server {
  readonly keep: (members: Map<number, Member>, id: number, member: Member) => void
  readonly change: (members: Map<number, Member>, id: number, member: Member) => void
  readonly drop: (members: Map<number, Member>, id: number) => void
  readonly listed: (all: readonly (readonly [id: number, shown: object])[]) => readonly unknown[]
  readonly shown: (id: number, member: Member) => object
  readonly wrapped: (content: unknown) => unknown
}

const healthy: Server = {
  keep: (members, id, member) => void members.set(id, member),
  change: (members, id, member) => void members.set(id, member),
  drop: (members, id) => void members.delete(id),
  listed: (all) => all.map(([, shown]) => shown),
  shown: shownAs,
  wrapped: (content) => content,
}

/** Its answers say what was sent in ways of their own: hashed, as an instant, as a text, as the record referred to. */
function shownAs(id: number, { name, born, fee, password, clubId }: Member): object {
  return {
    id,
    name,
    born: new Date(String(born)).toISOString(),
    fee: Number(fee).toFixed(2),
    password: `$2b$${String(password).length}`,
    club: { id: clubId },
  }
}

const isValid = (sent: Partial<Member>): boolean =>
  Object.entries(sent).every(([name, value]) => {
    if (name === 'name') return typeof value === 'string' && value.length >= 1 && value.length <= 100
    if (name === 'born')
      return /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
    if (name === 'password') return typeof value === 'string' && value.length >= 8 && value.length <= 60
    if (name === 'fee') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1000
    return name !== 'clubId' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9)
  })

async function checked(given: Partial<Server>) {
  const { keep, change, drop, listed, shown, wrapped } = { ...healthy, ...given }
  const members = new Map<number, Member>()
  let last = 0
  const { findings, notes } = await recordContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, , wanted] = new URL(request.url).pathname.split('/')
      const id = Number(wanted)
      const existing = members.get(id)
      const isSent = request.method === 'POST' || request.method === 'PATCH'
      const sent = isSent ? ((await request.json().catch(() => undefined)) as Partial<Member>) : {}
      const isWhole =
        request.method !== 'POST' || Object.keys(properties).every((name) => Object.hasOwn(sent ?? {}, name))
      if (typeof sent !== 'object' || sent === null || !isWhole || !isValid(sent))
        return new Response(null, { status: 400 })
      if (request.method === 'POST' && wanted === undefined) {
        last += 1
        keep(members, last, sent as Member)
        return Response.json(wrapped(shown(last, sent as Member)), { status: 201 })
      }
      if (!/GET|HEAD|PATCH|DELETE/.test(request.method)) return new Response(null, { status: 405 })
      if (wanted === undefined)
        return Response.json(
          wrapped(listed([...members].map(([memberId, member]) => [memberId, shown(memberId, member)]))),
        )
      if (!/^-?\d+$/.test(wanted)) return new Response(null, { status: 400 })
      if (!existing) return new Response(null, { status: 404 })
      if (request.method === 'DELETE') {
        drop(members, id)
        return new Response(null, { status: 204 })
      }
      const now = { ...existing, ...sent }
      if (request.method === 'PATCH') change(members, id, now)
      return Response.json(wrapped(shown(id, request.method === 'PATCH' ? now : existing)))
    },
  })
  return { findings: findings.map(({ check, message }) => `${check}: ${message}`), notes }
}

const findingsOf = async (given: Partial<Server>): Promise<readonly string[]> =>
  (await checked(given)).findings

describe('where a document describes no responses', () => {
  it('a healthy server has no findings, however it shows what was sent', async () => {
    expect(await findingsOf({})).toEqual([])
  })

  it('a run notes that', async () => {
    const { notes } = await checked({})
    expect(notes).toContainEqual(
      expect.stringContaining('does not describe the responses of 4 of 5 operations'),
    )
  })

  it('a list of ids is not a list without records', async () => {
    expect(await findingsOf({ listed: (all) => all.map(([id]) => String(id)) })).toEqual([])
  })

  it('an id may have the name that databases give it', async () => {
    const shown = (id: number, { name }: Member): object => ({ _id: id, name })
    expect(await findingsOf({ shown })).toEqual([])
    const findings = await findingsOf({ shown, drop: () => undefined })
    expect(findings).toContainEqual(expect.stringMatching(/^deleted-gone: /))
  })

  it('responses may have envelopes', async () => {
    const wrapped = (content: unknown): unknown =>
      Array.isArray(content) ? { items: content, total: content.length } : { status: 'ok', data: content }
    expect(await findingsOf({ wrapped })).toEqual([])
    const findings = await findingsOf({ wrapped, change: () => undefined, listed: () => [] })
    expect(findings).toContainEqual(expect.stringMatching(/^update-visible: /))
    expect(findings).toContainEqual(expect.stringMatching(/^created-listed: /))
  })

  it('a page of ten items, which others may follow, does not count as the whole list', async () => {
    const listed = (): readonly unknown[] => Array.from({ length: 10 }, (_, index) => ({ id: 1000 + index }))
    expect(await findingsOf({ listed })).toEqual([])
  })

  it.each<[string, string, Partial<Server>]>([
    ['created-readable', 'what is created has to be there', { keep: () => undefined }],
    ['update-visible', 'what is changed has to be read from then on', { change: () => undefined }],
    ['deleted-gone', 'what is deleted has to be gone', { drop: () => undefined }],
    ['created-listed', 'what is created has to be listed', { listed: () => [] }],
  ])('%s: %s', async (check, _, defect) => {
    expect(await findingsOf(defect)).toContainEqual(expect.stringMatching(new RegExp(`^${check}: `)))
  })
})
