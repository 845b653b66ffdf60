import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

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

it('records below others prevent the deletion of what they refer to, as described', async () => {
  const at = (...names: readonly string[]): object => ({
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
  })
  const sends = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
  const named = object({ id: text, name: text })
  const book = object({ id: text, title: text, authorId: text })
  const conflict = {
    description: '409 as long as the library has a book of the author.',
    responses: { 204: { description: 'Gone' }, 409: { description: 'Refused' } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      '/authors': {
        get: answer(200, list(named)),
        post: { ...sends(object({ name: text })), ...answer(201, named) },
      },
      '/authors/{authorId}': { ...at('authorId'), get: answer(200, named), delete: conflict },
      '/shelves': {
        get: answer(200, list(named)),
        post: { ...sends(object({ name: text })), ...answer(201, named) },
      },
      '/shelves/{shelfId}': { ...at('shelfId'), get: answer(200, named) },
      '/shelves/{shelfId}/books': {
        ...at('shelfId'),
        get: answer(200, list(book)),
        post: { ...sends(object({ title: text, authorId: text })), ...answer(201, book) },
      },
      '/shelves/{shelfId}/books/{bookId}': {
        ...at('shelfId', 'bookId'),
        get: answer(200, book),
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const make = async (path: string, sent: JsonObject): Promise<string> =>
    ((await send('POST', path, sent)).body as { readonly id: string }).id
  const author = await make('/authors', { name: 'Mary Shelley' })
  await make('/shelves', { name: 'Poetry' })
  const shelf = await make('/shelves', { name: 'Fiction' })
  const lastMan = await make(`/shelves/${shelf}/books`, { title: 'The Last Man', authorId: author })
  expect((await send('DELETE', `/authors/${author}`)).status).toBe(409)
  await send('DELETE', `/shelves/${shelf}/books/${lastMan}`)
  expect((await send('DELETE', `/authors/${author}`)).status).toBe(204)
})

it.each(['Conflict', 'The plan has subscribers.'])(
  'records that refer to another prevent its deletion where the 409 is described as "%s"',
  async (description) => {
    const plan = object({ id: text, name: text })
    const subscription = object({ id: text, planId: text })
    const responses = { 204: { description: 'Gone' }, 409: { description } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Plans', version: '1' },
      paths: {
        '/plans': { get: answer(200, list(plan)) },
        '/plans/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: answer(200, plan),
          delete: { responses },
        },
        '/subscriptions': { get: answer(200, list(subscription)) },
      },
    }
    const world = {
      '/plans': ['a', 'b'].map((id) => ({ id, name: id })),
      '/subscriptions': [{ id: 's', planId: 'a' }],
    }
    const send = clientOf(await createMock({ document, world }))
    expect((await send('DELETE', '/plans/a')).status).toBe(409)
    expect((await send('DELETE', '/plans/b')).status).toBe(204)
  },
)

it.each([
  ['Deletes a quiz.', 404],
  ['Deletes a quiz. Its attempts stay.', 200],
])(
  'records that are created only below others go with them, unless told otherwise: %s',
  async (description, status) => {
    const at = (name: string): object => ({
      parameters: [{ name, in: 'path', required: true, schema: text }],
    })
    const quiz = object({ id: { ...text, readOnly: true }, title: text })
    const attempt = object({ id: { ...text, readOnly: true }, quizId: text })
    const document = {
      openapi: '3.1.0',
      info: { title: 'Quizzes', version: '1' },
      paths: {
        '/quizzes': {
          get: answer(200, list(quiz)),
          post: { requestBody: json(object({ title: text })), ...answer(201, quiz) },
        },
        '/quizzes/{quizId}': {
          ...at('quizId'),
          get: answer(200, quiz),
          delete: { description, responses: { 204: { description: 'Gone' } } },
        },
        '/quizzes/{quizId}/attempts': {
          ...at('quizId'),
          get: answer(200, list(ref('Attempt'))),
          post: answer(201, ref('Attempt')),
        },
        '/attempts/{id}': {
          ...at('quizId'),
          get: {
            responses: {
              200: { description: 'Shown', ...json(ref('Attempt')) },
              404: { description: 'None' },
            },
          },
        },
      },
      components: { schemas: { Attempt: attempt } },
    }
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const made = async (path: string, body?: JsonObject): Promise<string> =>
      ((await send('POST', path, body)).body as { readonly id: string }).id
    const quizId = await made('/quizzes', { title: 'Birds' })
    const attemptId = await made(`/quizzes/${quizId}/attempts`)
    expect((await send('GET', `/attempts/${attemptId}`)).status).toBe(200)
    await send('DELETE', `/quizzes/${quizId}`)
    expect((await send('GET', `/attempts/${attemptId}`)).status).toBe(status)
  },
)
