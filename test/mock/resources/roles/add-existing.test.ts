import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ responses: { 200: { description: '', ...json(schema) } } })
const none = { 204: { description: '' }, 404: { description: '' } }
const user = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, name: text } }
const group = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const ref = { $ref: '#/components/schemas/User' }
const parameters = ['groupId', 'userId'].map((name) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer' },
}))
const document = {
  openapi: '3.1.0',
  info: { title: 'Groups', version: '1' },
  paths: {
    '/users': { get: ok({ type: 'array', items: ref }), post: { requestBody: json(ref), ...ok(ref) } },
    '/users/{userId}': { parameters: parameters.slice(1), get: ok(ref) },
    '/groups': {
      get: ok({ type: 'array', items: group }),
      post: { requestBody: json(group), ...ok(group) },
    },
    '/groups/{groupId}': { parameters: parameters.slice(0, 1), get: ok(group) },
    '/groups/{groupId}/members': {
      parameters: parameters.slice(0, 1),
      get: ok({ type: 'array', items: ref }),
    },
    '/groups/{groupId}/members/{userId}': {
      parameters,
      put: { responses: none },
      delete: { responses: none },
    },
  },
  components: { schemas: { User: user } },
}

it('PUT adds an existing record to the list of members and DELETE removes it', async () => {
  const mock = await createMock({ document, world: 'empty' })
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json' }
    const init = { method, ...(body && { headers, body: JSON.stringify(body) }) }
    return mock.fetch(new Request(`http://api.test${path}`, init))
  }
  const members = async (id: number): Promise<unknown> =>
    (await send('GET', `/groups/${String(id)}/members`)).json()
  await send('POST', '/users', { id: 1, name: 'Ada' })
  await send('POST', '/groups', { id: 1 })
  await send('POST', '/groups', { id: 2 })
  expect((await send('PUT', '/groups/1/members/1')).status).toBe(204)
  expect((await send('PUT', '/groups/1/members/1')).status).toBe(204)
  expect(await members(1)).toEqual([{ id: 1, name: 'Ada' }])
  expect(await members(2)).toEqual([])
  expect((await send('PUT', '/groups/1/members/7')).status).toBe(404)
  expect((await send('DELETE', '/groups/1/members/1')).status).toBe(204)
  expect(await members(1)).toEqual([])
})
