import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const line = object({ sku: text, quantity: integer })
const sends = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
/** As Django REST framework writes paths. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/alerts/': {
      get: answer(200, list(ref('Alert'))),
      post: { ...sends(object({ title: text })), ...answer(201, ref('Alert')) },
    },
    '/alerts/mark-all-read/': { post: answer(200, object({ changed: integer })) },
    '/alerts/count/': { get: answer(200, object({ count: integer })) },
    '/alerts/{id}/': { ...at('id'), get: answer(200, ref('Alert')) },
    '/carts/': { post: { ...sends({ type: 'object' }), ...answer(201, ref('Cart')) } },
    '/carts/{cartId}/': { ...at('cartId'), get: answer(200, ref('Cart')) },
    '/carts/{cartId}/items/': { ...at('cartId'), post: { ...sends(line), ...answer(200, ref('Cart')) } },
    '/carts/{cartId}/items/{sku}/': { ...at('cartId', 'sku'), delete: answer(200, ref('Cart')) },
  },
  components: {
    schemas: {
      Alert: object({ id: text, title: text, read: { type: 'boolean', readOnly: true } }),
      Cart: object({ id: text, items: list(line) }),
    },
  },
}

describe('operations whose paths end with a slash', () => {
  const open = async (): Promise<Send> =>
    clientOf(await createMock({ document, world: 'empty', selfCheck: true }))

  it('act on all records of a list, and count them', async () => {
    const send = await open()
    for (const title of ['a', 'b']) await send('POST', '/alerts/', { title })
    expect((await send('POST', '/alerts/mark-all-read/')).body).toEqual({ changed: 2 })
    expect((await send('GET', '/alerts/')).body).toMatchObject([{ read: true }, { read: true }])
    expect((await send('GET', '/alerts/count/')).body).toEqual({ count: 2 })
  })

  it('add items to a record and remove them', async () => {
    const send = await open()
    const { id } = (await send('POST', '/carts/', {})).body as { readonly id: string }
    const items = [{ sku: 'mug', quantity: 2 }]
    expect((await send('POST', `/carts/${id}/items/`, items[0])).body).toMatchObject({ items })
    expect((await send('DELETE', `/carts/${id}/items/mug/`)).body).toMatchObject({ items: [] })
    expect((await send('GET', `/carts/${id}/`)).body).toMatchObject({ items: [] })
  })
})
