import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import {
  withOrderedRanges,
  withOtherPeriods,
  withPeriodsKept,
} from '../../../contracts/requests/ordered-ranges.ts'

const text = { type: 'string' }
const moment = { ...text, format: 'date-time' }
const period = {
  type: 'object',
  required: ['endsAt', 'startsAt', 'room'],
  properties: { endsAt: moment, startsAt: moment, room: text },
}
const booking = {
  allOf: [{ type: 'object', required: ['id'], properties: { id: text } }, period],
}
const sent = { allOf: [{ type: 'object', properties: { id: text } }, period] }
const content = (schema: object): object => ({ 'application/json': { schema } })
const refused = { '400': { description: 'refused' }, '404': { description: 'none' } }
const document = {
  openapi: '3.0.4',
  info: { title: 'Bookings', version: '1' },
  paths: {
    '/bookings': {
      get: {
        responses: { '200': { description: 'ok', content: content({ type: 'array', items: booking }) } },
      },
      post: {
        requestBody: { required: true, content: content(sent) },
        responses: { '201': { description: 'made', content: content(booking) }, ...refused },
      },
    },
    '/bookings/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { '200': { description: 'ok', content: content(booking) }, ...refused } },
      delete: { responses: { '204': { description: 'gone' }, ...refused } },
    },
  },
}

interface Booking {
  readonly id?: unknown
  readonly startsAt?: unknown
  readonly endsAt?: unknown
  readonly room?: unknown
}

const offset = /^\d{4}-\d\d-\d\d[Tt][\d:.]+(?:[Zz]|[+-]\d\d:\d\d)$/
const isMoment = (value: unknown): value is string => typeof value === 'string' && offset.test(value)

/** Bookings end after they start; one with an id replaces the booking of that id. */
function bookings(): (request: Request) => Promise<Response> {
  const all = new Map<string, Booking>()
  let count = 0
  const refuse = (status: number): Response => Response.json({ message: 'no' }, { status })
  return async (request) => {
    const { pathname } = new URL(request.url)
    const id = decodeURIComponent(pathname.slice('/bookings/'.length))
    if (request.method === 'POST') {
      const body = (await request.json().catch(() => undefined)) as Booking | undefined
      if (!isMoment(body?.startsAt) || !isMoment(body.endsAt) || typeof body.room !== 'string')
        return refuse(400)
      if (Date.parse(body.startsAt) > Date.parse(body.endsAt)) return refuse(400)
      if (body.id !== undefined && typeof body.id !== 'string') return refuse(400)
      if (body.id !== undefined && !all.has(body.id)) return refuse(404)
      const created = { ...body, id: body.id ?? `b${String((count += 1))}` }
      all.set(created.id, created)
      return Response.json(created, { status: 201 })
    }
    if (pathname === '/bookings') return Response.json([...all.values()])
    if (!all.has(id)) return refuse(404)
    if (request.method === 'GET') return Response.json(all.get(id))
    all.delete(id)
    return new Response(null, { status: 204 })
  }
}

it('bases invalid requests on one with ordered times and an existing id', async () => {
  const { findings, summary } = await runContract({
    target: bookings(),
    document,
    phases: ['coverage'],
  })
  const refusals = findings.filter(({ check }) => check === 'valid-accepted')
  expect(refusals.map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(summary.operations)
})

const arrival = '2031-05-09'
const stay = [{ lower: 'arrival', upper: 'departure' }]

describe('a made-up range', () => {
  it.each([
    ['starts at its smaller end', { min: 5, max: 2 }, { min: 2, max: 5 }],
    [
      'is neither empty nor longer than a year if it is a period',
      { to: '2001-01-01', period: { from: '2001-01-01', to: '2001-01-01' }, from: '1999-05-01' },
      { to: '1999-05-04', period: { from: '2001-01-01', to: '2001-01-04' }, from: '1999-05-01' },
    ],
    ['may be as long as a year', { from: '2024-01-01', to: '2024-12-31' }, undefined],
    [
      'keeps the form of its times',
      { startsAt: '2031-05-09T08:00:00+02:00', endsAt: '2031-05-09T06:00:00Z' },
      { startsAt: '2031-05-09T08:00:00+02:00', endsAt: '2031-05-12T06:00:00Z' },
    ],
    [
      'keeps the form of times without an offset',
      { startsAt: '2031-05-09T08:00:00', endsAt: '2031-05-09T08:00:00' },
      { startsAt: '2031-05-09T08:00:00', endsAt: '2031-05-12T08:00:00' },
    ],
  ])('%s', (_, value, ordered) => {
    expect(withOrderedRanges(value)).toEqual(ordered ?? value)
  })

  it('is in the order that is described, whatever the names suggest', () => {
    const value = { departure: arrival, arrival: '2031-05-12' }
    expect(withOrderedRanges(value)).toEqual(value)
    expect(withOrderedRanges(value, stay)).toEqual({ arrival, departure: '2031-05-12' })
  })
})

it('lets what is valid for some time be valid at present', () => {
  expect(withOrderedRanges({ valid_from: '2024-05-09', valid_until: '2024-05-12' })).toEqual({
    valid_from: '2012-05-09',
    valid_until: '2032-05-12',
  })
})

it('moves the other end of a period along with one that is changed', () => {
  const before = { from: '2031-05-09', to: '2031-05-12', limit: 3 }
  expect(withPeriodsKept(before, { ...before, from: '2024-02-28' })).toEqual({
    from: '2024-02-28',
    to: '2024-03-02',
    limit: 3,
  })
  expect(withPeriodsKept(before, { ...before, to: '2024-02-29' })).toMatchObject({ from: '2024-02-26' })
  expect(withPeriodsKept(before, { ...before, limit: 4 })).toEqual({ ...before, limit: 4 })
  const { to: _, ...without } = before
  expect(withPeriodsKept(before, without)).toEqual(without)
})

it('moves periods to others that do not overlap them, by the seed', () => {
  const before = { departure: '2031-05-12', arrival }
  const others = [0, 1, 2].map((seed) => withOtherPeriods(before, seed, stay))
  expect(others).toEqual([
    { arrival: '2031-05-12', departure: '2031-05-15' },
    { arrival: '2031-05-15', departure: '2031-05-18' },
    { arrival: '2031-05-18', departure: '2031-05-21' },
  ])
})
