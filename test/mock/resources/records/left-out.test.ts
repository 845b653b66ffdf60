import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const withId = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const code = { name: 'country', in: 'query', schema: text, description: 'Only those with this country code' }

/** Tasks whose clients leave out what the server knows. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      get: {
        parameters: [{ name: 'list', in: 'query', schema: integer }, code],
        ...answer(200, list(ref('Task'))),
      },
      post: { requestBody: json(ref('NewTask')), ...answer(201, ref('Task')) },
    },
    '/tasks/{id}': {
      ...withId,
      get: answer(200, ref('Task')),
      patch: {
        requestBody: json({ type: 'object', properties: { completed: { type: 'boolean' } } }),
        ...answer(200, ref('Task')),
      },
    },
    '/notes': {
      get: answer(200, list(ref('Note'))),
      post: { requestBody: json(ref('Note')), ...answer(201, ref('Note')) },
    },
    '/notes/{id}': { ...withId, get: answer(200, ref('Note')) },
  },
  components: {
    schemas: {
      NewTask: {
        type: 'object',
        required: ['title'],
        properties: { title: text, listId: integer, countryCode: text },
      },
      Task: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: integer,
          title: text,
          listId: integer,
          countryCode: text,
          completed: { type: 'boolean' },
          steps: list(object({ text })),
          stepCount: integer,
        },
      },
      Note: {
        type: 'object',
        properties: { id: integer, text, status: { type: 'string', enum: ['open', 'done'] } },
      },
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

it('what has not happened to a new record is false, and its list counts nothing', async () => {
  expect((await send('POST', '/tasks', { title: 'Dig' })).body).toMatchObject({
    completed: false,
    steps: [],
    stepCount: 0,
  })
})

it('a state that clients may set is the first one unless they do', async () => {
  expect((await send('POST', '/notes', { text: 'Hi' })).body).toMatchObject({ status: 'open' })
  expect((await send('POST', '/notes', { text: 'Hi', status: 'done' })).body).toMatchObject({
    status: 'done',
  })
})

it('an id of 0 is none', async () => {
  const { body } = await send('POST', '/notes', { id: 0, text: 'Hi' })
  expect(body).toMatchObject({ id: expect.any(Number), text: 'Hi' })
  expect((body as { readonly id: number }).id).toBeGreaterThan(0)
})

it('a filter may leave out that it takes an id, or a code', async () => {
  const sent = { title: 'Dig', listId: 7777, countryCode: 'XK' }
  const { body } = await send('POST', '/tasks', sent)
  expect((await send('GET', '/tasks?list=7777')).body).toEqual([body])
  expect((await send('GET', '/tasks?country=XK')).body).toEqual([body])
})
