import type { FetchHandler } from '../../../contracts/client/fetch-client.ts'
import { isDate } from '../../../spec/validation/formats.ts'
import { answer, at, gone, listOf, query, sent, text } from './document-parts.ts'

/** What a service of stays may get wrong. */
export type StaysDefect =
  | 'equal dates'
  | 'equal query dates'
  | 'inverted query dates'
  | 'overlapping stays'
  | 'enclosing stays'
  | 'too many guests'

type Body = Readonly<Record<string, unknown>>

interface Stay {
  readonly id: string
  readonly roomId: string
  readonly arrival: string
  readonly departure: string
  readonly guests: number
}

const day = { ...text, format: 'date' }
const problem = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { type: 'object' } } },
}
const refusals = { 400: problem, 404: problem, 409: problem, 422: problem }
const id = { ...text, readOnly: true }

const room = {
  type: 'object',
  required: ['id', 'name', 'beds'],
  properties: { id, name: { ...text, minLength: 1 }, beds: { type: 'integer', minimum: 1, maximum: 6 } },
}
const stay = {
  type: 'object',
  required: ['id', 'roomId', 'arrival', 'departure', 'guests'],
  properties: {
    id,
    roomId: text,
    arrival: day,
    departure: { ...day, description: 'Must be later than `arrival`.' },
    guests: { type: 'integer', minimum: 1, maximum: 6, description: 'Cannot exceed the `beds` of the room.' },
  },
}

/** Rooms, and stays in them that do not overlap. */
export const staysDocument: object = {
  openapi: '3.1.0',
  info: { title: 'Stays', version: '1' },
  paths: {
    '/rooms': { get: listOf(room), post: { ...sent(room), ...answer(201, room, refusals) } },
    '/rooms/{roomId}': { ...at('roomId'), get: answer(200, room), delete: gone },
    '/rooms/{roomId}/free-days': {
      ...at('roomId'),
      get: {
        parameters: [
          query('from', day, { required: true }),
          query('to', day, { required: true, description: 'Must be later than `from`. At most 92 days.' }),
        ],
        ...answer(200, { type: 'array', items: day }, refusals),
      },
    },
    '/stays': {
      get: listOf(stay),
      post: {
        description: 'Stays in one room may not overlap (409).',
        ...sent(stay),
        ...answer(201, stay, refusals),
      },
    },
    '/stays/{stayId}': { ...at('stayId'), get: answer(200, stay) },
  },
}

const refuse = (status: number): Response =>
  Response.json(
    { type: 'about:blank', title: 'Refused', status },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

const isNumber = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most

/** A service for the document. */
export function staysService(defect?: StaysDefect): FetchHandler {
  const rooms = new Map<string, Body>()
  const stays = new Map<string, Stay>()
  let count = 0
  const nextId = (): string => `n${String((count += 1))}`

  const createRoom = (body: Body): Response => {
    const { name, beds } = body
    if (typeof name !== 'string' || name === '' || !isNumber(beds, 6)) return refuse(422)
    const made = { id: nextId(), name, beds }
    rooms.set(made.id, made)
    return Response.json(made, { status: 201 })
  }

  const overlaps = (one: Stay, other: Stay): boolean => {
    if (one.roomId !== other.roomId || defect === 'overlapping stays') return false
    if (defect === 'enclosing stays') return one.arrival >= other.arrival && one.arrival < other.departure
    return one.arrival < other.departure && other.arrival < one.departure
  }

  const createStay = ({ roomId, arrival, departure, guests }: Body): Response => {
    if (typeof roomId !== 'string' || !isDay(arrival) || !isDay(departure) || !isNumber(guests, 6))
      return refuse(422)
    const room = rooms.get(roomId)
    const isTooSmall = guests > Number(room?.['beds']) && defect !== 'too many guests'
    if (!room || isTooSmall) return refuse(422)
    if (arrival > departure || (arrival === departure && defect !== 'equal dates')) return refuse(422)
    const made = { id: nextId(), roomId, arrival, departure, guests }
    if ([...stays.values()].some((other) => overlaps(made, other))) return refuse(409)
    stays.set(made.id, made)
    return Response.json(made, { status: 201 })
  }

  const freeDays = (asked: URLSearchParams): Response => {
    const [from, to] = [asked.get('from'), asked.get('to')]
    if (!isDay(from) || !isDay(to)) return refuse(400)
    const length = (Date.parse(to) - Date.parse(from)) / 86_400_000
    const isOrdered = length > 0 || (length === 0 ? defect === 'equal query dates' : false)
    if (!isOrdered && defect !== 'inverted query dates') return refuse(400)
    return length > 92 ? refuse(400) : Response.json([])
  }

  const answerTo = (method: string, path: string, body: Body, asked: URLSearchParams): Response => {
    const [, collection, key, below] = path.split('/')
    const records: Map<string, object> = collection === 'rooms' ? rooms : stays
    if (key === undefined) {
      if (method === 'GET') return Response.json([...records.values()])
      return collection === 'rooms' ? createRoom(body) : createStay(body)
    }
    const found = records.get(key)
    if (!found) return refuse(404)
    if (below !== undefined) return freeDays(asked)
    if (method === 'GET') return Response.json(found)
    records.delete(key)
    return new Response(null, { status: 204 })
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const allow = allowed(pathname)
    if (!allow.includes(method)) return new Response(null, { status: 405, headers: { allow: allow.join() } })
    const body = method === 'POST' ? bodyOf(await request.text()) : {}
    if (!body) return refuse(400)
    const { status, headers, body: shown } = answerTo(method, pathname, body, searchParams)
    return new Response(request.method === 'HEAD' ? null : shown, { status, headers })
  }
}

function allowed(path: string): readonly string[] {
  const [, collection, key, below] = path.split('/')
  if (key === undefined) return ['GET', 'HEAD', 'POST']
  return below === undefined && collection === 'rooms' ? ['GET', 'HEAD', 'DELETE'] : ['GET', 'HEAD']
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isDate(value)

function bodyOf(sent: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(sent)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : undefined
  } catch {
    return undefined
  }
}
