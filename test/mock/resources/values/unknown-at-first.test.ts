import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, collection, integer, object, ref, text } from '../document-parts.ts'

const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/coupons': collection('Coupon', object({ code: text })),
    '/coupons/{id}': { ...at('id'), get: answer(200, ref('Coupon')) },
    '/customers': collection('Customer', object({ name: text })),
    '/customers/{id}': { ...at('id'), get: answer(200, ref('Customer')) },
  },
  components: {
    schemas: {
      Coupon: object({ id: integer, code: text }),
      Customer: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: integer, name: text, coupon: ref('Coupon') },
      },
    },
  },
}

it('a new record shows no other one that nothing has led to yet', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/customers', { name: 'Ada' })
  expect(body).toEqual({ id: expect.any(Number) as unknown, name: 'Ada' })
})

it('seeded records may show one', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const customers = (await send('GET', '/customers')).body as unknown as readonly object[]
  const coupons = (await send('GET', '/coupons')).body
  const shown = customers.flatMap((each) => ('coupon' in each ? [each.coupon] : []))
  expect(shown.length).toBeGreaterThan(0)
  expect(coupons).toEqual(expect.arrayContaining(shown))
})
