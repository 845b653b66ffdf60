import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'

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

it('a secret that only the schema of the creation has is in its response alone', async () => {
  const created = {
    type: 'object',
    required: ['id'],
    properties: { id: text, label: text, api_secret: text },
  }
  const kept = { type: 'object', required: ['id'], properties: { id: text, label: text } }
  const mock = await createMock({
    document: {
      ...document,
      paths: {
        '/keys': {
          get: answer(200, { type: 'array', items: kept }),
          post: {
            requestBody: json({ type: 'object', properties: { label: text } }),
            ...answer(201, created),
          },
        },
        '/keys/{id}': { ...document.paths['/keys/{id}'], get: answer(200, kept) },
      },
    },
    selfCheck: true,
  })
  const send = clientOf(mock)
  const { body } = await send('POST', '/keys', { label: 'ci' })
  const { id } = body as { readonly id: string }
  expect(body).toEqual({ id, label: 'ci', api_secret: expect.stringMatching(/./) as string })
  expect((await send('GET', `/keys/${id}`)).body).toEqual({ id, label: 'ci' })
})
