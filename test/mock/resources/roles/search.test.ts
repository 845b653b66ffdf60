import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ responses: { 200: { description: '', ...json(schema) } } })
const genre = { type: 'string', enum: ['fiction', 'history'] }
const book = {
  type: 'object',
  required: ['id', 'genre', 'pages'],
  properties: { id: { type: 'integer' }, genre, pages: { type: 'integer', minimum: 1, maximum: 900 } },
}
const page = {
  type: 'object',
  required: ['items', 'total'],
  properties: { items: { type: 'array', items: book }, total: { type: 'integer' } },
}
const criteria = {
  type: 'object',
  properties: {
    genres: { type: 'array', items: genre },
    minPages: { type: 'integer' },
    sort: { type: 'string', enum: ['pages', '-pages'] },
    offset: { type: 'integer' },
    limit: { type: 'integer' },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': { get: ok(page), post: { requestBody: json(book), ...ok(book) } },
    '/books/search': { post: { requestBody: json(criteria), ...ok(page) } },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: ok(book),
    },
  },
}

it('POST to a search filters, sorts and pages the records by its body', async () => {
  const mock = await createMock({ document, world: 'empty' })
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await mock.fetch(new Request(`http://api.test${path}`, init))).json()
  }
  const books = [
    { id: 1, genre: 'fiction', pages: 90 },
    { id: 2, genre: 'history', pages: 300 },
    { id: 3, genre: 'fiction', pages: 200 },
  ]
  for (const book of books) await post('/books', book)
  const [first, second, third] = books
  expect(await post('/books/search', {})).toEqual({ items: books, total: 3 })
  expect(await post('/books/search', { genres: ['fiction'] })).toEqual({ items: [first, third], total: 2 })
  expect(await post('/books/search', { minPages: 200 })).toEqual({ items: [second, third], total: 2 })
  expect(await post('/books/search', { sort: '-pages', offset: 1, limit: 1 })).toEqual({
    items: [third],
    total: 3,
  })
})
