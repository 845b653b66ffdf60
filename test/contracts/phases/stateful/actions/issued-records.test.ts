import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Mock } from '../../../../../mock/index.ts'
import { answer, at, kept, listOf, text } from '../../../support/document-parts.ts'

const refusal = { description: 'Refused' }
const id = { ...text, readOnly: true }
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true }
const order = {
  type: 'object',
  required: ['id', 'buyer', 'status', 'paidAt'],
  properties: { id, buyer: text, status: { enum: ['pending', 'paid'], readOnly: true }, paidAt: time },
}
const ticket = {
  type: 'object',
  required: ['code', 'orderId', 'status', 'usedAt'],
  properties: { code: id, orderId: text, status: { enum: ['valid', 'used'] }, usedAt: time },
}

/** Orders whose tickets nobody creates: they are issued once the order is paid. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/orders': kept(order),
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, order) },
    '/orders/{orderId}/pay': {
      ...at('orderId'),
      post: {
        operationId: 'pay',
        description: 'Pays a pending order. One ticket is issued. 409 for orders in other states.',
        ...answer(200, order, { 409: refusal }),
      },
    },
    '/orders/{orderId}/tickets': { ...at('orderId'), get: listOf(ticket) },
    '/tickets/{code}': { ...at('code'), get: answer(200, ticket) },
    '/tickets/{code}/use': {
      ...at('code'),
      post: {
        operationId: 'use',
        ...answer(200, ticket, { 409: { description: 'The ticket was already used' } }),
      },
    },
  },
}

/** The mock, but for what becomes of a record by an action. */
const broken = (operation: 'pay' | 'use', change: object): Promise<Mock> =>
  createMock({
    document,
    behaviours: {
      async [operation]({ request, store, next }) {
        const { orderId, code } = request.path as Readonly<Record<string, string>>
        const records = store.collection(operation === 'pay' ? '/orders' : '/tickets')
        const key = orderId ?? code ?? ''
        const answered = await next()
        const record = await records.get(key)
        if (!record || (operation === 'pay' && answered.kind === 'refused')) return answered
        const changed = { ...record, ...change }
        await records.put(key, changed)
        return ok(200, changed)
      },
    },
  })

async function findingsOf(target: Mock, only: string): Promise<readonly string[]> {
  const { findings } = await runContract({ document, target, only })
  return findings.map(
    ({ check, operation, severity, message }) => `${severity} ${check} ${operation}: ${message}`,
  )
}

describe('records that an action on another one makes', () => {
  const only = 'stateful/tickets/actions'

  it('have no finding if they follow the document', async () => {
    expect(await findingsOf(await createMock({ document }), only)).toEqual([])
  })

  it('are reported if an action on them is possible twice', async () => {
    const found = await findingsOf(
      await broken('use', { status: 'used', usedAt: '2030-01-01T00:00:00Z' }),
      only,
    )
    expect(found).toEqual([
      expect.stringMatching(/^error states use: .*in state status = used to be refused/),
    ])
  })
})

describe('a time that has the name of a state', () => {
  const only = 'stateful/orders/actions'

  it('has no finding if records in the state have it', async () => {
    expect(await findingsOf(await createMock({ document }), only)).toEqual([])
  })

  it('is reported if records in the state do not have it', async () => {
    expect(await findingsOf(await broken('pay', { paidAt: null }), only)).toEqual([
      expect.stringMatching(/^warning states pay: .*expected paidAt to be set, as its name says/),
    ])
  })
})
