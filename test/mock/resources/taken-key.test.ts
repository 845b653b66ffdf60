import { expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, json, list, object, text } from './describe.ts'

/** Coupons, whose create may be refused for that. */
async function coupons(refusal: string, summary = 'Make a coupon'): Promise<Send> {
  const coupon = object({ id: { ...text, readOnly: true }, code: text, note: text })
  const post = {
    summary,
    requestBody: json(object({ code: text, note: text })),
    responses: {
      201: { description: 'Made', ...json(coupon) },
      409: { description: refusal },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Coupons', version: '1' },
    paths: { '/coupons': { get: answer(200, list(coupon)), post } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it.each([
  ['The code exists', undefined],
  ['There is another coupon with that code.', undefined],
  ['The shop already has a coupon of this code.', undefined],
  ['Conflict', 'Make a coupon. 409 when its code is taken.'],
])('a second record with the same text is refused where the document says: %s', async (refusal, summary) => {
  const send = await coupons(refusal, summary)
  const post = async (code: string) => (await send('POST', '/coupons', { code, note: 'once' })).status
  expect([await post('SAVE10'), await post('SAVE10'), await post('SAVE20')]).toEqual([201, 409, 201])
})

it.each([
  'It exists already',
  'The shop with this code does not exist',
  'The code is too long',
  'A coupon with this code or note exists',
])('is not refused where the document says: %s', async (refusal) => {
  const send = await coupons(refusal)
  const post = async () => (await send('POST', '/coupons', { code: 'SAVE10', note: 'once' })).status
  expect([await post(), await post()]).toEqual([201, 201])
})
