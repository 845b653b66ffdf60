import { expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { clientOf } from '../client.ts'

const text = { type: 'string' }
const ferry = { $ref: '#/components/schemas/Ferry' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const fine = (schema: object): object => ({ responses: { 200: { description: 'Fine', ...json(schema) } } })

it('a deletion answers with what was deleted, also where words are added to its schema', async () => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': { post: { requestBody: json(ferry), ...fine(ferry) } },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: fine(ferry),
        delete: fine({
          type: 'object',
          properties: { ferry: { allOf: [ferry, { description: 'The one that was scrapped.' }] } },
        }),
      },
    },
    components: { schemas: { Ferry: { type: 'object', properties: { id: text, name: text } } } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const made = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as { id: string }
  expect((await send('DELETE', `/ferries/${made.id}`)).body).toEqual({ ferry: made })
})
