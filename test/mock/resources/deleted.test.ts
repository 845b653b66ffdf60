import { expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { clientOf } from '../client.ts'

const text = { type: 'string' }
const ferry = { $ref: '#/components/schemas/Ferry' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const fine = (schema: object): object => ({ responses: { 200: { description: 'Fine', ...json(schema) } } })

it('a deletion answers with what was deleted, also where words are added to its schema', async () => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': { post: { requestBody: json(ferry), ...fine(ferry) } },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: fine(ferry),
        delete: fine({
          type: 'object',
          properties: { ferry: { allOf: [ferry, { description: 'The one that was scrapped.' }] } },
        }),
      },
    },
    components: { schemas: { Ferry: { type: 'object', properties: { id: text, name: text } } } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const made = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as { id: string }
  expect((await send('DELETE', `/ferries/${made.id}`)).body).toEqual({ ferry: made })
})

const ensign = { type: 'object', required: ['colour'], properties: { colour: text } }

async function askEnsign(get: object, post: object): Promise<ReturnType<typeof clientOf>> {
  const gone = { responses: { 204: { description: 'Gone' } } }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferry', version: '1' },
    paths: { '/ensign': { get, post, delete: gone } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it('an only record that was deleted is there again with the POST that sets it', async () => {
  const send = await askEnsign(fine(ensign), { requestBody: json(ensign), ...fine(ensign) })
  await send('DELETE', '/ensign')
  expect((await send('GET', '/ensign')).status).toBe(404)
  expect((await send('POST', '/ensign', { colour: 'red' })).status).toBe(200)
  expect((await send('GET', '/ensign')).body).toEqual({ colour: 'red' })
})

it('an only record that was deleted is there again with the upload that makes it', async () => {
  const made = { responses: { 201: { description: 'Made', ...json(ensign) } } }
  const send = await askEnsign(fine(ensign), { requestBody: { content: { 'image/png': {} } }, ...made })
  await send('DELETE', '/ensign')
  const answer = await send('POST', '/ensign', 'a ship', { 'content-type': 'image/png' })
  expect(answer.status).toBe(201)
  expect((await send('GET', '/ensign')).body).toEqual(answer.body)
})

it('an only record begins anew when it is deleted, where its reading has errors but none for that', async () => {
  const open = fine(ensign) as { responses: object }
  const get = { responses: { ...open.responses, 406: { description: 'Not acceptable' } } }
  const send = await askEnsign(get, { requestBody: json(ensign), ...fine(ensign) })
  const before = (await send('GET', '/ensign')).body
  await send('POST', '/ensign', { colour: 'red' })
  await send('DELETE', '/ensign')
  expect((await send('GET', '/ensign')).body).toEqual(before)
})

/** Rooms, one of which is deleted, as its description says; what is left of a booking of it and of one of another. */
async function bookingsAfter(description: string, required: readonly string[]) {
  const integer = { type: 'integer' }
  const room = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } }
  const booking = {
    type: 'object',
    required: ['id', ...required],
    properties: { id: integer, roomId: integer },
  }
  const kept = (schema: object): object => ({
    get: fine({ type: 'array', items: schema }),
    post: { requestBody: json({ type: 'object' }), ...fine(schema) },
  })
  const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': kept(room),
      '/rooms/{id}': {
        ...item,
        get: fine(room),
        delete: { description, responses: { 204: { description: 'Gone' } } },
      },
      '/bookings': kept(booking),
      '/bookings/{id}': { ...item, get: fine(booking) },
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
])('what refers to a deleted record does as the document says: %s', async (said, required, left) => {
  expect(await bookingsAfter(said, required)).toEqual(left)
})
