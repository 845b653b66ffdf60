import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../document-parts.ts'

const number = { type: 'number', minimum: 0 }
const withId = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})

/** A shop whose carts are created one by one, and ordered by their ids. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': collection('Product', object({ name: text, price: number })),
    '/products/{productId}': { ...withId('productId'), get: answer(200, ref('Product')) },
    '/carts': { post: answer(201, ref('Cart')) },
    '/carts/{cartId}': { ...withId('cartId'), get: answer(200, ref('Cart')) },
    '/carts/{cartId}/items': {
      ...withId('cartId'),
      post: {
        requestBody: json(object({ productId: integer, quantity: integer })),
        ...answer(201, ref('Cart')),
      },
    },
    '/orders': {
      post: {
        summary: 'Create an order from a cart',
        requestBody: json(object({ cartId: integer })),
        ...answer(201, ref('Order')),
      },
    },
    '/orders/{orderId}': { ...withId('orderId'), get: answer(200, ref('Order')) },
  },
  components: {
    schemas: {
      Product: object({ id: integer, name: text, price: number }),
      Line: object({ productId: integer, quantity: integer }),
      Cart: object({ id: integer, items: list(ref('Line')) }),
      Order: object({ id: integer, items: list(ref('Line')) }),
    },
  },
}

let send: Send
const bodyOf = async (...request: Parameters<Send>): Promise<{ readonly id: number }> =>
  (await send(...request)).body as never
const filledCart = async (): Promise<number> => {
  const { id: productId } = await bodyOf('POST', '/products', { name: 'Car', price: 10 })
  const { id } = await bodyOf('POST', '/carts')
  for (const quantity of [2, 1]) await send('POST', `/carts/${id}/items`, { productId, quantity })
  return id
}
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

it('the same product adds up in one of several carts', async () => {
  const cart = await bodyOf('GET', `/carts/${await filledCart()}`)
  expect(cart).toMatchObject({ items: [{ quantity: 3 }] })
})

it('a cart that has been ordered is empty', async () => {
  const cartId = await filledCart()
  expect(await bodyOf('POST', '/orders', { cartId })).toMatchObject({ items: [{ quantity: 3 }] })
  expect(await bodyOf('GET', `/carts/${cartId}`)).toEqual({ id: cartId, items: [] })
})
