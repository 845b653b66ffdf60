import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const shop = object({ id: text, name: text })
const parcel = object({ id: text, address: text })
const parameter = (name: string): object => ({ name, in: 'path', required: true, schema: text })
const document = {
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1' },
  security: [{ basic: [] }],
  paths: {
    '/shops': { get: answer(200, list(shop)) },
    '/shops/{shopId}': {
      parameters: [parameter('shopId')],
      get: answer(200, shop),
      patch: { requestBody: json(object({ name: text })), ...answer(200, shop) },
    },
    '/shops/{shopId}/parcels': {
      parameters: [parameter('shopId')],
      get: answer(200, list(parcel)),
      post: { requestBody: json(object({ address: text })), ...answer(201, parcel) },
    },
  },
  components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

const own = { authorization: `Basic ${btoa('my-shop:secret')}` }

it('a client has the account that its Basic credentials name', async () => {
  expect((await send('GET', '/shops/my-shop', undefined, own)).body).toMatchObject({ id: 'my-shop' })
  await send('PATCH', '/shops/my-shop', { name: 'Mine' }, own)
  expect((await send('GET', '/shops/my-shop')).body).toMatchObject({ id: 'my-shop', name: 'Mine' })
})

it('a client keeps records in its account', async () => {
  const { status, body } = await send('POST', '/shops/my-shop/parcels', { address: 'Here' }, own)
  expect(status).toBe(201)
  expect((await send('GET', '/shops/my-shop/parcels', undefined, own)).body).toEqual([body])
})

it.each([
  ['other credentials', { authorization: `Basic ${btoa('other-shop:secret')}` }],
  ['malformed ones', { authorization: 'Basic my-shop' }],
  ['none', {}],
])('the account is unknown with %s', async (_, headers) => {
  expect(await send('GET', '/shops/my-shop', undefined, headers)).toMatchObject({ status: 404 })
  expect(await send('GET', '/shops/my-shop/parcels', undefined, headers)).toMatchObject({ status: 404 })
})
