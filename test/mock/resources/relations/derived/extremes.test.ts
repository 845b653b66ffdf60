import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const type = { name: text, price: { type: 'number' } }

/** Events that show the prices of their ticket types, and how many of these are sold. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/events': {
      get: answer(200, list(ref('Event'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Event')) },
    },
    '/events/{eventId}': { parameters: [inPath('eventId')], get: answer(200, ref('Event')) },
    '/events/{eventId}/ticket-types': {
      parameters: [inPath('eventId')],
      get: answer(200, list(ref('TicketType'))),
      post: { requestBody: json(object(type)), ...answer(201, ref('TicketType')) },
    },
    '/events/{eventId}/ticket-types/{id}': {
      parameters: [inPath('eventId'), inPath('id')],
      delete: answer(204),
    },
  },
  components: {
    schemas: {
      Event: {
        type: 'object',
        required: ['id', 'title', 'ticketsSold'],
        properties: {
          id: integer,
          title: text,
          minPrice: { type: 'number' },
          highestPrice: { type: 'number' },
          ticketsSold: integer,
        },
      },
      TicketType: object({ id: integer, ...type, sold: integer }),
    },
  },
}

describe('what the name of a number says of the records below', () => {
  let send: Send
  const read = async (event: number): Promise<JsonObject> =>
    (await send('GET', `/events/${event}`)).body as JsonObject

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('is true of seeded records', async () => {
    const types = (await send('GET', '/events/1/ticket-types')).body as unknown as readonly {
      readonly price: number
      readonly sold: number
    }[]
    const prices = types.map(({ price }) => price)
    expect(await read(1)).toMatchObject({
      minPrice: Math.min(...prices),
      highestPrice: Math.max(...prices),
      ticketsSold: types.reduce((sum, { sold }) => sum + sold, 0),
    })
  })

  it('is true after one of them was created or deleted', async () => {
    const { id } = (await send('POST', '/events', { title: 'Concert' })).body as { id: number }
    const types = `/events/${id}/ticket-types`
    expect(Object.keys(await read(id))).toEqual(['id', 'title', 'ticketsSold'])
    const cheap = (await send('POST', types, { name: 'Standing', price: 20 })).body as { id: number }
    await send('POST', types, { name: 'Balcony', price: 70.5 })
    expect(await read(id)).toMatchObject({ minPrice: 20, highestPrice: 70.5 })
    await send('DELETE', `${types}/${cheap.id}`)
    expect(await read(id)).toMatchObject({ minPrice: 70.5, highestPrice: 70.5 })
  })
})
