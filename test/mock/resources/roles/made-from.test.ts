import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const creation = (sent: Readonly<Record<string, object>>, made: string): object => ({
  requestBody: json(object(sent)),
  ...answer(201, ref(made)),
})
const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/customers': { get: answer(200, list(ref('Customer'))), post: creation({ note: text }, 'Customer') },
    '/orders': {
      get: answer(200, list(ref('Order'))),
      post: { description, ...creation({ customerId: text }, 'Order') },
    },
  },
  components: {
    schemas: {
      Customer: object({ id: text, note: text }),
      Order: { type: 'object', properties: { id: text, customerId: text, note: text } },
    },
  },
})
it.each([
  ['is made from another takes over its values', 'Turns a customer into an order.', true],
  ['only refers to another takes nothing over', 'Places an order for a customer.', false],
])('a record that %s: %s', async (_, rule, isTaken) => {
  const send = clientOf(await createMock({ document: documentWith(rule), world: 'empty', selfCheck: true }))
  const { id } = (await send('POST', '/customers', { note: 'Rings twice' })).body as { readonly id: string }
  const order = (await send('POST', '/orders', { customerId: id })).body as { readonly note?: string }
  expect(order.note === 'Rings twice').toBe(isTaken)
})
