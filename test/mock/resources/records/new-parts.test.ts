import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

interface Invoice {
  readonly id: string
  readonly lines: readonly { readonly id: string; readonly invoice: string }[]
}

/** Invoices with lines, which are paid by card. */
async function billing(): Promise<Send> {
  const lineInput = {
    type: 'object',
    required: ['amount'],
    properties: { amount: integer, quantity: { ...integer, default: 1 } },
  }
  const card = object({ last4: { ...text, pattern: '^[0-9]{4}$' } })
  const newCard = object({ last4: text, number: { ...text, writeOnly: true } })
  const id = { ...text, pattern: '^il_[a-z0-9]{14}$', example: 'il_9s6xkzknriz8i3' }
  const line = object({
    id,
    invoice: text,
    amount: integer,
    quantity: integer,
    note: { type: ['string', 'null'] },
  })
  const Invoice = object({
    id: text,
    card,
    lines: list(line),
    discount: integer,
    tax_percent: integer,
    tax: { ...integer, description: '`tax_percent` of subtotal minus discount, rounded.' },
    subtotal: { ...integer, description: 'Sum of the amounts of all lines.' },
    metadata: { type: 'object', additionalProperties: text },
    created_at: { ...text, format: 'date-time' },
    due_at: { ...text, format: 'date-time', description: '14 days after `created_at`.' },
  })
  const sent = object({ card: newCard, lines: list(lineInput), tax_percent: integer })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Billing', version: '1' },
    paths: {
      '/invoices': {
        get: answer(200, list(ref('Invoice'))),
        post: { requestBody: json(sent), ...answer(201, ref('Invoice')) },
      },
    },
    components: { schemas: { Invoice } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const sent = {
  card: { last4: '4242', number: '4242424242424242' },
  lines: [{ amount: 7 }, { amount: 3 }],
  tax_percent: 25,
}

it('new lines get ids of their own, the id of their record, defaults, and null for what was not sent', async () => {
  const { body } = await (await billing())('POST', '/invoices', sent)
  const { id, lines } = body as unknown as Invoice
  expect(lines).toMatchObject([
    { invoice: id, amount: 7, quantity: 1, note: null },
    { invoice: id, amount: 3, quantity: 1, note: null },
  ])
  expect(new Set(lines.map((each) => each.id)).size).toBe(2)
})

it('seeded lines have ids of their own, and those of their records', async () => {
  const { body } = await (await billing())('GET', '/invoices')
  const invoices = body as unknown as readonly Invoice[]
  for (const { id, lines } of invoices)
    expect(lines.map(({ invoice }) => invoice)).toEqual(lines.map(() => id))
  const ids = invoices.flatMap(({ lines }) => lines.map((each) => each.id))
  expect(new Set(ids).size).toBe(ids.length)
})

it('new records have no discount, free-form members or write-only parts that nobody sent, and what follows from others', async () => {
  const { body } = await (await billing())('POST', '/invoices', sent)
  expect(body).toMatchObject({ subtotal: 10, discount: 0, tax: 3, metadata: {}, card: { last4: '4242' } })
  const { card, created_at, due_at } = body as Record<string, string>
  expect(card).not.toHaveProperty('number')
  expect(Date.parse(due_at ?? '') - Date.parse(created_at ?? '')).toBe(14 * 86_400_000)
})
