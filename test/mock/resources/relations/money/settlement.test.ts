import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const choice = (...values: readonly string[]): object => ({ type: 'string', enum: values })
const time = { type: ['string', 'null'], format: 'date-time' }
const at = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const refusal = {
  description: 'Not possible',
  content: { 'application/json': { schema: object({ message: text }) } },
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Billing', version: '1', description: 'All amounts are in cents.' },
  paths: {
    '/customers': {
      get: answer(200, list(ref('Customer'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Customer')) },
    },
    '/customers/{id}': { get: { parameters: [at('id')], ...answer(200, ref('Customer')) } },
    '/invoices': {
      get: answer(200, list(ref('Invoice'))),
      post: {
        requestBody: json(object({ customer_id: integer, tax_rate: integer, lines: list(ref('Line')) })),
        ...answer(201, ref('Invoice')),
      },
    },
    '/invoices/{id}': { get: { parameters: [at('id')], ...answer(200, ref('Invoice')) } },
    '/invoices/{id}/payments': {
      get: { parameters: [at('id')], ...answer(200, list(ref('Payment'))) },
      post: {
        description: 'The amount must not exceed what is still due (409).',
        parameters: [at('id')],
        requestBody: json(object({ amount: integer })),
        responses: { 201: { description: 'Paid', ...json(ref('Payment')) }, 409: refusal, 422: refusal },
      },
    },
  },
  components: {
    schemas: {
      Customer: object({
        id: integer,
        name: text,
        balance: { ...integer, description: 'Outstanding balance' },
      }),
      Line: object({ description: text, quantity: integer, unit_price: integer }),
      Invoice: object({
        id: integer,
        number: { ...text, example: 'INV-0042' },
        customer_id: integer,
        status: choice('open', 'partially_paid', 'paid', 'void'),
        lines: list(object({ description: text, quantity: integer, unit_price: integer, amount: integer })),
        subtotal: integer,
        tax_rate: integer,
        tax: integer,
        total: integer,
        amount_paid: { ...integer, description: 'Sum of the payments.' },
        amount_due: integer,
        paid_at: time,
        created_at: { ...text, format: 'date-time' },
      }),
      Payment: object({
        id: integer,
        invoice_id: integer,
        amount: integer,
        status: choice('succeeded', 'failed'),
      }),
    },
  },
}

const started = async (world: 'demo' | 'empty') =>
  clientOf(await createMock({ document, world, selfCheck: true }))

async function invoiced() {
  const send = await started('empty')
  await send('POST', '/customers', { name: 'Ada' })
  const lines = [{ description: 'Seats', quantity: 2, unit_price: 5000 }]
  const { body } = await send('POST', '/invoices', { customer_id: 1, tax_rate: 19, lines })
  return { send, invoice: body }
}

it('taxes follow from their rate, and what is due from what is paid', async () => {
  const { send, invoice } = await invoiced()
  expect(invoice).toMatchObject({
    tax: 1900,
    total: 11_900,
    amount_paid: 0,
    amount_due: 11_900,
    paid_at: null,
  })
  await send('POST', '/invoices/1/payments', { amount: 1900 })
  expect((await send('GET', '/invoices/1')).body).toMatchObject({
    status: 'partially_paid',
    amount_paid: 1900,
    amount_due: 10_000,
    paid_at: null,
  })
})

it('what is paid as a whole is paid', async () => {
  const { send } = await invoiced()
  await send('POST', '/invoices/1/payments', { amount: 11_900 })
  const { body } = await send('GET', '/invoices/1')
  expect(body).toMatchObject({ status: 'paid', amount_due: 0 })
  expect(body).toMatchObject({ paid_at: expect.any(String) as string })
})

it('nobody pays more than what is due', async () => {
  const { send } = await invoiced()
  expect((await send('POST', '/invoices/1/payments', { amount: 11_901 })).status).toBe(409)
})

it('a balance is what is left to pay of all that is owed', async () => {
  const { send } = await invoiced()
  await send('POST', '/invoices/1/payments', { amount: 900 })
  expect((await send('GET', '/customers/1')).body).toMatchObject({ balance: 11_000 })
})

interface Invoice {
  readonly id: number
  readonly number: string
  readonly customer_id: number
  readonly status: string
  readonly total: number
  readonly amount_paid: number
  readonly amount_due: number
  readonly paid_at: string | null
  readonly created_at: string
}

it('the amounts of seeds add up, and fit their states', async () => {
  const send = await started('demo')
  const invoices = (await send('GET', '/invoices')).body as unknown as readonly Invoice[]
  const customers = (await send('GET', '/customers')).body as unknown as readonly {
    id: number
    balance: number
  }[]
  for (const { id, status, total, amount_paid: paid, amount_due: due, paid_at: time } of invoices) {
    const { body } = await send('GET', `/invoices/${String(id)}/payments`)
    const payments = body as unknown as readonly { amount: number; status: string }[]
    const succeeded = payments.filter((each) => each.status === 'succeeded')
    expect(succeeded.reduce((sum, each) => sum + each.amount, 0)).toBe(paid)
    expect(total - paid).toBe(due)
    expect([due === 0, time !== null]).toEqual([status === 'paid', status === 'paid'])
  }
  for (const { id, balance } of customers) {
    const owed = invoices.filter((each) => each.customer_id === id && !/paid$|void/.test(each.status))
    const parts = invoices.filter((each) => each.customer_id === id && each.status === 'partially_paid')
    expect([...owed, ...parts].reduce((sum, each) => sum + each.amount_due, 0)).toBe(balance)
  }
})

it('numbers follow one another in the order of creation', async () => {
  const send = await started('demo')
  const invoices = (await send('GET', '/invoices')).body as unknown as readonly Invoice[]
  expect(invoices.map(({ number }) => number).toSorted()).toEqual(invoices.map(({ number }) => number))
  expect(invoices.map((each) => each.created_at).toSorted()).toEqual(invoices.map((each) => each.created_at))
  const { body } = await send('POST', '/invoices', { customer_id: 1, tax_rate: 0, lines: [] })
  const numberIn = (each: string | undefined): number => Number(each?.slice(4))
  expect(numberIn((body as unknown as Invoice).number)).toBe(numberIn(invoices.at(-1)?.number) + 1)
})
