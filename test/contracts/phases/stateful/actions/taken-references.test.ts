import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { isJsonObject, type Json } from '../../../../../spec/json.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const room = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }
const status = { enum: ['booked', 'checked_in', 'checked_out', 'cancelled'], readOnly: true }
const stay = {
  type: 'object',
  required: ['id', 'guest', 'status'],
  properties: { id, guest: text, status, roomId: { ...text, readOnly: true } },
}
const roomToUse = { type: 'object', required: ['roomId'], properties: { roomId: text } }
const conflict = { 409: { description: 'Conflict' } }
const action = (description: string, body: object = {}): object => ({
  ...at('stayId'),
  post: { description, ...body, ...answer(200, stay, conflict) },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Stays', version: '1' },
  paths: {
    '/rooms': kept(room),
    '/rooms/{roomId}': { ...at('roomId'), get: answer(200, room), delete: gone },
    '/stays': kept(stay),
    '/stays/{stayId}': { ...at('stayId'), get: answer(200, stay) },
    '/stays/{stayId}/check-in': action('Only a booked stay can be checked in.', sent(roomToUse)),
    '/stays/{stayId}/check-out': action('Only a stay that is checked in can be checked out.'),
    '/stays/{stayId}/cancel': action('Stays that are checked in cannot be cancelled (409).'),
  },
}

type Defect = 'cancels guests who are there' | 'checks out twice' | 'checks out too early'
interface Stay {
  readonly id: string
  readonly guest: string
  readonly status: string
  readonly roomId?: string
}

/** The states that each action is taken from. */
const from = (defect: Defect | undefined): Readonly<Record<string, readonly string[]>> => ({
  'check-in': ['booked'],
  'check-out': [
    'checked_in',
    ...(defect === 'checks out twice' ? ['checked_out'] : []),
    ...(defect === 'checks out too early' ? ['booked'] : []),
  ],
  cancel: ['booked', 'checked_out', ...(defect === 'cancels guests who are there' ? ['checked_in'] : [])],
})
const left: Readonly<Record<string, string>> = {
  'check-in': 'checked_in',
  'check-out': 'checked_out',
  cancel: 'cancelled',
}

/** What is found of stays that each need a room of their own. */
async function findingsOf(defect?: Defect): Promise<readonly string[]> {
  const rooms = new Map<string, { readonly id: string; readonly name: string }>()
  const stays = new Map<string, Stay>()
  const taken = new Set<string>()
  let count = 0
  const created = <T extends { readonly id: string }>(all: Map<string, T>, record: T): Response => {
    all.set(record.id, record)
    return Response.json(record, { status: 201 })
  }
  const refuse = (code: number): Response => new Response(null, { status: code })
  const act = (stay: Stay, name: string, roomId: string | undefined): Response => {
    if (name === 'check-in' && (roomId === undefined || !rooms.has(roomId))) return refuse(400)
    if (roomId !== undefined && taken.has(roomId)) return refuse(409)
    if (!from(defect)[name]?.includes(stay.status)) return refuse(409)
    if (roomId !== undefined) taken.add(roomId)
    const after = { ...stay, ...(roomId !== undefined && { roomId }), status: left[name] ?? '' }
    stays.set(stay.id, after)
    return Response.json(after)
  }
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, kind, key = '', name] = new URL(request.url).pathname.split('/')
      const all = kind === 'rooms' ? rooms : stays
      const body = (await request.json().catch(() => undefined)) as Json | undefined
      const value = (property: string): string | undefined => {
        const found = isJsonObject(body) && Object.keys(body).length === 1 ? body[property] : undefined
        return typeof found === 'string' ? found : undefined
      }
      if (request.method === 'POST' && key === '') {
        const [label, made] = [value(kind === 'rooms' ? 'name' : 'guest'), `x${String((count += 1))}`]
        if (label === undefined) return refuse(400)
        return kind === 'rooms'
          ? created(rooms, { id: made, name: label })
          : created(stays, { id: made, guest: label, status: 'booked' })
      }
      if (key === '') return Response.json([...all.values()])
      const record = all.get(key)
      if (!record) return refuse(404)
      if (request.method === 'DELETE') return all.delete(key) ? refuse(204) : refuse(404)
      const stay = stays.get(key)
      return name !== undefined && stay ? act(stay, name, value('roomId')) : Response.json(record)
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('has no finding for stays in rooms that only one of them can be in', async () => {
  expect(await findingsOf()).toEqual([])
})

it.each([
  ['cancels guests who are there', /cancel: .*in state status = checked_in to be refused/],
  ['checks out twice', /check-out: .*in state status = checked_out to be refused/],
  ['checks out too early', /check-out: .*in state status = booked to be refused/],
] as const)('reports a service that %s', async (defect, expected) => {
  expect(await findingsOf(defect)).toContainEqual(expect.stringMatching(expected))
})
