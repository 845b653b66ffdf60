import { describe, expect, it } from 'vitest'
import { answer, at, sent, text } from '../support/document-parts.ts'
import { findingsOf } from '../support/post-and-read.ts'

const amount = { type: 'integer', minimum: 1, maximum: 9 }
const line = { type: 'object', required: ['name', 'amount'], properties: { name: text, amount } }
const shownLine = {
  type: 'object',
  required: ['name', 'amount', 'total'],
  properties: { name: text, amount: { type: 'integer' }, total: { type: 'integer' } },
}
const order = (items: object): object => ({
  type: 'object',
  required: ['lines'],
  properties: { id: { type: 'integer', readOnly: true }, lines: { type: 'array', minItems: 1, items } },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': { post: { ...sent(order(line)), ...answer(201, order(shownLine)) } },
    '/orders/{id}': { ...at('id'), get: answer(200, order(shownLine)) },
  },
}

interface Line {
  readonly name: string
  readonly amount: number
}

const withTotals = (lines: readonly Line[]): object => ({
  lines: lines.map((each) => ({ ...each, total: each.amount * 2 })),
})
const linesOf = (body: Readonly<Record<string, unknown>>): readonly Line[] => body['lines'] as readonly Line[]

describe('items that a record shows with more than was sent', () => {
  it('are right with what the server adds', async () => {
    expect(await findingsOf(document, (body) => withTotals(linesOf(body)))).toEqual([])
  })

  it.each([
    ['lost', (lines: readonly Line[]) => lines.slice(0, 1)],
    ['changed', (lines: readonly Line[]) => lines.map((each) => ({ ...each, amount: 10 - each.amount }))],
    ['repeated', (lines: readonly Line[]) => [...lines, ...lines]],
  ])('are not %s', async (_, broken) => {
    const found = await findingsOf(document, (body) => withTotals(broken(linesOf(body))))
    expect(found).toEqual(
      expect.arrayContaining([expect.stringMatching(/^created-readable: .*expected lines\b.* = /)]),
    )
  })

  it('may be merged if they are for the same', async () => {
    const merged = (lines: readonly Line[]): readonly Line[] => [
      { name: lines[0]?.name ?? '', amount: lines.reduce((sum, { amount }) => sum + amount, 0) },
    ]
    expect(await findingsOf(document, (body) => withTotals(merged(linesOf(body))))).toEqual([])
  })
})

describe('an object in a record', () => {
  const details = { type: 'object', required: ['name', 'secret'], properties: { name: text, secret: text } }
  const shownDetails = { type: 'object', required: ['name'], properties: { name: text } }
  const card = (shown: object): object => ({
    type: 'object',
    required: ['details'],
    properties: { id: { type: 'integer', readOnly: true }, details: shown },
  })
  const cards = (shown: object): object => ({
    openapi: '3.1.0',
    info: { title: 'Cards', version: '1' },
    paths: {
      '/cards': { post: { ...sent(card(details)), ...answer(201, card(shown)) } },
      '/cards/{id}': { ...at('id'), get: answer(200, card(shown)) },
    },
  })
  const nameOf = (body: Readonly<Record<string, unknown>>): string =>
    (body['details'] as { readonly name: string }).name

  it('need not show what its schema does not name', async () => {
    const stored = await findingsOf(cards(shownDetails), (body) => ({ details: { name: nameOf(body) } }))
    expect(stored).toEqual([])
  })

  it('shows what its schema names', async () => {
    const stored = await findingsOf(cards(shownDetails), () => ({ details: { name: 'other' } }))
    expect(stored).toEqual(expect.arrayContaining([expect.stringMatching(/^created-readable: /)]))
  })

  it('shows every entry if it is a map', async () => {
    const map = { ...shownDetails, additionalProperties: text }
    const stored = await findingsOf(cards(map), (body) => ({ details: { name: nameOf(body) } }))
    expect(stored).toEqual(expect.arrayContaining([expect.stringMatching(/^created-readable: /)]))
  })
})
