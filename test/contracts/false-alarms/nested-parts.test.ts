import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock, refuse } from '../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../support/document-parts.ts'

const id = { type: 'integer', readOnly: true }
const book = { type: 'object', required: ['id', 'title'], properties: { id, title: text } }
const payment = {
  oneOf: [
    {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'card' }, digits: { ...text, minLength: 4, maxLength: 4 } },
    },
    {
      type: 'object',
      required: ['kind', 'vatId'],
      properties: { kind: { const: 'invoice' }, vatId: { ...text, minLength: 4, maxLength: 20 } },
    },
  ],
}
const line = {
  type: 'object',
  required: ['bookId'],
  properties: { bookId: { type: 'integer' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
}
const order = {
  type: 'object',
  required: ['id', 'lines', 'payment'],
  properties: { id, lines: { type: 'array', items: line, minItems: 1 }, payment },
}
const withoutNotFound = (schema: object): object => ({
  responses: { 201: { description: 'Made', content: { 'application/json': { schema } } } },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/books': { get: listOf(book), post: { ...sent(book), ...answer(201, book) } },
    '/books/{bookId}': { ...at('bookId'), get: answer(200, book), delete: gone },
    '/orders': { post: { ...sent(order), ...withoutNotFound(order) } },
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, order) },
  },
}

interface Order {
  readonly lines: readonly { readonly bookId: number }[]
  readonly payment: { readonly kind: string; readonly vatId?: string }
}

/** The findings about a shop that knows its books, and stores only the properties of the kind of payment. */
async function findingsOfShop(): Promise<readonly string[]> {
  const target = await createMock({
    document,
    behaviours: {
      async 'POST /orders'({ request, store, next }) {
        const { lines, payment } = request.body as unknown as Order
        for (const { bookId } of lines)
          if (!(await store.collection('/books').get(bookId)))
            return refuse(404, 'not_found', `Book ${String(bookId)} not found`)
        const outcome = await next()
        if (outcome.kind !== 'ok' || payment.kind === 'invoice') return outcome
        const shown = outcome.body as { readonly id: number }
        const { vatId: _, ...card } = payment
        const stored = { ...shown, payment: card }
        await store.collection('/orders').put(shown.id, stored)
        return { ...outcome, body: stored }
      },
    },
  })
  const { findings } = await runContract({ document, phases: ['coverage'], target })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('keeps the ids of existing records in the lines of an order, and the properties of another branch out', async () => {
  expect(await findingsOfShop()).toEqual([])
})
