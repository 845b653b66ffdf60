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

/** An API with twelve tunes, listed in the envelope. */
const serve = async (envelope: Node, ...parameters: readonly Node[]): Promise<Send> =>
  serveBeside({}, envelope, parameters)

/** The same with further responses declared for the list. */
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

/** The envelope of a page without its items. */
async function around(send: Send, target: string): Promise<unknown> {
  const { items: _, ...others } = (await send('GET', target)).body as Record<string, unknown>
  return others
}

const limit = query('limit', integer)
const offset = query('offset', integer)
const after = query('after', text)
const [second, last] = [btoa('offset:5').replaceAll('=', ''), btoa('offset:10').replaceAll('=', '')]

describe('the list envelope', () => {
  it('has only the properties named in its schema, even if it allows others', async () => {
    const send = await serve(object({ items: tunes, total: integer }, ['items', 'total']), limit, offset)
    expect(await around(send, '/tunes?limit=5')).toEqual({ total: 12 })
  })

  it('fills page metadata in snake_case and camelCase', async () => {
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

describe('the page', () => {
  it('is described by other names and objects as well', async () => {
    const send = await serve(
      object({
        items: tunes,
        total: integer,
        skip: integer,
        links: object({ current: text }),
        pageDetails: object({ items_on_page: integer, page_total: integer }),
      }),
      limit,
      offset,
    )
    expect(await around(send, '/tunes?limit=5&offset=10')).toEqual({
      total: 12,
      skip: 10,
      links: { current: '/tunes?limit=5&offset=10' },
      pageDetails: { items_on_page: 2, page_total: 3 },
    })
  })
})

describe('links to pages in an object of their own', () => {
  it('are URLs, although the object may also be anything else', async () => {
    const pages = { anyOf: [object({ next: text, last: text }), object({ first: text, prev: text }), {}] }
    const envelope = object({ items: tunes, links: object({ pages }), meta: object({ total: integer }) })
    const send = await serve(envelope, query('page', integer), query('per_page', integer))
    expect(await around(send, '/tunes?per_page=5&page=2')).toEqual({
      links: {
        pages: {
          first: '/tunes?page=1&per_page=5',
          prev: '/tunes?page=1&per_page=5',
          next: '/tunes?page=3&per_page=5',
          last: '/tunes?page=3&per_page=5',
        },
      },
      meta: { total: 12 },
    })
  })
})

describe('page metadata of common frameworks', () => {
  const page = query('page', { ...integer, default: 0 })
  const size = query('size', integer)

  it('has the page number, its size and first, last and empty flags', async () => {
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

  it('has how many items a page takes', async () => {
    const meta = object({ page: integer, take: integer, pageCount: integer })
    const send = await serve(object({ items: tunes, meta }), query('page', integer), query('take', integer))
    expect(await around(send, '/tunes?page=2&take=5')).toEqual({ meta: { page: 2, take: 5, pageCount: 3 } })
  })

  it('tells whether the page is one of several, and whether it is sorted', async () => {
    const order = object({ sorted: flag, unsorted: flag, empty: flag })
    const envelope = object({
      items: tunes,
      totalElements: integer,
      sort: order,
      pageable: object({ paged: flag, unpaged: flag, sort: order }),
    })
    const send = await serve(envelope, page, size, query('sort', { type: 'array', items: text }))
    const sorted = { sorted: true, unsorted: false, empty: false }
    expect(await around(send, '/tunes?size=5&sort=name,desc')).toMatchObject({
      sort: sorted,
      pageable: { paged: true, unpaged: false, sort: sorted },
    })
    expect(await around(send, '/tunes?size=5')).toMatchObject({
      sort: { sorted: false, unsorted: true, empty: true },
    })
  })

  it('has sums of all items, whatever the page', async () => {
    const send = await serve(
      object({ items: tunes, meta: object({ total: integer, id_total: integer }) }),
      limit,
      offset,
    )
    expect(await around(send, '/tunes?limit=5')).toEqual({ meta: { total: 12, id_total: 78 } })
  })

  it('has the range of items and links to the first and last page', async () => {
    const links = object({ self: text, first: text, last: text, prev: text, next: text })
    const meta = object({ from: integer, to: integer, total: integer, pages: integer })
    const send = await serve(object({ items: tunes, links, meta }), limit, offset)
    const to = (at: number): string => `/tunes?limit=5&offset=${at}`
    expect(await around(send, '/tunes?limit=5&offset=10')).toEqual({
      links: { self: to(10), first: to(0), last: to(10), prev: to(5) },
      meta: { from: 11, to: 12, total: 12, pages: 3 },
    })
  })

  it('has hasNextPage, hasPreviousPage and endCursor', async () => {
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

describe('paging with a 1-based start index', () => {
  it('returns every item and reports the start index as requested', async () => {
    const startIndex = query('startIndex', { ...integer, minimum: 1, default: 1 })
    const send = await serve(
      object({
        items: tunes,
        total: integer,
        startIndex: integer,
        itemsPerPage: integer,
        next: text,
        prev: text,
      }),
      limit,
      startIndex,
    )
    const first = (await send('GET', '/tunes?limit=5')).body
    expect(first).toMatchObject({ items: [{ id: 1 }, {}, {}, {}, { id: 5 }], total: 12, startIndex: 1 })
    expect(await send('GET', '/tunes?limit=5&startIndex=1')).toMatchObject({ body: first })
    expect((await send('GET', '/tunes?limit=5&startIndex=6')).body).toMatchObject({
      items: [{ id: 6 }, {}, {}, {}, {}],
      startIndex: 6,
      itemsPerPage: 5,
      next: '/tunes?limit=5&startIndex=11',
      prev: '/tunes?limit=5&startIndex=1',
    })
    expect((await send('GET', '/tunes?limit=5&startIndex=11')).body).toMatchObject({ itemsPerPage: 2 })
  })
})

describe('the previous page', () => {
  it('is a link or a page number, absent on the first page', async () => {
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

describe('an unknown cursor', () => {
  it('returns the first page where the document declares no status to refuse it', async () => {
    const send = await serve(object({ items: tunes, nextCursor: text }), limit, after)
    const { body } = await send('GET', '/tunes?limit=5')
    expect(await send('GET', '/tunes?limit=5&after=nowhere')).toMatchObject({ status: 200, body })
  })
})

describe('the next page', () => {
  it('is a cursor and a link, absent on the last page', async () => {
    const next = object({ after: text, link: text }, ['after'])
    const send = await serve(object({ items: tunes, paging: object({ next }) }), limit, after)
    expect(await around(send, '/tunes?limit=5')).toEqual({
      paging: { next: { after: second, link: `/tunes?limit=5&after=${second}` } },
    })
    expect(await around(send, `/tunes?limit=5&after=${last}`)).toEqual({ paging: {} })
  })

  it('is an absolute URL where the schema requires one', async () => {
    const uri = { type: ['string', 'null'], format: 'uri' }
    const envelope = object({ items: tunes, count: integer, next: uri, previous: uri })
    const send = await serve(envelope, limit, offset)
    const to = (at: number): string => `http://localhost/tunes?limit=5&offset=${at}`
    expect(await around(send, '/tunes?limit=5')).toMatchObject({ next: to(5), previous: null })
    expect(await around(send, '/tunes?limit=5&offset=5')).toMatchObject({ next: to(10), previous: to(0) })
    expect(await around(send, '/tunes?limit=5&offset=10')).toMatchObject({ next: null, previous: to(5) })
  })

  it('is told by a URI as well', async () => {
    const send = await serve(
      object({ items: tunes, first_page_uri: text, next_page_uri: text, previous_page_uri: text }),
      limit,
      offset,
    )
    expect(await around(send, '/tunes?limit=5&offset=5')).toEqual({
      first_page_uri: '/tunes?limit=5&offset=0',
      next_page_uri: '/tunes?limit=5&offset=10',
      previous_page_uri: '/tunes?limit=5&offset=0',
    })
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
  ])('is a URL or a cursor depending on its name: %s', async (name, value) => {
    const send = await serve(object({ items: tunes, [name]: text }), limit, after)
    expect(await around(send, '/tunes?limit=5')).toEqual({ [name]: value })
  })

  it.each([
    ['null (where the schema allows it)', { type: ['string', 'null'] }, true, { nextCursor: null }],
    ['missing (where it is optional)', text, false, {}],
    ['an empty string (where it is required)', text, true, { nextCursor: '' }],
  ])('is %s after the last page', async (_, nextCursor, isRequired, others) => {
    const envelope = object({ items: tunes, nextCursor }, isRequired ? ['nextCursor'] : [])
    const send = await serve(envelope, limit, after)
    expect(await around(send, `/tunes?limit=5&after=${last}`)).toEqual(others)
  })

  it('is absent where the list is not paged', async () => {
    const send = await serve(object({ items: tunes, nextLink: text }))
    expect((await send('GET', '/tunes')).body).toMatchObject({ items: { length: 12 } })
    expect(await around(send, '/tunes')).toEqual({})
  })
})

describe('a page past the end', () => {
  const few = object({ items: { ...tunes, minItems: 1 } }, ['items'])

  it('is refused where the list requires at least one item', async () => {
    const send = await serveBeside({ 404: { description: 'None' } }, few, [limit, offset])
    expect(await send('GET', '/tunes?limit=5&offset=10')).toMatchObject({ status: 200 })
    expect(await send('GET', '/tunes?limit=5&offset=15')).toMatchObject({
      status: 404,
      body: { message: 'There is nothing on this page.' },
    })
  })

  it('is empty where the list can be empty', async () => {
    const send = await serveBeside({ 404: { description: 'None' } }, object({ items: tunes }), [
      limit,
      offset,
    ])
    expect(await send('GET', '/tunes?limit=5&offset=15')).toMatchObject({ status: 200, body: { items: [] } })
  })
})

describe('a list with a maximum number of items', () => {
  const few = object({ items: { ...tunes, maxItems: 5 }, next: text }, ['items'])
  const names = async (send: Send, target: string): Promise<readonly unknown[]> =>
    ((await send('GET', target)).body as { items: { name: string }[] }).items.map(({ name }) => name)
  const first = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => `Tune ${String(at + 1)}`)

  it('is cut to the maximum without paging parameters', async () => {
    expect(await names(await serve(few), '/tunes')).toEqual(first(5))
  })

  it('has pages of at most the maximum, with or without a limit', async () => {
    const send = await serve(few, limit, after)
    expect(await names(send, '/tunes')).toEqual(first(5))
    expect(await names(send, '/tunes?limit=9')).toEqual(first(5))
    const { next } = (await send('GET', '/tunes')).body as { next: string }
    expect(await names(send, `/tunes?after=${next}`)).toEqual(first(10).slice(5))
  })

  it('has a default page size within the maximum of the limit parameter', async () => {
    const send = await serve(object({ items: tunes }), query('limit', { ...integer, maximum: 7 }), offset)
    expect(await names(send, '/tunes')).toEqual(first(7))
  })
})

it('the total is left out unless the request asks for it, where a parameter does', async () => {
  const send = await serve(object({ items: tunes, total: integer }), query('$count', flag))
  expect(await around(send, '/tunes')).toEqual({})
  expect(await around(send, '/tunes?$count=true')).toEqual({ total: 12 })
})

describe('a list that is paged in two ways', () => {
  const byPage = [query('page', integer), query('page_size', { ...integer, default: 10 })]
  const idsOf = async (target: string): Promise<readonly number[]> => {
    const send = await serve(object({ items: tunes }), limit, offset, ...byPage)
    const { items } = (await send('GET', target)).body as unknown as {
      readonly items: readonly { id: number }[]
    }
    return items.map(({ id }) => id)
  }

  it('is paged by what the request has, whatever default the other size has', async () => {
    expect(await idsOf('/tunes?limit=3&offset=6')).toEqual([7, 8, 9])
    expect(await idsOf('/tunes?limit=3')).toEqual([1, 2, 3])
    expect(await idsOf('/tunes?page=3&page_size=5')).toEqual([11, 12])
    expect(await idsOf('/tunes?page_size=2')).toEqual([1, 2])
  })
})
