import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

it.each([
  ['Adds `delta`, which may be negative, to the quantity.', 7],
  ['Subtracts the `delta` from its quantity.', 3],
  ['Records the `delta` of a count.', 5],
])('an action changes a number by what it is sent, as it says: %s', async (description, quantity) => {
  const item = object({ id: { ...text, readOnly: true }, quantity: integer })
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Stock', version: '1' },
    paths: {
      '/items': {
        get: answer(200, list(ref('Item'))),
        post: { requestBody: json(object({ quantity: integer })), ...answer(201, ref('Item')) },
      },
      '/items/{id}': { parameters: [id], get: answer(200, ref('Item')) },
      '/items/{id}/adjust': {
        parameters: [id],
        post: { description, requestBody: json(object({ delta: integer })), ...answer(200, ref('Item')) },
      },
    },
    components: { schemas: { Item: item } },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const { id: made } = (await send('POST', '/items', { quantity: 5 })).body as { readonly id: string }
  expect((await send('POST', `/items/${made}/adjust`, { delta: 2 })).body).toMatchObject({ quantity })
})
