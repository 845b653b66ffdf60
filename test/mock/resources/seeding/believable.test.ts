import { beforeAll, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const time = { type: ['string', 'null'], format: 'date-time' }
const collection = (schema: string): object => ({
  get: answer(200, list(ref(schema))),
  post: { requestBody: json(object({ title: text })), ...answer(201, ref(schema)) },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Office', version: '1' },
  paths: {
    '/bank-accounts': { get: answer(200, list(ref('Account'))) },
    '/exports': collection('Export'),
    '/exports/{id}': { ...at, get: answer(200, ref('Export')) },
    '/instructors': { get: answer(200, list(ref('Instructor'))) },
    '/invoices': { get: answer(200, list(ref('Invoice'))) },
    '/articles': collection('Article'),
    '/articles/{id}': { ...at, get: answer(200, ref('Article')) },
    '/articles/{id}/publish': { ...at, post: answer(200, ref('Article')) },
  },
  components: {
    schemas: {
      Account: object({ id: own, name: text, iban: text }),
      Export: {
        ...object({
          id: own,
          title: text,
          status: { ...text, enum: ['queued', 'running', 'done', 'failed'], readOnly: true },
          error: { ...text, readOnly: true },
          errorCode: { type: ['string', 'null'], readOnly: true },
          failureReason: { ...text, readOnly: true },
        }),
        required: ['id', 'status', 'errorCode', 'failureReason'],
      },
      Instructor: object({ id: own, name: text, email: { ...text, format: 'email' } }),
      Invoice: object({
        id: own,
        number: { ...text, examples: ['INV-2024-00042'] },
        month: { ...text, pattern: '^\\d{4}-\\d{2}$' },
        status: { ...text, enum: ['draft', 'paid', 'cancelled'] },
        paidAt: time,
      }),
      Article: object({
        id: own,
        title: text,
        slug: { ...text, readOnly: true },
        published: { type: 'boolean', readOnly: true },
        publishedAt: { ...time, readOnly: true, description: 'Null until the article is published.' },
      }),
    },
  },
}

describe('seeded records', () => {
  let send: Send
  const listOf = async <T>(path: string): Promise<readonly T[]> =>
    (await send('GET', path)).body as unknown as readonly T[]

  beforeAll(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('name bank accounts after their purpose', async () => {
    for (const { name } of await listOf<{ name: string }>('/bank-accounts')) expect(name).toMatch(/ account$/)
  })

  it('have email addresses that fit the names', async () => {
    for (const { name, email } of await listOf<{ name: string; email: string }>('/instructors')) {
      const words = name
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, '')
        .split(' ')
      expect(words.some((word) => email.includes(word))).toBe(true)
    }
  })

  it('are numbered like the example, each otherwise', async () => {
    const numbers = (await listOf<{ number: string }>('/invoices')).map(({ number }) => number)
    expect(numbers.every((number) => /^INV-2024-\d{5}$/.test(number))).toBe(true)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('are of recent months', async () => {
    for (const { month } of await listOf<{ month: string }>('/invoices'))
      expect(Math.abs(Date.parse(`${month}-01`) - Date.now())).toBeLessThan(5 * 365 * 86_400_000)
  })

  it('have no time of what a dead end has not reached', async () => {
    for (const { status, paidAt } of await listOf<{ status: string; paidAt: string | null }>('/invoices'))
      expect(paidAt !== null).toBe(status === 'paid')
  })

  it('tell why they failed only if they have', async () => {
    const exports = await listOf<Record<string, string | null>>('/exports')
    expect(exports.some(({ status }) => status === 'failed')).toBe(true)
    for (const { status, error, errorCode, failureReason } of exports) {
      const isFailed = status === 'failed'
      expect([error !== undefined, errorCode !== null, failureReason !== '']).toEqual([
        isFailed,
        isFailed,
        isFailed,
      ])
    }
    const made = (await send('POST', '/exports', { title: 'All of May' })).body
    expect(made).toMatchObject({ status: 'queued', errorCode: null })
    expect(made).not.toHaveProperty('error')
  })

  it('have slugs of their titles, and what is null until then', async () => {
    const articles = await listOf<Record<string, string | boolean | null>>('/articles')
    for (const { title, slug, published, publishedAt } of articles) {
      expect(slug).toBe(
        String(title)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '-'),
      )
      if (published === false) expect(publishedAt).toBeNull()
    }
    const made = (await send('POST', '/articles', { title: 'Über Knots & Loops' })).body
    expect(made).toMatchObject({ slug: 'uber-knots-loops', published: false, publishedAt: null })
  })
})
