import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock, ok, refuse } from '../../../../../../mock/index.ts'
import { answer, at, kept, sent, text } from '../../../../support/document-parts.ts'
import { staysDocument, staysService } from '../../../../support/stays-service.ts'

const record = (properties: object): object => ({
  type: 'object',
  required: ['id', 'amount'],
  properties: {
    id: { ...text, readOnly: true },
    amount: { type: 'integer', minimum: 1, maximum: 500 },
    ...properties,
  },
})
const [payment, refund] = [record({ payer: text }), record({ reason: text })]

const document = {
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: {
    '/payments': kept(payment),
    '/payments/{paymentId}': { ...at('paymentId'), get: answer(200, payment) },
    '/payments/{paymentId}/refunds': {
      ...at('paymentId'),
      get: answer(200, { type: 'array', items: refund }),
      post: {
        description: 'There may be several refunds, but their sum cannot exceed the `amount` of the payment.',
        ...sent(refund),
        ...answer(201, refund, { 422: { description: 'Refused' } }),
      },
    },
    '/payments/{paymentId}/refunds/{refundId}': {
      ...at('paymentId', 'refundId'),
      get: answer(200, refund),
    },
  },
}

interface Entry {
  readonly id: string
  readonly amount: number
  readonly paymentId: string | undefined
}

/** What is found of a service that takes a refund if this is true of the payment, of what was refunded, and of the refund. */
async function findingsOf(
  allows: (paid: number, refunded: number, amount: number) => boolean,
): Promise<readonly string[]> {
  const entries: Entry[] = []
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, , paymentId, below, refundId] = new URL(request.url).pathname.split('/')
      const found = (id: string | undefined, of?: string): Entry | undefined =>
        entries.find((each) => each.id === id && each.paymentId === of)
      const paid = paymentId === undefined ? undefined : found(paymentId)
      if (paymentId !== undefined && !paid) return new Response(null, { status: 404 })
      const listed = entries.filter((each) => each.paymentId === paymentId)
      const isList = paymentId === undefined || (below !== undefined && refundId === undefined)
      if (request.method !== 'POST') {
        const one = refundId === undefined ? paid : found(refundId, paymentId)
        const body = isList ? listed : one
        return body ? Response.json(body) : new Response(null, { status: 404 })
      }
      const body = (await request.json()) as { readonly amount?: unknown }
      const { amount } = body
      if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1 || amount > 500)
        return new Response(null, { status: 400 })
      const refunded = listed.reduce((sum, each) => sum + each.amount, 0)
      if (paid && !allows(paid.amount, refunded, amount)) return new Response(null, { status: 422 })
      const made = { ...body, amount, paymentId, id: `p${String(entries.length + 1)}` }
      entries.push(made)
      return Response.json(made, { status: 201 })
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('a limit that a description sets by a property of another record', () => {
  it('is reported if it is ignored', async () => {
    expect(await findingsOf(() => true)).toContainEqual(
      expect.stringMatching(
        /^invalid-refused POST .*amount = \d+, above amount = \d+, to be refused; got 201/,
      ),
    )
  })

  it('is reported if it is for each record, but should be for all together', async () => {
    expect(await findingsOf((paid, _, amount) => amount <= paid)).toEqual([
      expect.stringMatching(/^invalid-refused POST .*amount = 1 more, above amount = \d+, to be refused/),
    ])
  })

  it('has no finding if it is kept', async () => {
    expect(await findingsOf((paid, refunded, amount) => refunded + amount <= paid)).toEqual([])
  })

  it('is reported if a reference tells the record, even one with a smaller limit', async () => {
    const { findings } = await runContract({
      document: staysDocument,
      target: staysService('too many guests'),
      phases: ['stateful'],
    })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([
      expect.stringMatching(/^invalid-refused: .*guests = \d, above beds = \d, to be refused; got 201/),
    ])
  })
})

describe('a limit for what an action is sent', () => {
  const refunded = { type: 'integer', readOnly: true, default: 0 }
  const shown = record({ refunded })
  const asked = {
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'integer', minimum: 1 } },
  }
  const withAction = {
    openapi: '3.1.0',
    info: { title: 'Payments', version: '1' },
    paths: {
      '/payments': kept(shown),
      '/payments/{id}': { ...at('id'), get: answer(200, shown) },
      '/payments/{id}/refunds': {
        ...at('id'),
        post: {
          operationId: 'refund',
          description: 'All refunds together must not exceed the `amount` of the payment.',
          ...sent(asked),
          ...answer(201, shown, { 422: { description: 'Too much' } }),
        },
      },
    },
  }

  async function findingsWith(allows: (paid: number, before: number, more: number) => boolean) {
    const target = await createMock({
      document: withAction,
      behaviours: {
        async refund({ request, store }) {
          const { id = '' } = request.path as Readonly<Record<string, string>>
          const payment = await store.collection('/payments').get(id)
          if (!payment) return refuse(404, 'not_found', 'There is no such payment.')
          const [paid, before] = [Number(payment['amount']), Number(payment['refunded'] ?? 0)]
          const { amount } = request.body as { readonly amount: number }
          if (!allows(paid, before, amount)) return refuse(422, 'too_much', 'That is too much.')
          const after = { ...payment, refunded: before + amount }
          await store.collection('/payments').put(id, after)
          return ok(201, after)
        },
      },
    })
    const { findings } = await runContract({ document: withAction, phases: ['stateful'], target })
    return findings.map(({ check, message }) => `${check}: ${message.replace(/.*: expected/, 'expected')}`)
  }

  it('is not reported if it is kept', async () => {
    expect(await findingsWith((paid, before, more) => before + more <= paid)).toEqual([])
  })

  it.each([
    ['one request', () => true, /above amount = \d+, to be refused; got 201/],
    [
      'several',
      (paid: number, _: number, more: number) => more <= paid,
      /= 1 more, above amount = \d+, to be refused; got 201/,
    ],
  ])('is reported if %s can exceed it', async (_, allows, message) => {
    expect(await findingsWith(allows)).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^invalid-refused: .*${message.source}`))]),
    )
  })
})

describe('a limit that follows from a number which clients set', () => {
  const tier = {
    type: 'object',
    required: ['id', 'quantity', 'sold', 'available'],
    properties: {
      id: { ...text, readOnly: true },
      quantity: { type: 'integer', minimum: 1, maximum: 5000 },
      sold: { type: 'integer', readOnly: true, default: 0 },
      available: { type: 'integer', readOnly: true, description: '`quantity` less `sold`.' },
    },
  }
  const order = {
    type: 'object',
    required: ['id', 'tierId', 'tickets'],
    properties: {
      id: { ...text, readOnly: true },
      tierId: text,
      tickets: { type: 'integer', minimum: 1, maximum: 10 },
    },
  }
  const ordered = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/tiers': kept(tier),
      '/tiers/{id}': { ...at('id'), get: answer(200, tier) },
      '/orders': {
        get: answer(200, { type: 'array', items: order }),
        post: {
          operationId: 'placeOrder',
          description: '409 if fewer tickets are available than asked for.',
          ...sent(order),
          ...answer(201, order, { 409: { description: 'Sold out' } }),
        },
      },
      '/orders/{id}': { ...at('id'), get: answer(200, order) },
    },
  }

  /** What is found of a service that sells so many tickets more than there are. */
  async function findingsWith(more: number): Promise<readonly string[]> {
    const target = await createMock({
      document: ordered,
      behaviours: {
        async placeOrder({ request, store }) {
          const body = request.body as { readonly tierId: string; readonly tickets: number }
          const of = await store.collection('/tiers').get(body.tierId)
          if (!of) return refuse(409, 'no_tier', 'There is no such tier.')
          const [sold, quantity] = [Number(of['sold']) + body.tickets, Number(of['quantity'])]
          if (sold > quantity + more) return refuse(409, 'sold_out', 'There are fewer.')
          await store.collection('/tiers').put(body.tierId, { ...of, sold, available: quantity - sold })
          const { total } = await store.collection('/orders').list({ limit: 0 })
          const made = { ...body, id: `o${String(total + 1)}` }
          await store.collection('/orders').put(made.id, made)
          return ok(201, made)
        },
      },
    })
    const { findings } = await runContract({ document: ordered, target, phases: ['stateful'] })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }

  it('is not reported if it is kept', async () => {
    expect(await findingsWith(0)).toEqual([])
  })

  it('is reported if it is exceeded', async () => {
    expect(await findingsWith(1)).toContainEqual(
      expect.stringMatching(
        /^invalid-refused: .*tickets = \d+, above available = \d+, to be refused; got 201/,
      ),
    )
  })
})
