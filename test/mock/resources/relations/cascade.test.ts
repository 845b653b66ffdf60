import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, text } from '../document-parts.ts'

/** The bookings left of two rooms after one room is deleted by an operation with this description. */
async function bookingsAfter(description: string, required: readonly string[]) {
  const integer = { type: 'integer' }
  const room = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } }
  const booking = {
    type: 'object',
    required: ['id', ...required],
    properties: { id: integer, roomId: integer },
  }
  const kept = (schema: object): object => ({
    get: answer(200, { type: 'array', items: schema }),
    post: { requestBody: json({ type: 'object' }), ...answer(200, schema) },
  })
  const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': kept(room),
      '/rooms/{id}': {
        ...item,
        get: answer(200, room),
        delete: { description, responses: { 204: { description: 'Gone' } } },
      },
      '/bookings': kept(booking),
      '/bookings/{id}': { ...item, get: answer(200, booking) },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const name of ['Attic', 'Cellar']) await send('POST', '/rooms', { name })
  for (const roomId of [1, 2]) await send('POST', '/bookings', { roomId })
  await send('DELETE', '/rooms/1')
  return (await send('GET', '/bookings')).body
}

it.each([
  ['Removes the room with all its bookings.', ['roomId'], [{ id: 2, roomId: 2 }]],
  ['Its bookings leave the room.', [], [{ id: 1 }, { id: 2, roomId: 2 }]],
  [
    'Bookings must be removed first.',
    ['roomId'],
    [
      { id: 1, roomId: 1 },
      { id: 2, roomId: 2 },
    ],
  ],
  [
    'Removes the room.',
    ['roomId'],
    [
      { id: 1, roomId: 1 },
      { id: 2, roomId: 2 },
    ],
  ],
])('cascades to referring records as the description says: "%s"', async (description, required, left) => {
  expect(await bookingsAfter(description, required)).toEqual(left)
})
