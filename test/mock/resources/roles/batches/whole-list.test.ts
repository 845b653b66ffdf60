import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, text } from '../../document-parts.ts'

const todo = object({ id: integer, title: text, state: { type: 'string', enum: ['open', 'done'] } })
const withParameters = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'query', schema: text })),
})
const noContent = { responses: { '204': { description: 'Gone' } } }

/** An API with three todos and the given operations on the whole list. */
async function todos(whole: { readonly count?: object; readonly clear?: object }): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Todos', version: '1' },
    paths: {
      '/todos': {
        get: { ...withParameters('state'), ...answer(200, list(todo)) },
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
  ['an object with the number', object({ count: integer }), { count: 3 }],
])('the count endpoint of a list responds with %s', async (_, schema, count) => {
  const send = await todos({ count: answer(200, schema) })
  expect((await send('GET', '/todos/count')).body).toEqual(count)
})

it('a count applies the filters of the query', async () => {
  const send = await todos({
    count: { ...withParameters('state'), ...answer(200, object({ count: integer })) },
  })
  expect((await send('GET', '/todos/count?state=done')).body).toEqual({ count: 2 })
})

it('DELETE on a list deletes every record', async () => {
  const send = await todos({ clear: noContent })
  expect((await send('DELETE', '/todos')).status).toBe(204)
  expect(await shown(send)).toEqual([])
  expect((await send('GET', '/todos/1')).status).toBe(404)
})

it('DELETE on a filtered list deletes the matches and responds with their number', async () => {
  const send = await todos({
    clear: { ...withParameters('state'), ...answer(200, object({ deleted: integer })) },
  })
  expect((await send('DELETE', '/todos?state=done')).body).toEqual({ deleted: 2 })
  expect(await shown(send)).toHaveLength(1)
})

it('DELETE with a filter that matches no property deletes nothing', async () => {
  const send = await todos({ clear: { ...withParameters('mood'), ...noContent } })
  expect((await send('DELETE', '/todos?mood=good')).status).toBe(204)
  expect(await shown(send)).toHaveLength(3)
})

it('what is asked for as one JSON object selects, orders and pages, and says which records are changed', async () => {
  const inJson = (name: string, schema: object): object => ({
    name,
    in: 'query',
    content: { 'application/json': { schema } },
  })
  const where = { type: 'object', additionalProperties: true }
  const filter = {
    type: 'object',
    properties: { offset: integer, limit: integer, skip: integer, order: text, where, fields: list(text) },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Todos', version: '1' },
    paths: {
      '/todos': {
        get: { parameters: [inJson('filter', filter)], ...answer(200, list(todo)) },
        post: { requestBody: json(object({ title: text, state: text })), ...answer(201, todo) },
        patch: {
          parameters: [inJson('where', where)],
          requestBody: json({ type: 'object', properties: { state: text } }),
          ...answer(200, object({ count: integer })),
        },
      },
      '/todos/count': {
        get: { parameters: [inJson('where', where)], ...answer(200, object({ count: integer })) },
      },
      '/todos/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, todo),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const title of ['Tea', 'Ale', 'Gin']) await send('POST', '/todos', { title, state: 'open' })
  const titles = async (asked: object): Promise<readonly unknown[]> => {
    const { body } = await send('GET', `/todos?filter=${encodeURIComponent(JSON.stringify(asked))}`)
    return (body as unknown as readonly { title: string }[]).map(({ title }) => title)
  }
  expect(await titles({ order: 'title DESC' })).toEqual(['Tea', 'Gin', 'Ale'])
  expect(await titles({ limit: 1, skip: 1 })).toEqual(['Ale'])
  const some = encodeURIComponent('{"title":{"inq":["Tea","Gin"]}}')
  expect((await send('PATCH', `/todos?where=${some}`, { state: 'done' })).body).toEqual({ count: 2 })
  expect(await titles({ where: { state: 'done' } })).toEqual(['Tea', 'Gin'])
  expect((await send('GET', `/todos/count?where=${some}`)).body).toEqual({ count: 2 })
})
