import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { coursesDocument } from '../../courses-document.ts'

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document: coursesDocument, selfCheck: true }))
})

const course = async (): Promise<{ readonly id: number }> =>
  (await send('POST', '/courses', { title: 'Knots', price_cents: 4001 })).body as never

it('a record costs what the record that it shows does', async () => {
  const { id } = await course()
  expect(await send('POST', `/courses/${id}/enrollments`, {})).toMatchObject({
    body: { coupon_code: null, price_cents: 4001, discount_cents: 0, total_cents: 4001 },
  })
})

it('a coupon takes its percentage off the price', async () => {
  await send('POST', '/coupons', { code: 'KNOT75', percent_off: 75 })
  const { id } = await course()
  expect(await send('POST', `/courses/${id}/enrollments`, { coupon_code: 'KNOT75' })).toMatchObject({
    body: { coupon_code: 'KNOT75', price_cents: 4001, discount_cents: 3001, total_cents: 1000 },
  })
})

it('the total of a seeded record is its price without its discount', async () => {
  const { body } = await send('GET', '/enrollments/1')
  const { price_cents, discount_cents, total_cents } = body as Record<string, number>
  expect(total_cents).toBe(Number(price_cents) - Number(discount_cents))
})

it('the price range of a list is about a price in cents', async () => {
  await course()
  const { body } = await send('GET', '/courses?price_max=4001')
  const prices = (body as { readonly price_cents: number }[]).map((each) => each.price_cents)
  expect(prices).toContain(4001)
  expect(Math.max(...prices)).toBe(4001)
})
