import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, kept, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const status = { ...text, readOnly: true, enum: ['pending', 'paid', 'shipped', 'completed'] }
const order = {
  type: 'object',
  required: ['id', 'number', 'status'],
  properties: { id, number: { ...text, minLength: 2, maxLength: 40 }, status },
}
const shipment = {
  type: 'object',
  required: ['id', 'orderId', 'carrier'],
  properties: { id, orderId: id, carrier: { ...text, minLength: 2, maxLength: 40 } },
}
const conflict = { 409: { description: 'Conflict' } }
const ships = 'Ships a paid order, which becomes `shipped`. 409 for orders in other states.'

const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      ...kept(order),
      post: { description: 'New orders are `pending`.', ...sent(order), ...answer(201, order) },
    },
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, order) },
    '/orders/{orderId}/pay': {
      ...at('orderId'),
      post: {
        operationId: 'pay',
        description: 'Marks a pending order as paid. 409 for orders in other states.',
        ...answer(200, order, conflict),
      },
    },
    '/orders/{orderId}/complete': {
      ...at('orderId'),
      post: {
        operationId: 'complete',
        description: 'Only shipped orders can be completed (409).',
        ...answer(200, order, conflict),
      },
    },
    '/orders/{orderId}/shipments': {
      ...at('orderId'),
      get: answer(200, { type: 'array', items: shipment }),
      post: { operationId: 'ship', description, ...sent(shipment), ...answer(201, shipment, conflict) },
    },
  },
})

/** What is found of a service that does what another description says. */
async function findingsOf(served: string): Promise<ReadonlySet<string>> {
  const target = await createMock({ document: documentWith(served), world: 'empty' })
  const { findings } = await runContract({
    document: documentWith(ships),
    only: 'stateful/orders/actions',
    target,
  })
  return new Set(findings.map(({ message }) => message))
}

describe('what is created below a record and leads that to another state', () => {
  it('is judged like an action', async () => {
    expect(await findingsOf(ships)).toEqual(new Set())
  })

  it('has to lead there', async () => {
    const stays = await findingsOf('Ships a paid order. 409 for orders in other states.')
    expect([...stays].join(' ')).toMatch(/expected status = shipped, as the document says; got status = paid/)
  })

  it('is refused in other states', async () => {
    const free = await findingsOf('Ships an order, which becomes `shipped`.')
    expect([...free].join(' ')).toMatch(/expected POST in state status = pending to be refused; got 201/)
  })
})
