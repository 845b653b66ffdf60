import { expect, it } from 'vitest'
import { describeApi, referredBy } from '../../../contracts/api/api.ts'
import { loadDocument } from '../../../spec/load.ts'
import { answer, at, kept, sent, text } from '../support/document-parts.ts'

const cart = { type: 'object', properties: { id: { ...text, readOnly: true }, note: text } }
const coupon = {
  type: 'object',
  required: ['code'],
  properties: { code: text, percent: { type: 'integer' } },
}
const code = { type: 'object', required: ['code'], properties: { code: text, remark: text } }

async function referred(path: string, property: string): Promise<string | undefined> {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/coupons': kept(coupon),
      '/coupons/{code}': { ...at('code'), get: answer(200, coupon) },
      '/carts': kept(cart),
      '/carts/{id}': { ...at('id'), get: answer(200, cart) },
      [`/carts/{id}/${path}`]: {
        ...at('id'),
        put: { operationId: 'use', ...sent(code), ...answer(200, cart) },
      },
    },
  })
  const api = describeApi(document)
  const operation = api.byId.get('use')
  return operation && referredBy(api, operation, property)
}

it('the key of a record may be sent to a path that names it', async () => {
  expect(await referred('coupon', 'code')).toBe('/coupons')
})

it.each([
  ['a path that names something else', 'lock', 'code'],
  ['another property', 'coupon', 'remark'],
])('%s tells of no record', async (_, path, property) => {
  expect(await referred(path, property)).toBeUndefined()
})
