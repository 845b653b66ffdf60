import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const key = {
  type: 'object',
  required: ['id'],
  properties: { id: text, token: { ...text, readOnly: true, description: 'Only returned at creation.' } },
}
const ref = { $ref: '#/components/schemas/Key' }
const answer = (status: number, schema: object) => ({
  responses: { [status]: { description: '', ...json(schema) } },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Keys', version: '1' },
  paths: {
    '/keys': {
      get: answer(200, { type: 'array', items: ref }),
      post: { requestBody: json(ref), ...answer(201, ref) },
    },
    '/keys/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, ref),
    },
  },
  components: { schemas: { Key: key } },
}

it('a secret shown only on creation is absent from reads and lists', async () => {
  const mock = await createMock({ document, world: 'demo' })
  const get = async (path: string): Promise<unknown> =>
    (await mock.fetch(new Request(`http://api.test${path}`))).json()
  const keys = (await get('/keys')) as readonly Readonly<Record<string, unknown>>[]
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) {
    expect(Object.keys(key)).toEqual(['id'])
    expect(await get(`/keys/${String(key['id'])}`)).toEqual({ id: key['id'] })
  }
})
