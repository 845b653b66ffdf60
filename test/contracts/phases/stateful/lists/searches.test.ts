import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, content, gone, sent, text } from '../../../support/document-parts.ts'

const status = { type: 'string', enum: ['new', 'used', 'lost'] }
const price = { type: 'integer', minimum: 0, maximum: 500 }
const properties = { title: { type: 'string', minLength: 3, maxLength: 40 }, status, price }
const sold = { type: 'object', required: Object.keys(properties), properties }
const createdAt = { type: 'string', format: 'date-time', readOnly: true }
const book = {
  ...sold,
  required: ['id', 'createdAt', ...sold.required],
  properties: { id: text, createdAt, ...properties },
}
const page = {
  type: 'object',
  required: ['data', 'nextCursor', 'total'],
  properties: {
    data: { type: 'array', items: book },
    nextCursor: { type: ['string', 'null'] },
    total: { type: 'integer' },
  },
}
const search = {
  type: 'object',
  additionalProperties: false,
  properties: {
    statuses: { type: 'array', minItems: 1, items: status, description: 'In one of these.' },
    title: { type: 'string' },
    minPrice: price,
    sort: { type: 'string', enum: ['price', '-price'] },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    cursor: { type: 'string' },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: { operationId: 'books', ...answer(200, page) },
      post: { operationId: 'sell', ...sent(sold), ...answer(201, book) },
    },
    '/books/search': {
      post: {
        operationId: 'find',
        description: 'Books that meet all conditions, newest first.',
        ...sent(search),
        responses: { 200: { description: 'Page', content: content(page) }, 400: { description: 'Refused' } },
      },
    },
    '/books/{id}': { ...at('id'), get: { operationId: 'book', ...answer(200, book) }, delete: gone },
  },
}

type Page = { readonly data: readonly object[]; readonly nextCursor: string | null; readonly total: number }
type Body = Readonly<Record<string, unknown>>

/** What is found of a service whose search is sent something else, or answers with something else. */
async function findingsOf(
  changeBody: (body: Body) => Body,
  changePage: (page: Page, body: Body) => object = (page) => page,
): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/books/*-find',
    async target(request: Request) {
      if (!request.url.endsWith('/search') || request.method !== 'POST') return mock.fetch(request)
      const sentBody = (await request.json()) as Body
      const body = JSON.stringify(changeBody(sentBody))
      const { url, headers } = request
      const response = await mock.fetch(new Request(url, { method: 'POST', headers, body }))
      return response.status === 200
        ? Response.json(changePage((await response.json()) as Page, sentBody))
        : response
    },
  })
  return findings.map((finding) => `${finding.check} ${finding.operation}: ${finding.message}`)
}

const without =
  (name: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([member]) => member !== name))

it('has no finding for a search that applies all its parameters', async () => {
  expect(await findingsOf((body) => body)).toEqual([])
})

it.each([
  ['statuses', /^list-filter find: .*expected only items that match statuses=/],
  ['minPrice', /^list-filter find: .*expected only items that match minPrice=/],
  ['limit', /^list-limit find: /],
  [
    'sort',
    /^list-order find: .*price in descending order for sort=-price|^list-order find: .*price in ascending order/,
  ],
  ['cursor', /^list-offset find: .*expected every item on exactly one page by cursor; got .* on two pages/],
])('reports a search that ignores its %s', async (name, expected) => {
  expect(await findingsOf(without(name))).toContainEqual(expect.stringMatching(expected))
})

it('reports a search whose total is that of the page', async () => {
  const findings = await findingsOf(
    (body) => body,
    (page) => ({ ...page, total: page.data.length }),
  )
  expect(findings).toContainEqual(expect.stringMatching(/^list-total find: /))
})

it('accepts a search that finds parts of strings', async () => {
  expect(await findingsOf(without('title'))).toEqual([])
})

it('does not judge a search that finds none of the records', async () => {
  const findings = await findingsOf(
    (body) => body,
    () => ({ data: [], nextCursor: null, total: 7 }),
  )
  expect(findings).toEqual([])
})
