import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const number = { type: 'number' } as const
const time = { type: 'string', format: 'date-time' }
const own = { ...text, readOnly: true }
const conflict = (description: string): object => ({ 404: { description: 'None' }, 409: { description } })
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: text }],
})
const write = (status: number, schema: string, refusal: string, sent?: object, description = ''): object => ({
  description,
  ...(sent && { requestBody: json(sent) }),
  responses: { [status]: { description: 'Done', ...json(ref(schema)) }, ...conflict(refusal) },
})
const fare = { name: text, price: number, places: integer, maxPerBooking: { ...integer, default: 10 } }
const booking = { fareId: text, quantity: { ...integer, minimum: 1 } }
const bookingInput = {
  type: 'object',
  required: ['fareId', 'quantity', 'rider'],
  properties: { ...booking, voucherCode: text, rider: object({ name: text }) },
}
const ride = { title: text, farmId: text, startsAt: time }

const document = {
  openapi: '3.1.0',
  info: { title: 'Rides', version: '1' },
  paths: {
    '/farms': collection('Farm', object({ name: text })),
    '/farms/{id}': {
      ...at('id'),
      get: answer(200, ref('Farm')),
      delete: { responses: { 204: { description: 'Done' }, ...conflict('Rides take place at the farm') } },
    },
    '/rides': {
      get: {
        description: 'Published rides only, unless a status is asked for.',
        parameters: [{ name: 'status', in: 'query', schema: text }],
        ...answer(200, list(ref('Ride'))),
      },
      post: { requestBody: json(object(ride)), ...answer(201, ref('Ride')) },
    },
    '/rides/{rideId}': { ...at('rideId'), get: answer(200, ref('Ride')) },
    '/rides/{rideId}/publish': {
      ...at('rideId'),
      post: write(200, 'Ride', 'The ride has no fares, or is not a draft'),
    },
    '/rides/{rideId}/cancel': {
      ...at('rideId'),
      post: write(
        200,
        'Ride',
        'Only published rides can be cancelled',
        undefined,
        'All of its paid bookings are refunded and its pending bookings expire.',
      ),
    },
    '/rides/{rideId}/fares': { ...at('rideId'), ...collection('Fare', object(fare)) },
    '/bookings': {
      get: answer(200, list(ref('Booking'))),
      post: write(
        201,
        'Booking',
        'Not enough places are left, or the ride is not on sale',
        bookingInput,
        'New bookings are `pending`.',
      ),
    },
    '/bookings/{id}': { ...at('id'), get: answer(200, ref('Booking')) },
    '/bookings/{id}/pay': {
      ...at('id'),
      post: write(
        200,
        'Booking',
        'The booking is not pending',
        undefined,
        'Pays a pending booking. One pass is issued for each place.',
      ),
    },
    '/bookings/{id}/refund': {
      ...at('id'),
      post: write(
        200,
        'Booking',
        'The booking is not paid, or a pass was used',
        undefined,
        'Its passes become void and can be sold again.',
      ),
    },
    '/bookings/{id}/passes': { ...at('id'), get: answer(200, list(ref('Pass'))) },
    '/passes/{code}': { ...at('code'), get: answer(200, ref('Pass')) },
    '/passes/{code}/check-in': {
      ...at('code'),
      post: write(200, 'Pass', 'The pass was already used or is void'),
    },
    '/vouchers': collection('Voucher', object({ code: text, percentOff: integer, maxUses: integer })),
    '/vouchers/{code}': { ...at('code'), get: answer(200, ref('Voucher')) },
  },
  components: {
    schemas: {
      Farm: object({ id: own, name: text, upcomingRides: integer }),
      Ride: object({
        id: own,
        ...ride,
        status: { enum: ['draft', 'published', 'cancelled'] },
        totalSold: integer,
        revenue: { ...number, description: 'Sum of the totals of its paid bookings' },
      }),
      Fare: object({
        id: own,
        rideId: text,
        ...fare,
        sold: integer,
        left: { ...integer, description: 'places minus sold' },
      }),
      Booking: object({
        id: own,
        rideId: text,
        ...booking,
        voucherCode: { type: ['string', 'null'] },
        rider: object({ name: text }),
        unitPrice: number,
        subtotal: { ...number, description: 'quantity times unitPrice' },
        discount: number,
        total: { ...number, description: 'subtotal minus discount' },
        status: { enum: ['pending', 'paid', 'refunded', 'expired'] },
        createdAt: time,
        expiresAt: { ...time, description: '15 minutes after creation' },
      }),
      Pass: object({
        code: { ...text, pattern: '^[A-Z0-9]{8}$' },
        bookingId: text,
        fareId: text,
        holderName: text,
        status: { enum: ['valid', 'used', 'void'] },
      }),
      Voucher: object({
        code: text,
        percentOff: integer,
        maxUses: integer,
        uses: { ...integer, readOnly: true, description: 'How often it was used' },
      }),
    },
  },
}

type Body = Readonly<Record<string, unknown>>

let send: Send
let rideId: string
let fareId: string

const post = async (path: string, body?: JsonObject): Promise<Body & { readonly id: string }> =>
  (await send('POST', path, body)).body as Body & { readonly id: string }
const get = async (path: string): Promise<Body> => (await send('GET', path)).body as Body
const book = async (more: JsonObject = {}) =>
  send('POST', '/bookings', { fareId, quantity: 2, rider: { name: 'Ada' }, ...more })
const booked = async (more: JsonObject = {}) => (await book(more)).body as Body & { readonly id: string }
const fareNow = async () => (await send('GET', `/rides/${rideId}/fares`)).body as readonly Body[]
const passesOf = async (id: string) =>
  (await send('GET', `/bookings/${id}/passes`)).body as readonly (Body & { readonly code: string })[]

/** A published ride with a fare of 20 for five places, of which each booking may take three. */
beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const farm = await post('/farms', { name: 'Hill' })
  rideId = (await post('/rides', { title: 'Dawn', farmId: farm.id, startsAt: '2090-05-01T06:00:00Z' })).id
  const fareSent = { name: 'Pony', price: 20, places: 5, maxPerBooking: 3 }
  fareId = (await post(`/rides/${rideId}/fares`, fareSent)).id
  await send('POST', `/rides/${rideId}/publish`)
})

describe('a record that refers to one below another', () => {
  it('has the price of it as its unit price, and the record above it', async () => {
    expect(await booked()).toMatchObject({ rideId, unitPrice: 20, subtotal: 40, total: 40 })
  })

  it('is refused if the record above is not on sale yet', async () => {
    const draft = await post('/rides', { title: 'Dusk', farmId: 'farm-1', startsAt: '2090-05-01T18:00:00Z' })
    const other = await post(`/rides/${draft.id}/fares`, {
      name: 'Pony',
      price: 20,
      places: 5,
      maxPerBooking: 3,
    })
    expect(await book({ fareId: other.id })).toMatchObject({ status: 409 })
  })

  it('is refused beyond what one may take of it', async () => {
    expect(await book({ quantity: 4 })).toMatchObject({ status: 409 })
  })

  it('is refused if not enough of it is left', async () => {
    await book({ quantity: 3 })
    expect(await book({ quantity: 3 })).toMatchObject({ status: 409 })
    expect(await book({ quantity: 2 })).toMatchObject({ status: 201 })
  })

  it('counts in what is sold and left of it, by its quantity', async () => {
    await book({ quantity: 3 })
    expect(await fareNow()).toMatchObject([{ sold: 3, left: 2 }])
  })
})

it('a time may be so long after the creation of the record', async () => {
  const { createdAt, expiresAt } = await booked()
  expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(15 * 60_000)
})

it('a list shows records in one state only unless a state is asked for', async () => {
  await post('/rides', { title: 'Dusk', farmId: 'farm-1', startsAt: '2090-05-01T18:00:00Z' })
  expect(await get('/rides')).toMatchObject([{ title: 'Dawn' }])
  expect(await get('/rides?status=draft')).toMatchObject([{ title: 'Dusk' }])
})

it('an action on a record without parts is refused, whatever else it is refused for', async () => {
  const bare = await post('/rides', { title: 'Dusk', farmId: 'farm-1', startsAt: '2090-05-01T18:00:00Z' })
  expect(await send('POST', `/rides/${bare.id}/publish`)).toMatchObject({ status: 409 })
})

it('upcoming records are counted by the time at which they start', async () => {
  await post('/rides', { title: 'Past', farmId: 'farm-1', startsAt: '2020-05-01T18:00:00Z' })
  expect(await get('/farms/farm-1')).toMatchObject({ upcomingRides: 1 })
})

it('a place at which others take place is not deleted', async () => {
  expect(await send('DELETE', '/farms/farm-1')).toMatchObject({ status: 409 })
})

describe('a code', () => {
  beforeEach(async () => post('/vouchers', { code: 'TENTH', percentOff: 10, maxUses: 1 }))

  it('has not been used at first, and then as often as records refer to it', async () => {
    expect(await get('/vouchers/TENTH')).toMatchObject({ uses: 0 })
    await book({ voucherCode: 'TENTH' })
    expect(await get('/vouchers/TENTH')).toMatchObject({ uses: 1 })
  })

  it('takes its percentage off what the quantity costs', async () => {
    expect(await booked({ voucherCode: 'TENTH' })).toMatchObject({ subtotal: 40, discount: 4, total: 36 })
  })

  it('is refused once it is used up', async () => {
    await book({ quantity: 1, voucherCode: 'TENTH' })
    expect(await book({ quantity: 1, voucherCode: 'TENTH' })).toMatchObject({ status: 409 })
  })
})

describe('records that an action issues', () => {
  let id: string
  let code: string

  beforeEach(async () => {
    id = (await booked()).id
    await send('POST', `/bookings/${id}/pay`)
    code = (await passesOf(id))[0]?.code ?? ''
  })

  it('are as many as there are places, each with what it has from the record and the person', async () => {
    const issued = { bookingId: id, fareId, holderName: 'Ada', status: 'valid' }
    expect(await passesOf(id)).toMatchObject([issued, issued])
  })

  it('are in the state that an action of another name is refused for the second time', async () => {
    expect(await post(`/passes/${code}/check-in`)).toMatchObject({ status: 'used' })
    expect(await send('POST', `/passes/${code}/check-in`)).toMatchObject({ status: 409 })
  })

  it('prevent an action on what they belong to in a state that it names', async () => {
    await send('POST', `/passes/${code}/check-in`)
    expect(await send('POST', `/bookings/${id}/refund`)).toMatchObject({ status: 409 })
  })

  it('get into a state that no action of their own leads to', async () => {
    await send('POST', `/bookings/${id}/refund`)
    expect(await get(`/passes/${code}`)).toMatchObject({ status: 'void' })
    expect(await fareNow()).toMatchObject([{ sold: 0 }])
  })

  it('count in the sums of what is above what they belong to', async () => {
    expect(await get(`/rides/${rideId}`)).toMatchObject({ totalSold: 2, revenue: 40 })
  })
})

it('an action does one thing to records in one state and another to those in another', async () => {
  const [paid, pending] = [(await booked()).id, (await booked()).id]
  await send('POST', `/bookings/${paid}/pay`)
  await send('POST', `/passes/${(await passesOf(paid))[0]?.code ?? ''}/check-in`)
  await send('POST', `/rides/${rideId}/cancel`)
  expect(await get(`/bookings/${paid}`)).toMatchObject({ status: 'refunded' })
  expect(await get(`/bookings/${pending}`)).toMatchObject({ status: 'expired' })
})
