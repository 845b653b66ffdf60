import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const number = { type: 'number', minimum: 0 }
const withId = { parameters: [{ name: 'orderId', in: 'path', required: true, schema: integer }] }
const refusing = (operation: object): object => ({
  responses: { ...(operation as { readonly responses: object }).responses, 409: { description: 'Refused' } },
})

/** Orders with a total and a state, but nothing that tells what has been paid. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: answer(200, list(ref('Order'))),
      post: { requestBody: json(object({ total: number })), ...answer(201, ref('Order')) },
    },
    '/orders/{orderId}': { ...withId, get: answer(200, ref('Order')) },
    '/orders/{orderId}/payments': {
      ...withId,
      get: answer(200, list(ref('Payment'))),
      post: {
        requestBody: json({
          type: 'object',
          required: ['method'],
          properties: { method: text, amount: number },
        }),
        ...refusing(answer(201, ref('Payment'))),
      },
    },
  },
  components: {
    schemas: {
      Order: object({ id: integer, total: number, status: { enum: ['pending', 'paid', 'shipped'] } }),
      Payment: object({
        id: integer,
        orderId: integer,
        method: text,
        amount: number,
        status: { enum: ['pending', 'succeeded', 'failed'] },
      }),
    },
  },
}

let send: Send
let order: number
const pay = async (sent: object = {}): ReturnType<Send> =>
  send('POST', `/orders/${order}/payments`, { method: 'card', ...sent })
const state = async (): Promise<unknown> =>
  ((await send('GET', `/orders/${order}`)).body as { readonly status: string }).status

beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
  order = ((await send('POST', '/orders', { total: 20 })).body as { readonly id: number }).id
})

it('a payment is of all that is to pay, unless another amount is sent, and succeeds', async () => {
  expect((await pay()).body).toMatchObject({ orderId: order, amount: 20, status: 'succeeded' })
})

it('what has been paid for is paid, and cannot be paid again', async () => {
  expect(await state()).toBe('pending')
  await pay()
  expect(await state()).toBe('paid')
  expect(await pay()).toMatchObject({ status: 409 })
})

it('a part of the amount does not pay it', async () => {
  expect((await pay({ amount: 5 })).body).toMatchObject({ amount: 5 })
  expect(await state()).toBe('pending')
})
