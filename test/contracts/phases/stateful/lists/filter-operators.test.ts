import { expect, it } from 'vitest'
import { slug } from '../../../../../contracts/case.ts'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, content, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const title = { ...text, minLength: 5, maxLength: 40 }
const status = { ...text, enum: ['new', 'used', 'lost'] }
const price = { type: 'integer', minimum: 0, maximum: 500 }
const properties = { title, status, price }
const sold = { type: 'object', required: Object.keys(properties), properties }
const book = { ...sold, required: ['id', ...sold.required], properties: { id: text, ...properties } }
const data = { type: 'object', required: ['data'], properties: { data: { type: 'array', items: book } } }

const filters = {
  title__icontains: text,
  'title[$startsWith]': text,
  'where.title.endsWith': text,
  titleContains: text,
  'filter[status][eq]': status,
  'status[ne]': status,
  status__in: { type: 'array', items: status, minItems: 1 },
  price_gt: price,
  'filters[price][$lte]': price,
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'books',
        parameters: Object.entries(filters).map(([name, schema]) => query(name, schema)),
        responses: {
          200: { description: 'Books', content: content(data) },
          400: { description: 'Refused' },
        },
      },
      post: { operationId: 'sell', ...sent(sold), ...answer(201, book) },
    },
    '/books/{id}': { ...at('id'), get: { operationId: 'book', ...answer(200, book) }, delete: gone },
  },
}

/** What is found of a service that understands something else than is asked for. */
async function findingsOf(change: (query: URLSearchParams) => void, name = ''): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: `stateful/books/*-${slug(name)}*`,
    target: rewrittenQuery(mock, change),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('has no finding if the operators in the names of parameters are applied', async () => {
  expect(await findingsOf(() => undefined)).toEqual([])
})

it.each(Object.keys(filters))('reports a list that ignores %s', async (name) => {
  const findings = await findingsOf((query) => query.delete(name), name)
  expect(findings).toEqual([expect.stringMatching(/^list-filter: /)])
  expect(findings[0]).toContain(`${name}=`)
})

it.each([
  ['title__icontains', 'titleContains', 'which is case-sensitive'],
  ['title[$startsWith]', 'titleContains', 'which finds substrings'],
  ['where.title.endsWith', 'titleContains', 'which finds substrings'],
  ['price_gt', 'filters[price][$lte]', 'which is inverted'],
])('reports a list that applies %s as %s, %s', async (name, other) => {
  const findings = await findingsOf((query) => {
    const value = query.get(name)
    query.delete(name)
    if (value !== null) query.set(other, value)
  }, name)
  expect(findings).toEqual([expect.stringMatching(/^list-filter: /)])
  expect(findings[0]).toContain(`${name}=`)
})

it('reports an exclusive bound that includes the equal value', async () => {
  const findings = await findingsOf((query) => {
    const value = query.get('price_gt')
    if (value !== null) query.set('price_gt', String(Number(value) - 1))
  }, 'price_gt')
  expect(findings).toEqual([
    expect.stringMatching(/^list-filter: .*expected only items that match price_gt=/),
  ])
})
