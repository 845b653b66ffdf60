import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const todo = object({ id: integer, title: text, state: { type: 'string', enum: ['open', 'done'] } })
const asked = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'query', schema: text })),
})
const gone = { responses: { '204': { description: 'Gone' } } }

/** Todos, of which three are there, with what is asked of all of them. */
async function todos(whole: { readonly count?: object; readonly clear?: object }): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Todos', version: '1' },
    paths: {
      '/todos': {
        get: { ...asked('state'), ...answer(200, list(todo)) },
        post: { requestBody: json(object({ title: text, state: text })), ...answer(201, todo) },
        ...(whole.clear && { delete: whole.clear }),
      },
      '/todos/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, todo),
      },
      ...(whole.count && { '/todos/count': { get: whole.count } }),
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const state of ['open', 'done', 'done']) await send('POST', '/todos', { title: 'Water plants', state })
  return send
}

const shown = async (send: Send): Promise<readonly unknown[]> =>
  (await send('GET', '/todos')).body as readonly unknown[]

it.each([
  ['a number', integer, 3],
  ['the number in an object', object({ count: integer }), { count: 3 }],
])('the count of a list is %s', async (_, schema, count) => {
  const send = await todos({ count: answer(200, schema) })
  expect((await send('GET', '/todos/count')).body).toEqual(count)
})

it('a count is of those that the query chooses', async () => {
  const send = await todos({ count: { ...asked('state'), ...answer(200, object({ count: integer })) } })
  expect((await send('GET', '/todos/count?state=done')).body).toEqual({ count: 2 })
})

it('to delete a list is to delete all that is in it', async () => {
  const send = await todos({ clear: gone })
  expect((await send('DELETE', '/todos')).status).toBe(204)
  expect(await shown(send)).toEqual([])
  expect((await send('GET', '/todos/1')).status).toBe(404)
})

it('to delete a part of a list leaves the rest, and tells how many are gone', async () => {
  const send = await todos({ clear: { ...asked('state'), ...answer(200, object({ deleted: integer })) } })
  expect((await send('DELETE', '/todos?state=done')).body).toEqual({ deleted: 2 })
  expect(await shown(send)).toHaveLength(1)
})

it('nothing is deleted where nobody can tell which ones are meant', async () => {
  const send = await todos({ clear: { ...asked('mood'), ...gone } })
  expect((await send('DELETE', '/todos?mood=good')).status).toBe(204)
  expect(await shown(send)).toHaveLength(3)
})
