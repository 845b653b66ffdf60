import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const item = object({ id: integer, product: text, quantity: integer })
const cart = object({
  id: integer,
  customer: text,
  status: { ...text, enum: ['open', 'checked_out'], readOnly: true },
})
const order = object({
  id: integer,
  customer: text,
  note: text,
  state: { ...text, enum: ['pending', 'paid'], readOnly: true },
  lines: list(object({ product: text, quantity: integer })),
})
const at = { parameters: [{ name: 'cartId', in: 'path', required: true, schema: integer }] }
const sends = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/carts': {
      post: { ...sends({ type: 'object', properties: { customer: text } }), ...answer(201, ref('Cart')) },
    },
    '/carts/{cartId}': { ...at, get: answer(200, ref('Cart')) },
    '/carts/{cartId}/items': {
      ...at,
      get: answer(200, list(ref('Item'))),
      post: {
        ...sends({ type: 'object', properties: { product: text, quantity: integer } }),
        ...answer(201, ref('Item')),
      },
    },
    '/carts/{cartId}/checkout': {
      ...at,
      post: { ...sends({ type: 'object', properties: { note: text } }), ...answer(201, ref('Order')) },
    },
    '/orders': { get: answer(200, list(ref('Order'))) },
    '/orders/{orderId}': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Order')),
    },
  },
  components: { schemas: { Cart: cart, Item: item, Order: order } },
}

it('an action creates a record of another resource, with the properties and the items of the one it is performed on', async () => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const { id } = (await send('POST', '/carts', { customer: 'Ada' })).body as { readonly id: number }
  await send('POST', `/carts/${String(id)}/items`, { product: 'mug', quantity: 2 })
  await send('POST', `/carts/${String(id)}/items`, { product: 'pot', quantity: 1 })
  const { status, body, header } = await send('POST', `/carts/${String(id)}/checkout`, { note: 'Ring twice' })
  const lines = [
    { product: 'mug', quantity: 2 },
    { product: 'pot', quantity: 1 },
  ]
  expect([status, body]).toMatchObject([
    201,
    { customer: 'Ada', note: 'Ring twice', state: 'pending', lines },
  ])
  expect((await send('GET', header('Location') ?? '')).body).toEqual(body)
  expect((await send('GET', '/orders')).body).toEqual([body])
  expect((await send('GET', `/carts/${String(id)}`)).body).toMatchObject({ status: 'checked_out' })
})

it('an action on an unknown record creates nothing', async () => {
  const send = clientOf(await createMock({ document, world: 'empty' }))
  expect((await send('POST', '/carts/7/checkout', {})).status).toBe(404)
  expect((await send('GET', '/orders')).body).toEqual([])
})

it('an action on what there is only one of creates a record of another resource', async () => {
  const single = {
    ...document,
    paths: {
      '/cart': {
        get: answer(200, ref('Cart')),
        put: { ...sends(object({ customer: text })), ...answer(200, ref('Cart')) },
      },
      '/cart/checkout': { post: answer(201, ref('Order')) },
      '/orders': { get: answer(200, list(ref('Order'))) },
      '/orders/{orderId}': {
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: integer }],
        get: answer(200, ref('Order')),
      },
    },
  }
  const send = clientOf(await createMock({ document: single, selfCheck: true }))
  await send('PUT', '/cart', { customer: 'Ada' })
  const { status, body } = await send('POST', '/cart/checkout')
  expect([status, body]).toMatchObject([201, { customer: 'Ada' }])
  expect((await send('GET', `/orders/${String((body as { readonly id: number }).id)}`)).body).toEqual(body)
})
