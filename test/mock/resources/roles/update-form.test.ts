import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { answer, list, object, ref, text } from '../document-parts.ts'

const form = {
  requestBody: {
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', properties: { name: text, note: text, metadata: ref('Metadata') } },
        encoding: { metadata: { style: 'deepObject', explode: true } },
      },
    },
  },
}

it('a form changes the members of objects that it names, and empties what may be null', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Customers', version: '1' },
    paths: {
      '/customers': {
        get: answer(200, list(ref('Customer'))),
        post: { ...form, ...answer(200, ref('Customer')) },
      },
      '/customers/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, ref('Customer')),
        post: { ...form, ...answer(200, ref('Customer')) },
      },
    },
    components: {
      schemas: {
        Metadata: { type: 'object', additionalProperties: text },
        Customer: object({
          id: text,
          name: text,
          note: { type: ['string', 'null'] },
          metadata: ref('Metadata'),
        }),
      },
    },
  }
  const mock = await createMock({ document, selfCheck: true })
  const send = async (path: string, fields: Record<string, string>): Promise<JsonObject> => {
    const response = await mock.handle({
      method: 'POST',
      path,
      query: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new TextEncoder().encode(new URLSearchParams(fields).toString()),
    })
    return JSON.parse(typeof response.body === 'string' ? response.body : '{}') as JsonObject
  }
  const { id = null } = await send('/customers', { name: 'Jo', note: 'VIP', 'metadata[order]': '7' })
  expect(
    await send(`/customers/${JSON.stringify(id).slice(1, -1)}`, { note: '', 'metadata[tier]': 'gold' }),
  ).toEqual({
    id,
    name: 'Jo',
    note: null,
    metadata: { order: '7', tier: 'gold' },
  })
})
