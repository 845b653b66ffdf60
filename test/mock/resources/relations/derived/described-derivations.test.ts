import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, collection, object, ref, text } from '../../document-parts.ts'

const own = { ...text, readOnly: true }
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true }
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/customers': collection('Customer', object({ name: text })),
    '/customers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Customer')),
    },
    '/orders': collection('Order', object({ customerId: text, rating: { type: 'integer' } })),
  },
  components: {
    schemas: {
      Customer: object({
        id: own,
        name: text,
        activeAt: { ...time, description: 'When the customer last ordered; null if never.' },
        mood: {
          type: ['number', 'null'],
          readOnly: true,
          description: 'Mean of the ratings of their orders; null without any.',
        },
      }),
      Order: object({
        id: own,
        customerId: text,
        rating: { type: 'integer' },
        orderedAt: { ...text, format: 'date-time', readOnly: true },
      }),
    },
  },
}

it('the time of the latest event and a mean are those that their descriptions tell', async () => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const customer = (await send('POST', '/customers', { name: 'Ann' })).body as { readonly id: string }
  expect(customer).toMatchObject({ activeAt: null, mood: null })
  const order = async (rating: number) =>
    (await send('POST', '/orders', { customerId: customer.id, rating })).body as { orderedAt: string }
  await order(2)
  const { orderedAt } = await order(5)
  expect((await send('GET', `/customers/${customer.id}`)).body).toMatchObject({
    activeAt: orderedAt,
    mood: 3.5,
  })
})
