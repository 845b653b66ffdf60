import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../../document-parts.ts'

const own = { ...integer, readOnly: true }
const number = { type: 'number', minimum: 0 }
const people = { firstName: text, lastName: text }
const goods = { name: text, price: number }
const schemas = {
  Customer: object({ id: own, ...people }),
  Product: object({ id: own, ...goods }),
  Line: object({ productId: integer, name: text, unitPrice: number, quantity: integer }),
  Order: object({ id: own, customerId: integer, customerName: text, lines: list(ref('Line')) }),
}
const withId = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const item = (schema: string, sent: object): object => ({
  ...withId,
  get: answer(200, ref(schema)),
  patch: { requestBody: json({ ...sent, required: [] }), ...answer(200, ref(schema)) },
})
const sentOrder = object({
  customerId: integer,
  lines: list(object({ productId: integer, quantity: integer })),
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/customers': collection('Customer', object(people)),
    '/customers/{id}': item('Customer', object(people)),
    '/products': collection('Product', object(goods)),
    '/products/{id}': item('Product', object(goods)),
    '/orders': collection('Order', sentOrder),
    '/orders/{id}': item('Order', sentOrder),
  },
  components: { schemas },
}

interface Customer {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
}
interface Order {
  readonly id: number
  readonly customerId: number
  readonly customerName: string
  readonly lines: readonly { readonly productId: number; readonly name: string; readonly unitPrice: number }[]
}

describe('a property that repeats one of the record referred to', () => {
  let send: Send
  const bodyOf = async <T>(...request: Parameters<Send>): Promise<T> => (await send(...request)).body as T

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('has its value in seeded records', async () => {
    for (const { customerId, customerName, lines } of await bodyOf<readonly Order[]>('GET', '/orders')) {
      const { firstName, lastName } = await bodyOf<Customer>('GET', `/customers/${String(customerId)}`)
      expect(customerName).toBe(`${firstName} ${lastName}`)
      for (const { productId, name, unitPrice } of lines)
        expect(await send('GET', `/products/${String(productId)}`)).toMatchObject({
          body: { name, price: unitPrice },
        })
    }
  })

  it('has its value in records that are created and changed', async () => {
    const { id: productId } = await bodyOf<{ id: number }>('POST', '/products', { name: 'Lamp', price: 12.5 })
    const { id: customerId } = await bodyOf<Customer>('POST', '/customers', {
      firstName: 'Ada',
      lastName: 'Byron',
    })
    const lines = [{ productId, quantity: 2 }]
    const order = await bodyOf<Order>('POST', '/orders', { customerId, lines })
    expect(order).toMatchObject({ customerName: 'Ada Byron', lines: [{ name: 'Lamp', unitPrice: 12.5 }] })
    const { firstName, lastName } = await bodyOf<Customer>('GET', '/customers/3')
    expect(await bodyOf<Order>('PATCH', `/orders/${String(order.id)}`, { customerId: 3 })).toMatchObject({
      customerName: `${firstName} ${lastName}`,
    })
  })

  it('follows a change of the name, but keeps the price', async () => {
    const { id, customerId, lines } = await bodyOf<Order>('GET', '/orders/1')
    await send('PATCH', `/customers/${String(customerId)}`, { firstName: 'Grace', lastName: 'Hopper' })
    for (const { productId } of lines) await send('PATCH', `/products/${String(productId)}`, { price: 1 })
    expect(await bodyOf<Order>('GET', `/orders/${String(id)}`)).toMatchObject({
      customerName: 'Grace Hopper',
      lines,
    })
  })
})

it('a property may repeat what another record has in an object', async () => {
  const guest = { guest: object({ name: text }) }
  const author = { ...text, readOnly: true, description: 'Name of the guest of the booking.' }
  const paths = {
    '/bookings': collection('Booking', object(guest)),
    '/reviews': collection('Review', object({ bookingId: integer })),
  }
  const parts = {
    Booking: object({ id: own, ...guest }),
    Review: object({ id: own, bookingId: integer, author }),
  }
  const send = clientOf(
    await createMock({ document: { ...document, paths, components: { schemas: parts } }, selfCheck: true }),
  )
  const { body } = await send('POST', '/bookings', { guest: { name: 'Ada' } })
  const { id: bookingId } = body as { id: number }
  expect((await send('POST', '/reviews', { bookingId })).body).toMatchObject({ author: 'Ada' })
})
