import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, kept, text } from '../support/document-parts.ts'

const named = {
  type: 'object',
  required: ['name'],
  properties: { id: { ...text, readOnly: true }, name: text },
}
const task = { ...named, properties: { ...named.properties, todoListId: text } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  paths: {
    '/todo-lists': kept(named),
    '/todo-lists/{id}': { ...at('id'), get: answer(200, named), delete: gone },
    '/todo-lists/{id}/tasks': { ...at('id'), ...kept(task) },
    '/tasks': { get: answer(200, { type: 'array', items: task }) },
    '/tasks/{id}': { ...at('id'), get: answer(200, task), delete: gone },
  },
}

it('names in the body the record that the path leads below', async () => {
  const mock = await createMock({ document })
  const owners: string[] = []
  await runContract({
    document,
    only: 'stateful/**',
    async target(request: Request) {
      const [, , id, inner] = new URL(request.url).pathname.split('/')
      if (request.method !== 'POST' || inner === undefined) return mock.fetch(request)
      const { todoListId = id } = (await request.clone().json()) as { todoListId?: string }
      owners.push(todoListId === id ? 'of the path' : 'another')
      return todoListId === id
        ? mock.fetch(request)
        : Response.json({ message: 'todoListId cannot be changed.' }, { status: 400 })
    },
  })
  expect(owners.slice(0, 3)).toEqual(['of the path', 'of the path', 'of the path'])
})
