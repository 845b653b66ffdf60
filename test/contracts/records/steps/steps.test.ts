import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { answer, at, sent, text } from '../../support/document-parts.ts'

const order = {
  type: 'object',
  required: ['id', 'status', 'note'],
  properties: { id: { ...text, readOnly: true }, status: { ...text, readOnly: true }, note: text },
}
const conflict = { 409: { description: 'Not in this state' } }
const moves: Readonly<Record<string, readonly [from: string, to: string]>> = {
  cancel: ['draft', 'cancelled'],
  ship: ['paid', 'shipped'],
  pay: ['placed', 'paid'],
  place: ['draft', 'placed'],
}
const actions = Object.keys(moves).map((name) => [
  `/orders/{id}/${name}`,
  { ...at('id'), post: { operationId: name, ...answer(200, order, conflict) } },
])
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': { post: { operationId: 'order', ...sent(order), ...answer(201, order) } },
    '/orders/{id}': { ...at('id'), get: { operationId: 'read', ...answer(200, order) } },
    ...Object.fromEntries(actions),
  },
}

interface Order {
  readonly id: string
  readonly status: string
  readonly note: string
}

/** A run against orders that move as `moves` says; `shown` is what a shipped one is answered with. */
async function run(shown: (order: Order) => object) {
  const orders = new Map<string, Order>()
  return runContract({
    document,
    phases: ['coverage'],
    include: Object.keys(moves),
    async target(request: Request) {
      const [, , id, action = ''] = new URL(request.url).pathname.split('/')
      if (id === undefined) {
        const { note } = (await request.json()) as Order
        const order = { id: `o${String(orders.size)}`, status: 'draft', note }
        orders.set(order.id, order)
        return Response.json(order, { status: 201 })
      }
      const order = orders.get(id)
      if (!order) return new Response(null, { status: 404 })
      if (action === '') return Response.json(order)
      const [from, to = ''] = moves[action] ?? []
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
      if (order.status !== from) return new Response(null, { status: 409 })
      const moved = { ...order, status: to }
      orders.set(id, moved)
      return Response.json(action === 'ship' ? shown(moved) : moved)
    },
  })
}

it('calls the actions that a record needs before it accepts another', async () => {
  const { summary, findings } = await run((order) => order)
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary).toMatchObject({ operations: 4, covered: 4 })
})

it('repeats these actions in the curl of a finding', async () => {
  const { findings } = await run(({ id }) => ({ id }))
  const finding = findings.find(({ operation, check }) => operation === 'ship' && check === 'response-body')
  const paths = finding?.curl.split('\n').map((line) => /https?:[^ |]*/.exec(line)?.[0].split('/').at(-1))
  expect(paths).toEqual(['orders', 'place', 'pay', 'ship'])
})
