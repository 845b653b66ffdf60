import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

/** Orders of customers, which are refused by that rule. */
async function shop(rule: string): Promise<Send> {
  const customer = object({ id: { ...text, readOnly: true }, status: { enum: ['active', 'blocked'] } })
  const order = object({ id: { ...text, readOnly: true }, customerId: text })
  const post = (record: object, description = ''): object => ({
    description,
    requestBody: json(record),
    responses: { 201: { description: 'Made', ...json(record) }, 422: { description: 'Refused' } },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/customers': { get: answer(200, list(customer)), post: post(customer) },
      '/customers/{customerId}': {
        parameters: [{ name: 'customerId', in: 'path', required: true, schema: text }],
        get: answer(200, customer),
      },
      '/orders': { get: answer(200, list(order)), post: post(order, rule) },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

async function statusOfOrder(send: Send, status: string): Promise<number> {
  const { body } = await send('POST', '/customers', { status })
  return (await send('POST', '/orders', { customerId: (body as { readonly id: string }).id })).status
}

it('a reference to a record in another state than the document demands is refused', async () => {
  const send = await shop('Only `active` customers can order; 422 otherwise.')
  expect([await statusOfOrder(send, 'blocked'), await statusOfOrder(send, 'active')]).toEqual([422, 201])
})

it('it is accepted where the document demands nothing', async () => {
  expect(await statusOfOrder(await shop('Orders something.'), 'blocked')).toBe(201)
})
