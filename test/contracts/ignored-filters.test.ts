import { expect, it } from 'vitest'
import { runContract } from '../../contracts/index.ts'
import { createMock } from '../../mock/index.ts'
import { at, content, answer, gone, query, sent, text } from './odd-documents/parts.ts'

const rating = { type: 'integer', minimum: 1, maximum: 5 }
const price = { type: 'number', minimum: 0, maximum: 500 }
const properties = {
  title: text,
  rating,
  price,
  tags: { type: 'array', items: text, minItems: 0, maxItems: 9 },
}
const sold = { type: 'object', required: Object.keys(properties), properties }
const book = { ...sold, required: ['id', ...sold.required], properties: { id: text, ...properties } }
const data = { type: 'object', required: ['data'], properties: { data: { type: 'array', items: book } } }
const filters = { rating, maxPrice: price, tag: text }
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

it.each(Object.keys(filters))(
  'a list that ignores its %s is found, in an API that has no records yet',
  async (name) => {
    const mock = await createMock({ document, world: 'empty' })
    const { findings } = await runContract({
      document,
      phases: ['stateful'],
      async target(request: Request) {
        const url = new URL(request.url)
        url.searchParams.delete(name)
        return mock.fetch(new Request(url, request))
      },
    })
    expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual(['list-filter books'])
    expect(findings[0]?.message).toContain(`match ${name}=`)
  },
)
