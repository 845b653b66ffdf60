import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const number = { type: 'number', minimum: 0 }
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] })
const sends = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
const orEmpty = (status: number, schema: object, description: string): object => ({
  responses: {
    [status]: { description: 'Done', ...json(schema) },
    400: { description },
    404: { description: 'Unknown' },
  },
})
const line = object({ productId: text, name: text, quantity: integer, unitPrice: number })

/** A shop with one cart for each client, whose products have a slug in their path. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': { get: answer(200, list(ref('Product'))) },
    '/products/{slug}': { ...at('slug'), get: answer(200, ref('Product')) },
    '/cart': { get: answer(200, ref('Cart')), delete: answer(204) },
    '/cart/items': {
      post: {
        ...sends({
          type: 'object',
          required: ['productId', 'quantity'],
          properties: { productId: text, quantity: integer, kind: text },
        }),
        ...orEmpty(200, ref('Cart'), 'Invalid'),
      },
    },
    '/cart/items/{itemId}': {
      ...at('itemId'),
      patch: { ...sends(object({ quantity: integer })), ...answer(200, ref('Cart')) },
      delete: answer(200, ref('Cart')),
    },
    '/checkout': {
      post: { ...sends(object({ note: text })), ...orEmpty(201, ref('Order'), 'The cart is empty') },
    },
    '/orders': { get: answer(200, object({ items: list(ref('Order')), total: integer })) },
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, ref('Order')) },
    '/wishlist': { get: answer(200, list(ref('Product'))) },
    '/wishlist/{productId}': { ...at('productId'), put: answer(204), delete: answer(204) },
  },
  components: {
    schemas: {
      Product: object({ id: text, slug: text, name: text, price: number }),
      Cart: object({
        items: list({
          type: 'object',
          required: ['id', 'product', 'quantity', 'lineTotal'],
          properties: { id: text, product: ref('Product'), quantity: integer, lineTotal: number, kind: text },
        }),
        total: number,
      }),
      Order: object({ id: text, note: text, items: list(line), total: number }),
    },
  },
}

let send: Send
let product: { readonly id: string; readonly name: string; readonly price: number }
const read = async (path: string): Promise<JsonObject> => (await send('GET', path)).body as JsonObject

beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
  product = (
    (await send('GET', '/products')).body as unknown as readonly (typeof product)[]
  )[0] as typeof product
  await send('DELETE', '/cart')
})

describe('the cart of the client', () => {
  const added = async (quantity: number) =>
    (await send('POST', '/cart/items', { productId: product.id, quantity })).body
  const cost = (quantity: number) => Math.round(product.price * quantity * 100) / 100

  it('is empty once it has been deleted', async () => {
    expect(await read('/cart')).toEqual({ items: [], total: 0 })
  })

  it('shows the products that are added to it, and what they cost', async () => {
    const cart = await added(2)
    expect(cart).toMatchObject({ items: [{ product, quantity: 2, lineTotal: cost(2) }], total: cost(2) })
    expect(await read('/cart')).toEqual(cart)
  })

  it('has items with any property that is sent', async () => {
    const body = { productId: product.id, quantity: 1, kind: 'gift' }
    expect((await send('POST', '/cart/items', body)).body).toMatchObject({
      items: [{ product, kind: 'gift' }],
    })
  })

  it('has more of a product that is added again', async () => {
    await added(2)
    expect(await added(1)).toMatchObject({ items: [{ quantity: 3 }], total: cost(3) })
  })

  it('has items that are changed and removed at their own paths', async () => {
    const { items } = (await added(2)) as unknown as { readonly items: readonly { readonly id: string }[] }
    const path = `/cart/items/${items[0]?.id}`
    expect((await send('PATCH', path, { quantity: 4 })).body).toMatchObject({ total: cost(4) })
    expect((await send('DELETE', path)).body).toEqual({ items: [], total: 0 })
  })

  it('has no unknown products', async () => {
    expect((await send('POST', '/cart/items', { productId: 'none', quantity: 1 })).status).toBe(404)
  })

  it('becomes an order, and is empty afterwards', async () => {
    await added(2)
    const { status, body } = await send('POST', '/checkout', { note: 'Ring' })
    const { id, name, price } = product
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { items: [{ productId: id, name, quantity: 2, unitPrice: price }], total: cost(2) },
    })
    expect(await read('/cart')).toEqual({ items: [], total: 0 })
    expect((await read('/orders'))['items']).toContainEqual(body)
  })

  it('cannot be ordered while it is empty, where the document says so', async () => {
    expect((await send('POST', '/checkout', { note: 'Ring' })).status).toBe(400)
  })
})

it('a list of the records of another collection has those that are put on it', async () => {
  await send('PUT', `/wishlist/${product.id}`)
  expect(await read('/wishlist')).toContainEqual(product)
  await send('DELETE', `/wishlist/${product.id}`)
  expect(await read('/wishlist')).not.toContainEqual(product)
})
