import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

type Node = Readonly<Record<string, unknown>>

const json = (schema: Node): Node => ({ content: { 'application/json': { schema } } })
const object = (properties: Node, required: readonly string[] = []): Node => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string' }
const integer = { type: 'integer' }
const flag = { type: 'boolean' }
const tune = object({ id: integer, name: text }, ['id', 'name'])
const tunes = { type: 'array', items: tune }
const query = (name: string, schema: Node): Node => ({ name, in: 'query', schema })

/** Twelve tunes, listed in an envelope. */
const serve = async (envelope: Node, ...parameters: readonly Node[]): Promise<Send> =>
  serveBeside({}, envelope, parameters)

/** The same where more responses are declared. */
async function serveBeside(others: Node, envelope: Node, parameters: readonly Node[]): Promise<Send> {
  const answer = (schema: Node): Node => ({
    responses: { 200: { description: 'Fine', ...json(schema) }, ...others },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tunes', version: '1' },
    paths: {
      '/tunes': { get: { parameters, ...answer(envelope) } },
      '/tunes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(tune),
      },
    },
  }
  const world = { '/tunes': Array.from({ length: 12 }, (_, at) => ({ id: at + 1, name: `Tune ${at + 1}` })) }
  return clientOf(await createMock({ document, world, selfCheck: true }))
}

/** What stands around the records of a page. */
async function around(send: Send, target: string): Promise<unknown> {
  const { items: _, ...others } = (await send('GET', target)).body as Record<string, unknown>
  return others
}

const limit = query('limit', integer)
const offset = query('offset', integer)
const after = query('after', text)
const [second, last] = [btoa('offset:5').replaceAll('=', ''), btoa('offset:10').replaceAll('=', '')]

describe('the envelope of a list', () => {
  it('has nothing but what its schema names, though it may hold more', async () => {
    const send = await serve(object({ items: tunes, total: integer }, ['items', 'total']), limit, offset)
    expect(await around(send, '/tunes?limit=5')).toEqual({ total: 12 })
  })

  it('tells of the page by the names that documents use, in either spelling', async () => {
    const meta = object({
      total_pages: integer,
      pageCount: integer,
      perPage: integer,
      current_page: integer,
      hasMore: flag,
      prev: text,
    })
    const send = await serve(
      object({ items: tunes, meta: object({ ...(meta.properties as Node), total: integer }) }),
      limit,
      offset,
    )
    expect(await around(send, '/tunes?limit=5&offset=5')).toEqual({
      meta: {
        total: 12,
        total_pages: 3,
        pageCount: 3,
        perPage: 5,
        current_page: 2,
        hasMore: true,
        prev: '/tunes?limit=5&offset=0',
      },
    })
  })
})

describe('a page with what frameworks tell of it', () => {
  const page = query('page', { ...integer, default: 0 })
  const size = query('size', integer)

  it('is the first, the last or neither, with its number and how many it holds', async () => {
    const pageable = object({ pageNumber: integer, pageSize: integer, offset: integer })
    const flags = { first: flag, last: flag, empty: flag, number: integer, numberOfElements: integer }
    const send = await serve(object({ items: tunes, totalElements: integer, pageable, ...flags }), page, size)
    const at = (pageNumber: number): Node => ({
      number: pageNumber,
      totalElements: 12,
      pageable: { pageNumber, pageSize: 5, offset: pageNumber * 5 },
    })
    const here = { first: false, last: false, empty: false, numberOfElements: 5 }
    expect(await around(send, '/tunes?page=0&size=5')).toEqual({ ...here, ...at(0), first: true })
    expect(await around(send, '/tunes?page=1&size=5')).toEqual({ ...here, ...at(1) })
    expect(await around(send, '/tunes?page=2&size=5')).toEqual({
      ...here,
      ...at(2),
      last: true,
      numberOfElements: 2,
    })
    expect(await around(send, '/tunes?page=3&size=5')).toMatchObject({ empty: true, numberOfElements: 0 })
  })

  it('says from which item to which it goes, and where the first and the last page are', async () => {
    const links = object({ self: text, first: text, last: text, prev: text, next: text })
    const meta = object({ from: integer, to: integer, total: integer, pages: integer })
    const send = await serve(object({ items: tunes, links, meta }), limit, offset)
    const to = (at: number): string => `/tunes?limit=5&offset=${at}`
    expect(await around(send, '/tunes?limit=5&offset=10')).toEqual({
      links: { self: to(10), first: to(0), last: to(10), prev: to(5) },
      meta: { from: 11, to: 12, total: 12, pages: 3 },
    })
  })

  it('says in the words of cursors whether there is more', async () => {
    const info = { hasNextPage: flag, hasPreviousPage: flag, endCursor: text }
    const send = await serve(object({ items: tunes, pageInfo: object(info) }), limit, after)
    expect(await around(send, `/tunes?limit=5&after=${second}`)).toMatchObject({
      pageInfo: { hasNextPage: true, hasPreviousPage: true, endCursor: last },
    })
    expect(await around(send, `/tunes?limit=5&after=${last}`)).toMatchObject({
      pageInfo: { hasNextPage: false },
    })
  })
})

describe('items that are counted from 1', () => {
  it('are all there, and the page tells of its place as it is asked for', async () => {
    const startIndex = query('startIndex', { ...integer, minimum: 1, default: 1 })
    const send = await serve(
      object({ items: tunes, total: integer, startIndex: integer, next: text, prev: text }),
      limit,
      startIndex,
    )
    const first = (await send('GET', '/tunes?limit=5')).body
    expect(first).toMatchObject({ items: [{ id: 1 }, {}, {}, {}, { id: 5 }], total: 12, startIndex: 1 })
    expect(await send('GET', '/tunes?limit=5&startIndex=1')).toMatchObject({ body: first })
    expect((await send('GET', '/tunes?limit=5&startIndex=6')).body).toMatchObject({
      items: [{ id: 6 }, {}, {}, {}, {}],
      startIndex: 6,
      next: '/tunes?limit=5&startIndex=11',
      prev: '/tunes?limit=5&startIndex=1',
    })
  })
})

describe('what comes before a page', () => {
  it('is its address, and nothing before the first page', async () => {
    const send = await serve(
      object({ items: tunes, previous: text, prev_page: integer }),
      limit,
      query('page', integer),
    )
    expect(await around(send, '/tunes?limit=5&page=2')).toEqual({
      previous: '/tunes?limit=5&page=1',
      prev_page: 1,
    })
    expect(await around(send, '/tunes?limit=5')).toEqual({})
  })
})

describe('a cursor from nowhere', () => {
  it('means the first page where the document has no status to refuse it with', async () => {
    const send = await serve(object({ items: tunes, nextCursor: text }), limit, after)
    const { body } = await send('GET', '/tunes?limit=5')
    expect(await send('GET', '/tunes?limit=5&after=nowhere')).toMatchObject({ status: 200, body })
  })
})

describe('what follows a page', () => {
  it('is a cursor beside a link, and nothing after the last page', async () => {
    const next = object({ after: text, link: text }, ['after'])
    const send = await serve(object({ items: tunes, paging: object({ next }) }), limit, after)
    expect(await around(send, '/tunes?limit=5')).toEqual({
      paging: { next: { after: second, link: `/tunes?limit=5&after=${second}` } },
    })
    expect(await around(send, `/tunes?limit=5&after=${last}`)).toEqual({ paging: {} })
  })

  it('is a whole URL where a reference would break the document', async () => {
    const uri = { type: ['string', 'null'], format: 'uri' }
    const envelope = object({ items: tunes, count: integer, next: uri, previous: uri })
    const send = await serve(envelope, limit, offset)
    const to = (at: number): string => `http://localhost/tunes?limit=5&offset=${at}`
    expect(await around(send, '/tunes?limit=5')).toMatchObject({ next: to(5), previous: null })
    expect(await around(send, '/tunes?limit=5&offset=5')).toMatchObject({ next: to(10), previous: to(0) })
    expect(await around(send, '/tunes?limit=5&offset=10')).toMatchObject({ next: null, previous: to(5) })
  })

  it('is the href of a HAL link', async () => {
    const link = object({ href: text }, ['href'])
    const links = object({ self: link, first: link, prev: link, next: link, last: link })
    const send = await serve(object({ items: tunes, _links: links }), limit, offset)
    const to = (at: number): Node => ({ href: `/tunes?limit=5&offset=${at}` })
    expect(await around(send, '/tunes?limit=5')).toEqual({
      _links: { self: to(0), first: to(0), next: to(5), last: to(10) },
    })
    expect(await around(send, '/tunes?limit=5&offset=10')).toEqual({
      _links: { self: to(10), first: to(0), prev: to(5), last: to(10) },
    })
  })

  it.each([
    ['nextLink', `/tunes?limit=5&after=${second}`],
    ['next_url', `/tunes?limit=5&after=${second}`],
    ['nextCursor', second],
    ['next_page_token', second],
  ])('is an address or a cursor by its name: %s', async (name, value) => {
    const send = await serve(object({ items: tunes, [name]: text }), limit, after)
    expect(await around(send, '/tunes?limit=5')).toEqual({ [name]: value })
  })

  it.each([
    ['null where the schema lets it be', { type: ['string', 'null'] }, true, { nextCursor: null }],
    ['missing where it may', text, false, {}],
    ['an empty text where it may not', text, true, { nextCursor: '' }],
  ])('is, after the last page, %s', async (_, nextCursor, isRequired, others) => {
    const envelope = object({ items: tunes, nextCursor }, isRequired ? ['nextCursor'] : [])
    const send = await serve(envelope, limit, after)
    expect(await around(send, `/tunes?limit=5&after=${last}`)).toEqual(others)
  })

  it('is not made up where the list comes whole', async () => {
    const send = await serve(object({ items: tunes, nextLink: text }))
    expect((await send('GET', '/tunes')).body).toMatchObject({ items: { length: 12 } })
    expect(await around(send, '/tunes')).toEqual({})
  })
})

describe('a page past the end', () => {
  const few = object({ items: { ...tunes, minItems: 1 } }, ['items'])

  it('is refused where a list may not be empty', async () => {
    const send = await serveBeside({ 404: { description: 'None' } }, few, [limit, offset])
    expect(await send('GET', '/tunes?limit=5&offset=10')).toMatchObject({ status: 200 })
    expect(await send('GET', '/tunes?limit=5&offset=15')).toMatchObject({
      status: 404,
      body: { message: 'There is nothing on this page.' },
    })
  })

  it('is empty where it may be', async () => {
    const send = await serveBeside({ 404: { description: 'None' } }, object({ items: tunes }), [
      limit,
      offset,
    ])
    expect(await send('GET', '/tunes?limit=5&offset=15')).toMatchObject({ status: 200, body: { items: [] } })
  })
})

describe('a list that may hold but a few', () => {
  const few = object({ items: { ...tunes, maxItems: 5 }, next: text }, ['items'])
  const names = async (send: Send, target: string): Promise<readonly unknown[]> =>
    ((await send('GET', target)).body as { items: { name: string }[] }).items.map(({ name }) => name)
  const first = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => `Tune ${String(at + 1)}`)

  it('holds the first of them where it cannot be asked for pages', async () => {
    expect(await names(await serve(few), '/tunes')).toEqual(first(5))
  })

  it('has pages of as many, whether more are asked for or nothing is said', async () => {
    const send = await serve(few, limit, after)
    expect(await names(send, '/tunes')).toEqual(first(5))
    expect(await names(send, '/tunes?limit=9')).toEqual(first(5))
    const { next } = (await send('GET', '/tunes')).body as { next: string }
    expect(await names(send, `/tunes?after=${next}`)).toEqual(first(10).slice(5))
  })

  it('has no larger pages by itself than may be asked for', async () => {
    const send = await serve(object({ items: tunes }), query('limit', { ...integer, maximum: 7 }), offset)
    expect(await names(send, '/tunes')).toEqual(first(7))
  })
})
