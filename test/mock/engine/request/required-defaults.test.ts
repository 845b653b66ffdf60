import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

const integer = { type: 'integer', minimum: 0 }
const line = {
  type: 'object',
  required: ['name', 'quantity'],
  properties: { name: { type: 'string' }, quantity: { $ref: '#/components/schemas/Quantity' } },
}
const order = {
  type: 'object',
  required: ['id', 'note', 'priority', 'lines'],
  properties: {
    id: { ...integer, readOnly: true },
    note: { type: 'string' },
    priority: { ...integer, default: 3 },
    lines: { type: 'array', items: line },
  },
}
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })

async function orders() {
  return createMock({
    world: 'empty',
    document: {
      openapi: '3.1.0',
      info: { title: 'Orders', version: '1' },
      paths: {
        '/orders': {
          get: {
            parameters: [
              { name: 'limit', in: 'query', required: true, schema: { ...integer, default: 1 } },
              { name: 'offset', in: 'query', required: true, schema: integer },
            ],
            responses: { 200: { description: 'Fine', ...json({ type: 'array', items: order }) } },
          },
          post: {
            requestBody: { required: true, ...json(order) },
            responses: { 201: { description: 'Created', ...json(order) } },
          },
        },
      },
      components: { schemas: { Quantity: { ...integer, default: 1 } } },
    },
  })
}

const post = (body: object): Request =>
  new Request('http://localhost/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('what is required, but has a default, may be left out of a body at any depth', async () => {
  const mock = await orders()
  const answer = await mock.fetch(post({ note: 'a', lines: [{ name: 'x', quantity: 4 }, { name: 'y' }] }))
  expect([answer.status, await answer.json()]).toEqual([
    201,
    {
      id: 1,
      note: 'a',
      priority: 3,
      lines: [
        { name: 'x', quantity: 4 },
        { name: 'y', quantity: 1 },
      ],
    },
  ])
})

it('a parameter that is required, but has a default, may be left out', async () => {
  const mock = await orders()
  for (const note of ['a', 'b']) await mock.fetch(post({ note, lines: [] }))
  const answer = await mock.fetch(new Request('http://localhost/orders?offset=0'))
  expect(await answer.json()).toEqual([expect.objectContaining({ note: 'a' })])
})

it('what is required and has no default is listed as missing, and nothing else', async () => {
  const mock = await orders()
  const answer = await mock.fetch(post({ lines: [{}] }))
  expect(await answer.text()).toMatch(/in 2 places/)
  expect((await mock.fetch(new Request('http://localhost/orders'))).status).toBe(400)
})
