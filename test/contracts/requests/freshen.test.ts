import { describe, expect, it } from 'vitest'
import type { Api } from '../../../contracts/api/api.ts'
import { freshen, noteConflict } from '../../../contracts/requests/freshen.ts'
import type { Operation } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { apiOf } from '../support/answer-to.ts'

const book = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    isbn: { type: 'string', nullable: true, pattern: '^97[89][0-9]{10}$' },
    genre: { type: 'string', enum: ['fiction', 'poetry'] },
  },
}

const books = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: {
        operationId: 'createBook',
        requestBody: { content: { 'application/json': { schema: book } } },
        responses: { 201: { description: 'The book.' }, 409: { description: 'It is there.' } },
      },
    },
  },
}

const sent = { title: 'Emma', isbn: '9780000000019', genre: 'poetry' }

describe('freshen()', () => {
  it('replaces strings, and keeps enumerated ones', () => {
    const body = freshened(apiOf(books), 'aaaaaaaa')
    expect(body).toEqual({ ...sent, title: 'Emma aaaaaaaa' })
  })

  it.each([
    ['Emma', 'Emma aaaaaaaa'],
    ['in stock', 'in stock aaaaaaaa'],
    ['dark-mode', 'dark-mode-aaaaaaaa'],
    ['dark_mode', 'dark_mode_aaaaaaaa'],
    ['emma', 'emmaaaaaaaaa'],
    ['', 'aaaaaaaa'],
    ['emma.example.com.', 'aaaaaaaa.example.com.'],
  ])('replaces %j by a string with a space only where one is allowed', (title, isNew) => {
    expect(freshened(apiOf(books), 'aaaaaaaa', { ...sent, title })).toMatchObject({ title: isNew })
  })

  it('gives a new string of the same pattern for each request after a conflict', () => {
    const api = apiOf(books)
    noteConflict(api, creation(api))
    const codes = Array.from({ length: 100 }, (_, index) => {
      return (freshened(api, `mark${String(index).padStart(4, '0')}`) as typeof sent).isbn
    })
    expect(new Set(codes).size).toBe(100)
    expect(codes).not.toContain(sent.isbn)
    for (const code of codes) expect(code).toMatch(/^97[89]\d{10}$/)
  })

  it('marks the name of a record that clients choose and that is in a part, though it has a pattern', () => {
    const name = { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' }
    const metadata = { type: 'object', properties: { name } }
    const volume = { type: 'object', required: ['metadata'], properties: { metadata } }
    const content = { 'application/json': { schema: volume } }
    const done = { 200: { description: 'A volume', content } }
    const list = { 'application/json': { schema: { type: 'array', items: volume } } }
    const api = apiOf({
      openapi: '3.0.3',
      info: { title: 'Volumes', version: '1' },
      paths: {
        '/volumes': {
          get: { responses: { 200: { description: 'Volumes', content: list } } },
          post: { requestBody: { content }, responses: { 201: { description: 'Made', content } } },
        },
        '/volumes/{name}': {
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: done },
        },
      },
    })
    expect(freshened(api, 'aaaaaaaa', { metadata: { name: 'data' } })).toEqual({
      metadata: { name: 'data-aaaaaaaa' },
    })
  })

  it('gives another number after a conflict where the document says that no two records share it', () => {
    const rooms = (conflict: string): Api => {
      const number = { type: 'integer', minimum: 1, maximum: 999 }
      const room = {
        type: 'object',
        properties: { id: { type: 'string', readOnly: true }, number, beds: number },
      }
      const content = { 'application/json': { schema: room } }
      const post = {
        requestBody: { content },
        responses: { 201: { description: 'Added', content }, 409: { description: conflict } },
      }
      const list = { 'application/json': { schema: { type: 'array', items: room } } }
      const get = { responses: { 200: { description: 'Rooms', content: list } } }
      const one = { get: { responses: { 200: { description: 'A room', content } } } }
      const api = apiOf({
        openapi: '3.1.0',
        info: { title: 'Rooms', version: '1' },
        paths: { '/rooms': { post, get }, '/rooms/{id}': one },
      })
      noteConflict(api, creation(api))
      return api
    }
    const body = { number: 7, beds: 2 }
    const changed = freshened(rooms('Another room has the same number.'), 'aaaaaaaa', body)
    expect(changed).toEqual({ number: expect.any(Number), beds: 2 })
    expect(changed).not.toEqual(body)
    expect(freshened(rooms('Too late.'), 'aaaaaaaa', body)).toEqual(body)
  })
})

const creation = ({ operations }: Api): Operation => operations.find(({ method }) => method === 'POST')!

function freshened(api: Api, mark: string, body: Json = sent): Json {
  const operation = creation(api)
  return freshen({ api, operation, mark }, operation.requestBody!.content[0]!.schema!, body)
}
