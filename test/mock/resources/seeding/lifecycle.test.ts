import { beforeAll, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const now = '2030-12-06T11:00:00Z'
const id = [{ name: 'id', in: 'path', required: true, schema: text }]
const moment = { type: ['string', 'null'], format: 'date-time' }
const times = (...names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, moment]))
const action = (name: string, description: string, sent?: object): object => ({
  parameters: id,
  post: {
    description,
    ...(sent && { requestBody: json(sent) }),
    responses: { 200: { description: 'Done', ...json(ref(name)) }, 409: { description: 'Refused' } },
  },
})
const records = (name: string): object => ({ get: answer(200, list(ref(name))) })
const item = (name: string): object => ({ parameters: id, get: answer(200, ref(name)) })

const document = {
  openapi: '3.1.0',
  info: { title: 'Warehouse', version: '1' },
  paths: {
    '/holds': records('Hold'),
    '/holds/{id}': item('Hold'),
    '/holds/{id}/release': action('Hold', 'Only an `active` hold can be released.'),
    '/holds/{id}/fulfill': action('Hold', 'Only an `active` hold can be fulfilled.'),
    '/parcels': records('Parcel'),
    '/parcels/{id}': item('Parcel'),
    '/parcels/{id}/pack': action('Parcel', 'Moves a `new` parcel to `packed`.'),
    '/parcels/{id}/ship': action('Parcel', 'Only a `packed` parcel can be shipped.'),
    '/shows': records('Show'),
    '/shows/{id}': item('Show'),
    '/visits': records('Visit'),
    '/visits/{id}': item('Visit'),
    '/orders': records('Order'),
    '/orders/{id}': item('Order'),
    '/orders/{id}/receive': action(
      'Order',
      'Receives goods.',
      object({ lines: list(object({ lineId: text, quantity: integer })) }),
    ),
  },
  components: {
    schemas: {
      Hold: object({
        id: text,
        status: { enum: ['active', 'released', 'fulfilled', 'expired'] },
        createdAt: { ...text, format: 'date-time' },
        updatedAt: { ...text, format: 'date-time' },
        expiresAt: { ...text, format: 'date-time' },
        ...times('releasedAt', 'fulfilledAt'),
      }),
      Parcel: object({
        id: text,
        status: { enum: ['new', 'packed', 'shipped'] },
        ...times('packedAt', 'shippedAt'),
        trackingNumber: {
          type: ['string', 'null'],
          description: 'Assigned when the parcel is shipped.',
        },
      }),
      Show: {
        type: 'object',
        properties: {
          id: text,
          status: { enum: ['draft', 'published', 'completed', 'cancelled'] },
          startsAt: { ...text, format: 'date-time' },
          endsAt: { ...text, format: 'date-time' },
          publishedAt: { ...text, format: 'date-time' },
          cancellationReason: text,
        },
      },
      Visit: object({
        id: text,
        status: { enum: ['scheduled', 'arrived', 'cancelled'] },
        startsAt: { ...text, format: 'date-time' },
      }),
      Order: object({
        id: text,
        status: { enum: ['open', 'partially_received', 'received'] },
        lines: list(object({ id: text, quantity: { ...integer, minimum: 1 }, receivedQuantity: integer })),
      }),
    },
  },
}

const seeded = new Map<string, readonly JsonObject[]>()
beforeAll(async () => {
  const send = clientOf(await createMock({ document, now, selfCheck: true }))
  for (const name of ['holds', 'parcels', 'orders', 'shows', 'visits'])
    seeded.set(name, (await send('GET', `/${name}`)).body as unknown as readonly JsonObject[])
})

const inState = (name: string, ...states: readonly string[]): readonly JsonObject[] =>
  (seeded.get(name) ?? []).filter(({ status }) => states.includes(status as string))

describe('a seeded record', () => {
  it('that is completed has ended', () => {
    const ended = inState('shows', 'completed') as readonly { startsAt: string; endsAt: string }[]
    expect(ended.length).toBeGreaterThan(0)
    for (const { startsAt, endsAt } of ended)
      expect([startsAt, endsAt, now].toSorted()).toEqual([startsAt, endsAt, now])
  })

  it('that is scheduled is yet to come, and that has arrived has come', () => {
    const starts = (state: string) => inState('visits', state).map(({ startsAt }) => startsAt as string)
    expect(starts('scheduled').length * starts('arrived').length).toBeGreaterThan(0)
    expect(starts('scheduled').every((time) => time > now)).toBe(true)
    expect(starts('arrived').every((time) => time <= now)).toBe(true)
  })

  it('lacks what only another state has, if it need not be there', () => {
    expect(inState('shows', 'cancelled').every((show) => 'cancellationReason' in show)).toBe(true)
    for (const show of inState('shows', 'draft', 'published'))
      expect(show).not.toHaveProperty('cancellationReason')
    for (const show of inState('shows', 'draft')) expect(show).not.toHaveProperty('publishedAt')
  })

  it('has no time of a state that its own is not reached through', () => {
    for (const { releasedAt } of inState('holds', 'fulfilled')) expect(releasedAt).toBeNull()
    for (const { releasedAt } of inState('holds', 'released')) expect(releasedAt).not.toBeNull()
  })

  it('that has expired did so in the past', () => {
    const past = inState('holds', 'expired').map(({ expiresAt }) => Date.parse(expiresAt as string))
    expect(past.every((time) => time <= Date.parse(now))).toBe(true)
  })

  it('has the times of states in their order', () => {
    for (const { packedAt, shippedAt } of inState('parcels', 'shipped'))
      expect((packedAt as string) <= (shippedAt as string)).toBe(true)
  })

  it('lacks what is assigned later', () => {
    const early = inState('parcels', 'new', 'packed')
    expect(early.length).toBeGreaterThan(0)
    for (const { trackingNumber } of early) expect(trackingNumber).toBeNull()
  })

  it('has items that agree with its state', () => {
    const counts = (state: string): readonly (readonly [number, number])[] =>
      inState('orders', state).map(({ lines }) => {
        const all = lines as unknown as readonly { quantity: number; receivedQuantity: number }[]
        const sum = (name: 'quantity' | 'receivedQuantity'): number =>
          all.reduce((total, each) => total + each[name], 0)
        return [sum('receivedQuantity'), sum('quantity')]
      })
    expect(counts('open').every(([received]) => received === 0)).toBe(true)
    expect(counts('received').every(([received, ordered]) => received === ordered)).toBe(true)
    expect(
      counts('partially_received').every(([received, ordered]) => received < ordered || ordered === 0),
    ).toBe(true)
  })
})
