import { expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { memberAt, type Json } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { integer, json, list, object, ref, text } from './document-parts.ts'

const uris = { content: { 'text/uri-list': { schema: text } } }
const hal = (schema: object, status = 200): object => ({
  responses: { [status]: { description: 'Done', content: { 'application/hal+json': { schema } } } },
})
const optional = (properties: object): object => ({ type: 'object', properties })
const listOf = (name: string, schema: string): object =>
  optional({
    _embedded: optional({ [name]: list(ref(schema)) }),
    _links: ref('Links'),
    page: optional({ size: integer, totalElements: integer, totalPages: integer, number: integer }),
  })
const pages = [
  { name: 'page', in: 'query', schema: { ...integer, default: 0 } },
  { name: 'size', in: 'query', schema: integer },
]
const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }]
const titled = [{ name: 'title', in: 'query', schema: text }]

/** Books and authors as Spring Data REST shows them: without ids, and with links of any names. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/authors': {
      get: { ...hal(listOf('authors', 'Author')), parameters: pages },
      post: { requestBody: json(object({ name: text })), ...hal(ref('Author'), 201) },
    },
    '/authors/{id}': { parameters, get: hal(ref('Author')) },
    '/authors/{id}/books': { parameters, get: hal(listOf('books', 'Book')) },
    '/books': {
      get: hal(listOf('books', 'Book')),
      post: {
        requestBody: json(optional({ title: text, author: text, topics: list(text) })),
        ...hal(ref('Book'), 201),
      },
    },
    '/books/{id}': {
      parameters,
      get: hal(ref('Book')),
      delete: { responses: { 204: { description: 'Gone' } } },
    },
    '/books/{id}/author': {
      parameters,
      get: hal(ref('Author')),
      put: { requestBody: uris, responses: { 204: { description: 'Set' } } },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
    '/books/{id}/topics': { parameters, get: hal(listOf('topics', 'Topic')) },
    '/books/search/findByTitle': { get: { ...hal(ref('Book')), parameters: titled } },
    '/books/search/findByTitleContainingIgnoreCase': {
      get: { ...hal(listOf('books', 'Book')), parameters: titled },
    },
    '/topics': { post: { requestBody: json(object({ name: text })), ...hal(ref('Topic'), 201) } },
    '/topics/{id}': { parameters, get: hal(ref('Topic')) },
  },
  components: {
    schemas: {
      Links: { type: 'object', additionalProperties: object({ href: text }) },
      Author: optional({ name: text, _links: ref('Links') }),
      Book: optional({ title: text, _links: ref('Links') }),
      Topic: optional({ name: text, _links: ref('Links') }),
    },
  },
}

const start = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))

const link = (record: Json | undefined, name = 'self'): string => {
  const href = memberAt(record ?? null, ['_links', name, 'href'])
  return typeof href === 'string' ? href.replace('http://localhost', '') : ''
}

async function library(): Promise<Record<'ann' | 'book', string> & { readonly send: Send }> {
  const send = await start()
  const ann = link((await send('POST', '/authors', { name: 'Ann' })).body)
  const topic = link((await send('POST', '/topics', { name: 'Bees' })).body)
  const sent = { title: 'Hives', author: `http://localhost${ann}`, topics: [topic] }
  return { send, ann, book: link((await send('POST', '/books', sent)).body) }
}

it('records without ids are known by the paths in their links', async () => {
  const { send, ann, book } = await library()
  expect(ann).toMatch(/^\/authors\/\d+$/)
  expect((await send('GET', ann)).body).toEqual({
    name: 'Ann',
    _links: { self: { href: `http://localhost${ann}` }, books: { href: `http://localhost${ann}/books` } },
  })
  expect((await send('DELETE', book)).status).toBe(204)
  expect((await send('GET', book)).status).toBe(404)
})

it('records are referred to by their URIs, and shown at the links of those that refer to them', async () => {
  const { send, ann, book } = await library()
  const { body } = await send('GET', book)
  expect(body).toMatchObject({ title: 'Hives' })
  expect(Object.keys(body as object)).toEqual(['title', '_links'])
  expect((await send('GET', link(body, 'author'))).body).toMatchObject({ name: 'Ann' })
  expect((await send('GET', link(body, 'topics'))).body).toMatchObject({
    _embedded: { topics: [{ name: 'Bees' }] },
  })
  expect((await send('GET', `${ann}/books`)).body).toMatchObject({
    _embedded: { books: [{ title: 'Hives' }] },
  })
})

it('a URI alone sets what a record refers to, and DELETE clears it', async () => {
  const mock = await createMock({ document, selfCheck: true })
  const send = clientOf(mock)
  const book = link((await send('POST', '/books', { title: 'Hives' })).body)
  const bob = link((await send('POST', '/authors', { name: 'Bob' })).body)
  const body = new TextEncoder().encode(`http://localhost${bob}\r\n`)
  const headers = { 'content-type': 'text/uri-list' }
  const set = await mock.handle({ method: 'PUT', path: `${book}/author`, query: '', headers, body })
  expect(set.status).toBe(204)
  expect((await send('GET', `${book}/author`)).body).toMatchObject({ name: 'Bob' })
  expect((await send('DELETE', `${book}/author`)).status).toBe(204)
  expect((await send('GET', `${book}/author`)).status).toBe(404)
})

it('finders find what their names say', async () => {
  const { send, book } = await library()
  const found = '/books/search/findByTitleContainingIgnoreCase?title='
  expect((await send('GET', `${found}hIVE`)).body).toMatchObject({
    _embedded: { books: [{ title: 'Hives' }] },
  })
  expect((await send('GET', `${found}nothing`)).body).toMatchObject({ page: { totalElements: 0 } })
  expect(link((await send('GET', '/books/search/findByTitle?title=Hives')).body)).toBe(book)
  expect((await send('GET', '/books/search/findByTitle?title=Hive')).status).toBe(404)
})

it('pages have links of any names to the others', async () => {
  const send = await start()
  const { body } = await send('GET', '/authors?page=1&size=1')
  expect(link(body)).toBe('/authors?page=1&size=1')
  expect(link(body, 'prev')).toBe('/authors?page=0&size=1')
  expect(link(body, 'next')).toBe('/authors?page=2&size=1')
  expect(link((await send('GET', '/authors?size=100')).body, 'next')).toBe('')
})
