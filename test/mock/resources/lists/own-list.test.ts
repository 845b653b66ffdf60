import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, list, object, ref, text } from '../document-parts.ts'

const user = ref('User')
const task = ref('Task')
const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/me': { get: answer(200, user) },
    '/users': { get: answer(200, list(user)) },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, user),
    },
    '/tasks': { get: answer(200, list(task)) },
    '/tasks/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, task),
    },
    '/me/tasks': { get: { description: 'Tasks assigned to me.', ...answer(200, list(task)) } },
    '/my/tasks': {
      parameters: [{ name: 'id', in: 'query', schema: integer }],
      get: { description: 'Tasks created by me.', ...answer(200, list(task)) },
    },
  },
  components: {
    schemas: {
      User: object({ id: integer, name: text }),
      Task: object({ id: integer, creatorId: integer, assignees: list(user) }),
    },
  },
}
const [ann, bob] = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bob' },
]
const world = {
  '/me': [ann],
  '/users': [ann, bob],
  '/tasks': [
    { id: 1, creatorId: 1, assignees: [bob] },
    { id: 2, creatorId: 2, assignees: [bob, ann] },
    { id: 3, creatorId: 1, assignees: [] },
  ],
}

it.each([
  ['/me/tasks', [2]],
  ['/my/tasks', [1, 3]],
])('%s lists the records of the current user', async (path, ids) => {
  const send = clientOf(await createMock({ document, world: world as never, selfCheck: true }))
  const { body } = await send('GET', path)
  expect((body as readonly { readonly id: number }[]).map(({ id }) => id)).toEqual(ids)
})
