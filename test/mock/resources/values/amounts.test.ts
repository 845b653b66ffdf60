import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const number = { type: 'number' }
const integer = { type: 'integer', minimum: 1 }
const line = object({ sku: text, quantity: integer, unitPrice: number })
const order = object({
  id: { type: 'integer' },
  note: text,
  lines: list(object({ sku: text, quantity: integer, unitPrice: number, lineTotal: number })),
  totalQuantity: { type: 'integer' },
  subtotal: number,
  tax: number,
  discount: number,
  couponCode: { type: ['string', 'null'] },
  total: number,
})

interface Order extends JsonObject {
  readonly lines: readonly {
    readonly quantity: number
    readonly unitPrice: number
    readonly lineTotal: number
  }[]
  readonly totalQuantity: number
  readonly subtotal: number
  readonly tax: number
  readonly discount: number
  readonly total: number
}

async function orders(sent: object, record = order): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: answer(200, list(record)),
        post: { requestBody: json(sent), ...answer(201, record) },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const sentOrder = { type: 'object', properties: { lines: list(line), couponCode: text } }
const lines = [
  { sku: 'A', quantity: 2, unitPrice: 10.25 },
  { sku: 'B', quantity: 1, unitPrice: 5 },
]

describe('amounts of a record', () => {
  it('multiplies the quantity that is ordered with its cost', async () => {
    const ordered = { sku: text, quantityOrdered: integer, unitCost: number }
    const received = { quantityReceived: { ...integer, minimum: 0, description: 'Starts at 0.' } }
    const record = object({
      id: { type: 'integer' },
      lines: list(object({ ...ordered, ...received, lineTotal: number })),
      totalAmount: number,
    })
    const send = await orders(object({ lines: list(object(ordered)) }), record)
    const sent = [{ sku: 'A', quantityOrdered: 2, unitCost: 10.25 }]
    expect((await send('POST', '/orders', { lines: sent })).body).toMatchObject({
      lines: [{ quantityOrdered: 2, quantityReceived: 0, lineTotal: 20.5 }],
      totalAmount: 20.5,
    })
  })

  it('adds up the lines of a new record', async () => {
    const send = await orders(sentOrder)
    const { body } = await send('POST', '/orders', { lines })
    const made = body as Order
    expect(made.lines.map(({ lineTotal }) => lineTotal)).toEqual([20.5, 5])
    expect(made).toMatchObject({ totalQuantity: 3, subtotal: 25.5 })
    expect(made.total).toBeCloseTo(25.5 + made.tax - made.discount)
  })

  it('adds up quantities under any name that counts, if its description says so', async () => {
    const counted = object({
      id: { type: 'integer' },
      lines: list(object({ quantity: integer, unitPrice: number, lineTotal: number })),
      ticketCount: { type: 'integer', description: 'Sum of the quantities.' },
      subtotal: number,
    })
    const { body } = await (await orders(sentOrder, counted))('POST', '/orders', { lines })
    expect(body).toMatchObject({ ticketCount: 3, subtotal: 25.5 })
  })

  it('adds up in seeded records', async () => {
    const send = await orders(sentOrder)
    const { body } = await send('GET', '/orders')
    for (const seeded of body as readonly Order[]) {
      const sum = seeded.lines.reduce((partial, { quantity, unitPrice }) => partial + quantity * unitPrice, 0)
      expect(seeded.subtotal).toBeCloseTo(sum)
      expect(seeded.total).toBeCloseTo(sum + seeded.tax - seeded.discount)
    }
  })

  it('grants a discount only for a coupon', async () => {
    const send = await orders(sentOrder)
    const plain = (await send('POST', '/orders', { lines })).body as Order
    const reduced = (await send('POST', '/orders', { lines, couponCode: 'SAVE10' })).body as Order
    expect(plain.discount).toBe(0)
    expect(reduced.discount).toBeGreaterThan(0)
  })

  it('keeps amounts that clients may send', async () => {
    const send = await orders({ ...order, required: [] })
    const sent = { note: 'x', lines: [{ ...lines[0], lineTotal: 1 }], subtotal: 7, total: 99 }
    expect((await send('POST', '/orders', sent)).body).toMatchObject(sent)
  })

  it('are what their descriptions compute', async () => {
    const [paid, due] = ['amount_paid', 'balance_due']
    const described = { ...number, description: '`fee` minus `amount_paid`.' }
    const booking = object({ id: { type: 'integer' }, fee: number, [paid]: number, [due]: described })
    const sent = { type: 'object', properties: { fee: number, [paid]: number } }
    const send = await orders(sent, booking)
    const { body } = await send('POST', '/orders', { fee: 100, [paid]: 30 })
    expect(body).toMatchObject({ fee: 100, [paid]: 30, [due]: 70 })
  })

  it('leaves numbers alone whose factors are not clear', async () => {
    const record = object({
      id: { type: 'integer' },
      quantity: integer,
      qty: integer,
      price: number,
      total: number,
    })
    const send = await orders(object({ quantity: integer, qty: integer, price: number }), record)
    const { body } = await send('POST', '/orders', { quantity: 3, qty: 4, price: 5 })
    expect([15, 20]).not.toContain((body as Order).total)
  })
})

it('a total is that of items that do not show what they cost', async () => {
  const send = await orders(
    { type: 'object', properties: { lines: list(line) } },
    object({ id: { type: 'integer' }, lines: list(line), total: number }),
  )
  expect((await send('POST', '/orders', { lines })).body).toMatchObject({ lines, total: 25.5 })
})
