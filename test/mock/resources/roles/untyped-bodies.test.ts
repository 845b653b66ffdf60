import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { answer, json, object, text } from '../document-parts.ts'

const untyped = { properties: { colour: text } }
const shape = object({ id: text, colour: text })
const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const document = {
  openapi: '3.1.0',
  info: { title: 'Shapes', version: '1' },
  paths: {
    '/shapes': {
      get: answer(200, { type: 'array', items: shape }),
      post: { requestBody: json(untyped), ...answer(201, shape) },
    },
    '/shapes/{id}': {
      ...item,
      get: answer(200, shape),
      put: { requestBody: json(untyped), ...answer(201, shape) },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
  },
}

it.each([
  ['POST', '/shapes', '[]'],
  ['PUT', '/shapes/round', '"round"'],
  ['PUT', '/shapes/round', '7'],
])(
  '%s %s creates a record from %s where the document only does not exclude it',
  async (method, path, body) => {
    const mock = await createMock({ document, world: 'empty' })
    const headers = { 'Content-Type': 'application/json' }
    const made = await mock.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
    expect(made.status).toBe(201)
    const record = await made.json()
    expect(record).toMatchObject({ id: expect.any(String) as string, colour: expect.any(String) as string })
    const list = await mock.fetch(new Request('http://localhost/shapes'))
    expect(await list.json()).toEqual([record])
  },
)
