import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const number = { type: 'number', minimum: 0 }
const line = object({
  productId: integer,
  name: text,
  unitPrice: number,
  quantity: integer,
  lineTotal: number,
})
const at = { parameters: [{ name: 'cartId', in: 'path', required: true, schema: integer }] }
const item = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const refused = (description: string): object => ({ description })
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': {
      get: answer(200, list(ref('Product'))),
      post: { requestBody: json(object({ name: text, price: number })), ...answer(201, ref('Product')) },
    },
    '/products/{productId}': { ...item('productId'), get: answer(200, ref('Product')) },
    '/carts': { post: { requestBody: json({ type: 'object' }), ...answer(201, ref('Cart')) } },
    '/carts/{cartId}': { ...at, get: answer(200, ref('Cart')) },
    '/carts/{cartId}/items': {
      ...at,
      post: {
        requestBody: json(object({ productId: integer, quantity: integer })),
        responses: {
          200: { description: 'The cart', ...json(ref('Cart')) },
          409: refused('The cart has been checked out'),
        },
      },
    },
    '/carts/{cartId}/checkout': {
      ...at,
      post: {
        description: 'Only open carts can be checked out.',
        responses: {
          201: { description: 'The order', ...json(ref('Order')) },
          409: refused('The cart is not open or is empty'),
        },
      },
    },
    '/orders': { get: answer(200, list(ref('Order'))) },
  },
  components: {
    schemas: {
      Product: object({ id: integer, name: text, price: number }),
      Cart: object({
        id: integer,
        status: { ...text, enum: ['open', 'checked_out'] },
        items: list(line),
        total: number,
      }),
      Order: object({ id: integer, lines: list(line), total: number }),
    },
  },
}

describe('a cart', () => {
  let send: Send
  let cart: string

  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    await send('POST', '/products', { name: 'Lamp', price: 12.5 })
    const { body } = await send('POST', '/carts', {})
    cart = `/carts/${String((body as { id: number }).id)}`
  })

  const lamps = { productId: 1, name: 'Lamp', unitPrice: 12.5, quantity: 2, lineTotal: 25 }

  it('has the items that are added to it, with the price of their product', async () => {
    const filled = await send('POST', `${cart}/items`, { productId: 1, quantity: 2 })
    expect(filled).toMatchObject({ status: 200, body: { items: [lamps], total: 25 } })
    expect((await send('GET', cart)).body).toEqual(filled.body)
  })

  it('becomes an order of its items, once and not while it is empty', async () => {
    expect((await send('POST', `${cart}/checkout`)).status).toBe(409)
    await send('POST', `${cart}/items`, { productId: 1, quantity: 2 })
    expect(await send('POST', `${cart}/checkout`)).toMatchObject({
      status: 201,
      body: { lines: [lamps], total: 25 },
    })
    expect((await send('GET', cart)).body).toMatchObject({ status: 'checked_out' })
    expect((await send('POST', `${cart}/checkout`)).status).toBe(409)
    expect((await send('POST', `${cart}/items`, { productId: 1, quantity: 1 })).status).toBe(409)
  })
})
