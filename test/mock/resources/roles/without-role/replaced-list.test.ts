import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

/** The records that a list and its deprecated predecessor show after one more has been created. */
async function listed(description: string): Promise<{ readonly old: unknown; readonly current: unknown }> {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 2 } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/products': {
        get: { parameters: [limit], ...answer(200, list(ref('Product'))) },
        post: { requestBody: json(object({ name: text })), ...answer(201, ref('Product')) },
      },
      '/products/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, ref('Product')),
      },
      '/items': { get: { deprecated: true, description, ...answer(200, list(ref('Product'))) } },
    },
    components: { schemas: { Product: object({ id: integer, name: text }) } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  await send('POST', '/products', { name: 'Lamp' })
  const { body: old } = await send('GET', '/items')
  const { body: current } = await send('GET', '/products?limit=100')
  return { old, current }
}

it('a deprecated list shows the records of the one that its description names', async () => {
  const { old, current } = await listed('Use `GET /products`.')
  expect(old).toEqual(current)
})

it('a deprecated list that names no other shows data of its own', async () => {
  const { old, current } = await listed('Do not use it.')
  expect(old).not.toEqual(current)
})
