import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, text } from '../../document-parts.ts'

const state = { type: 'string', enum: ['open', 'paid'] }
const order = object({ id: integer, state, total: integer })
const counts = { type: 'object', additionalProperties: integer }
const described = (description: string): object => ({ ...integer, description })

/** An API of orders and customers, with another GET, on an empty world; two orders are open, and one is paid. */
async function shop(path: string, numbers: object): Promise<Send> {
  const customer = object({ id: integer, name: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': {
        get: answer(200, list(order)),
        post: { requestBody: json(object({ state, total: integer })), ...answer(201, order) },
      },
      '/customers': {
        get: answer(200, list(customer)),
        post: { requestBody: json(object({ name: text })), ...answer(201, customer) },
      },
      [path]: { get: answer(200, numbers) },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
  for (const state of ['open', 'open', 'paid']) await send('POST', '/orders', { state, total: 40 })
  await send('POST', '/customers', { name: 'Ada' })
  return send
}

it.each([
  ['/stats', object({ orders: integer, customers: integer }), { orders: 3, customers: 1 }],
  ['/stats', object({ orderCount: integer, open_orders: integer }), { orderCount: 3, open_orders: 2 }],
  ['/statistics', object({ counts: object({ orders: integer }) }), { counts: { orders: 3 } }],
  [
    '/orders/summary',
    object({ total: integer, open: integer, paid: integer }),
    { total: 3, open: 2, paid: 1 },
  ],
  ['/dashboard', object({ orders_open: integer }), { orders_open: 2 }],
  ['/stats', object({ orders: object({ open: integer, paid: integer }) }), { orders: { open: 2, paid: 1 } }],
  ['/orders/stats', object({ by_state: counts }), { by_state: { open: 2, paid: 1 } }],
  ['/dashboard', object({ ordersByState: counts }), { ordersByState: { open: 2, paid: 1 } }],
  [
    '/stats',
    object({ data: object({ orders_by_state: counts }) }),
    { data: { orders_by_state: { open: 2, paid: 1 } } },
  ],
  ['/dashboard', object({ totalRevenue: integer }), { totalRevenue: 40 }],
  ['/stats', object({ volume: described('Sum of all open orders') }), { volume: 80 }],
  ['/overview', object({ sold: described('Number of paid orders') }), { sold: 1 }],
  ['/about', object({ orders: described('The total number of orders.') }), { orders: 3 }],
])('the numbers of %s count the records: %#', async (path, numbers, expected) => {
  const send = await shop(path, numbers)
  expect((await send('GET', path)).body).toEqual(expected)
})

it('a number follows what happens', async () => {
  const send = await shop('/stats', object({ orders: integer }))
  await send('POST', '/orders', { state: 'open', total: 40 })
  expect((await send('GET', '/stats')).body).toEqual({ orders: 4 })
})

it.each([
  ['/stats', object({ orders: described('Number of orders in the last 30 days') })],
  ['/stats', object({ orders: described('Number of orders allowed, at most') })],
  ['/plan', object({ orders: integer })],
])('a number that may mean something else stays as generated: %s %#', async (path, numbers) => {
  const send = await shop(path, numbers)
  const before = (await send('GET', path)).body
  await send('POST', '/orders', { state: 'open', total: 40 })
  await send('POST', '/orders', { state: 'open', total: 40 })
  expect((await send('GET', path)).body).toEqual(before)
})
