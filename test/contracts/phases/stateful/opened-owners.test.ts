import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock, ok, type Mock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { answer, at, kept, listOf, sent, text } from '../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const refusal = { description: 'Refused' }
const trip = {
  type: 'object',
  required: ['id', 'title', 'capacity', 'status', 'bookedCount'],
  properties: {
    id,
    title: text,
    capacity: { type: 'integer', minimum: 1, maximum: 40 },
    status: { enum: ['draft', 'open', 'closed'], readOnly: true },
    bookedCount: { type: 'integer', readOnly: true, description: 'Number of travellers who are booked.' },
  },
}
const traveller = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }
const booking = {
  type: 'object',
  required: ['id', 'tripId', 'travellerId'],
  properties: { id, tripId: { ...text, readOnly: true }, travellerId: text },
}
const removal = (operationId: string, description: string): object => ({
  operationId,
  description,
  responses: { 204: { description: 'Gone' }, 404: refusal, 409: refusal },
})

/** Trips that take bookings once they are open; travellers have a list of bookings as well. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Trips', version: '1' },
  paths: {
    '/travellers': kept(traveller),
    '/travellers/{travellerId}': {
      ...at('travellerId'),
      get: answer(200, traveller),
      delete: removal('removeTraveller', '409 while the traveller is booked on a trip.'),
    },
    '/travellers/{travellerId}/bookings': { ...at('travellerId'), get: listOf(booking) },
    '/trips': kept(trip),
    '/trips/{tripId}': {
      ...at('tripId'),
      get: { operationId: 'getTrip', ...answer(200, trip) },
      delete: removal('removeTrip', '409 while travellers are booked.'),
    },
    '/trips/{tripId}/open': {
      ...at('tripId'),
      post: {
        operationId: 'open',
        description: 'Only a draft can be opened (409).',
        ...answer(200, trip, { 409: refusal }),
      },
    },
    '/trips/{tripId}/bookings': {
      ...at('tripId'),
      get: { operationId: 'listBookings', ...listOf(booking) },
      post: {
        operationId: 'book',
        description: 'Books a seat on an open trip; 409 if the trip is not open, or no seats are left.',
        ...sent(booking),
        ...answer(201, booking, { 409: refusal, 422: refusal }),
      },
    },
    '/bookings/{id}': {
      ...at('id'),
      get: answer(200, booking),
      delete: { responses: { 204: { description: 'Gone' }, 404: refusal } },
    },
  },
}

const openMock = async (): Promise<Mock> => createMock({ document })

/** The mock, but for what an operation does. */
async function broken(operation: string): Promise<Mock> {
  return createMock({
    document,
    behaviours: {
      async [operation]({ request, store, next }) {
        const { tripId = '', travellerId = '' } = request.path as Readonly<Record<string, string>>
        const all = store.collection('/bookings')
        const { items } = await all.list()
        if (operation === 'listBookings') return ok(200, items)
        const trip = await store.collection('/trips').get(tripId)
        if (operation === 'getTrip') return trip ? ok(200, { ...trip, bookedCount: items.length }) : next()
        if (operation !== 'book') {
          await store.collection(tripId === '' ? '/travellers' : '/trips').remove(tripId || travellerId)
          return ok(204)
        }
        const answered = await next()
        if (answered.status !== 409) return answered
        const added = { ...(request.body as JsonObject), id: `b${String(items.length + 1000)}`, tripId }
        await all.put(added.id, added)
        return ok(201, added)
      },
    },
  })
}

async function findingsOf(target: Mock, only: string): Promise<readonly string[]> {
  const { findings } = await runContract({ document, target, only })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('records that are added to what was opened first', () => {
  it.each([
    [
      'are in the list of that only',
      'listBookings',
      'stateful/bookings/owned-listBookings',
      /^hierarchy listBookings/,
    ],
    [
      'are refused where nothing was opened',
      'book',
      'stateful/book/owner-state',
      /^invalid-refused book: .*status = "draft"/,
    ],
    [
      'are refused once no seats are left',
      'book',
      'stateful/bookings/capacity-book',
      /^invalid-refused book: .*more record than capacity/,
    ],
    ['are counted for that only', 'getTrip', 'stateful/trips/counts', /^aggregate getTrip: .*bookedCount/],
    ['prevent its deletion', 'removeTrip', 'stateful/trips/referenced', /^invalid-refused removeTrip/],
    [
      'prevent the deletion of whom they are for',
      'removeTraveller',
      'stateful/travellers/referenced',
      /^invalid-refused removeTraveller/,
    ],
  ])('%s', async (_, operation, only, expected) => {
    expect(await findingsOf(await openMock(), only)).toEqual([])
    expect(await findingsOf(await broken(operation), only)).toEqual([expect.stringMatching(expected)])
  })
})
