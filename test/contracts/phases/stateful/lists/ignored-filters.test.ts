import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { at, content, answer, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const rating = { type: 'integer', minimum: 1, maximum: 5 }
const price = { type: 'number', minimum: 0, maximum: 500 }
const language = { type: 'string', enum: ['de', 'en', 'fr'] }
const published = { type: 'string', format: 'date' }
const properties = {
  title: text,
  rating,
  price,
  language,
  published,
  tags: { type: 'array', items: text, minItems: 0, maxItems: 9 },
}
const sold = { type: 'object', required: Object.keys(properties), properties }
const book = { ...sold, required: ['id', ...sold.required], properties: { id: text, ...properties } }
const data = { type: 'object', required: ['data'], properties: { data: { type: 'array', items: book } } }
const filters = {
  title: text,
  rating,
  maxPrice: price,
  minRating: rating,
  tag: text,
  budget: price,
  newerThan: published,
  publishedBefore: published,
  language,
}
const findings = new Map([
  ['title', 'Only books with exactly this title.'],
  ['minRating', 'Only books with at least this rating.'],
  ['budget', 'Only books whose price is at most this.'],
  ['newerThan', 'Only books whose published is after this day.'],
  ['publishedBefore', 'Only books that came out earlier (exclusive).'],
  ['language', 'Only books in this language.'],
])
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'books',
        parameters: Object.entries(filters).map(([name, schema]) =>
          query(name, schema, { description: findings.get(name) }),
        ),
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

it.each(Object.keys(filters))('reports a list that ignores %s, in an API without records', async (name) => {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: `stateful/books/*-${name}*`,
    target: rewrittenQuery(mock, (query) => query.delete(name)),
  })
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual(['list-filter books'])
  expect(findings[0]?.message).toContain(`match ${name}=`)
})

/** Findings about a service that shows what is exactly at a bound when it should not, or does not when it should. */
async function findingsAtBound(
  name: 'budget' | 'maxPrice' | 'minRating' | 'newerThan' | 'publishedBefore',
  step: (value: string) => string,
  only = `stateful/books/*-${name}*`,
): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only,
    target: rewrittenQuery(mock, (query) => {
      const value = query.get(name)
      if (value !== null) query.set(name, step(value))
    }),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it.each([
  ['budget', -0.001],
  ['maxPrice', -0.001],
  ['minRating', 1],
] as const)('reports an inclusive bound that excludes an equal value: %s', async (name, step) => {
  expect(await findingsAtBound(name, (value) => String(Number(value) + step))).toEqual([
    expect.stringMatching(new RegExp(`^list-filter: .*expected every item that matches ${name}=`)),
  ])
})

const daysAfter =
  (days: number) =>
  (day: string): string =>
    new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

it.each([
  ['newerThan', -1],
  ['publishedBefore', 1],
] as const)('reports an exclusive bound that includes an equal value: %s', async (name, days) => {
  expect(await findingsAtBound(name, daysAfter(days))).toEqual([
    expect.stringMatching(new RegExp(`^list-filter: .*expected only items that match ${name}=`)),
  ])
})

it('has no finding if all filters are applied', async () => {
  expect(await findingsAtBound('budget', (value) => value, 'stateful/books/*')).toEqual([])
})

/** Findings about a service whose filter by title selects what `isMatch` says. */
async function findingsByTitle(
  described: object,
  isMatch: (title: string, asked: string) => boolean,
): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document: described,
    only: 'stateful/books/*-title*',
    async target(request: Request) {
      const url = new URL(request.url)
      const title = url.searchParams.get('title')
      url.searchParams.delete('title')
      const response = await mock.fetch(new Request(url, request))
      if (title === null || response.status !== 200 || request.method !== 'GET') return response
      const { data } = (await response.json()) as { readonly data: readonly { readonly title: string }[] }
      return Response.json({ data: data.filter((record) => isMatch(record.title, title)) })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it.each(['Only books with exactly this title.', 'Only the book with this title.'])(
  'reports a filter that also returns longer values: %s',
  async (description) => {
    const text = JSON.stringify(document).replace('Only books with exactly this title.', description)
    const described = JSON.parse(text) as object
    expect(await findingsByTitle(described, (title, asked) => title === asked)).toEqual([])
    expect(await findingsByTitle(described, (title, asked) => title.includes(asked))).toEqual([
      expect.stringMatching(/^list-filter: .*expected only items that match title=/),
    ])
  },
)

it('reports a filter that is said to ignore case and does not', async () => {
  const text = JSON.stringify(document)
  const described = JSON.parse(text.replace('exactly this title', 'this title, ignoring case')) as object
  const inAnyCase = (title: string, asked: string): boolean => title.toLowerCase() === asked.toLowerCase()
  expect(await findingsByTitle(described, inAnyCase)).toEqual([])
  expect(await findingsByTitle(described, (title, asked) => title === asked)).toEqual([
    expect.stringMatching(/^list-filter: .*expected every item that matches title=/),
  ])
})
