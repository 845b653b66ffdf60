import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../spec/resources.ts'
import { array, integer, modelOf, object, string } from './api.ts'

const record = object(
  { id: integer, age: { type: 'number' }, tags: array(string), status: { enum: ['a', 'b'] } },
  'name',
  'owner_id',
)

async function listWith(
  query: object,
  answers: object = array(record),
  headers: object = {},
): Promise<Resource | undefined> {
  const model = await modelOf({
    'GET /pets': { query: { ...query }, answers: { ...answers }, headers: { ...headers } },
  })
  return model.resources[0]
}

describe('filters are query parameters that can equal a property', () => {
  it.each([
    ['the same name', { name: string }, [{ parameter: 'name', property: 'name' }]],
    ['another spelling', { ownerId: string }, [{ parameter: 'ownerId', property: 'owner_id' }]],
    ['several values', { id: array(integer) }, [{ parameter: 'id', property: 'id' }]],
    ['several values, in the plural', { ids: array(integer) }, [{ parameter: 'ids', property: 'id' }]],
    [
      'the name in brackets',
      { 'filter[name]': string, 'filters[id][$eq]': integer, 'filters[age][$gt]': integer },
      [
        { parameter: 'filter[name]', property: 'name' },
        { parameter: 'filters[id][$eq]', property: 'id' },
      ],
    ],
    ['an integer for a number', { age: integer }, [{ parameter: 'age', property: 'age' }]],
    [
      'values the property can have',
      { status: { enum: ['b'] } },
      [{ parameter: 'status', property: 'status' }],
    ],
    ['a value it cannot have', { status: { enum: ['a', 'all'] } }, []],
    ['another type', { age: string }, []],
    ['a list of the record', { tags: array(string) }, []],
    ['no property', { q: string }, []],
    ['what shapes the answer', { sort: string, fields: string, limit: integer }, []],
  ])('%s', async (_, query, filters) => {
    expect((await listWith(query))?.filters).toEqual(filters)
  })

  const languages = { enum: ['en', 'de', 'fr'] }
  it.each([
    ['Only books in this language.', [{ parameter: 'language', property: 'language' }]],
    ['The language of texts in the answer.', []],
  ])(
    'a choice among the values of a property is one unless it is said to shape the answer: %s',
    async (said, filters) => {
      const model = await modelOf({
        'GET /books': {
          query: { language: languages },
          said: { language: said },
          answers: array(object({ language: languages }, 'id')),
        },
      })
      expect(model.resources[0]?.filters).toEqual(filters)
    },
  )

  it('a bound is none, even when a property is called the same', async () => {
    const model = await modelOf({
      'GET /x': {
        query: { start_time: string, min_age: integer },
        answers: array(object('start_time', { min_age: integer })),
      },
    })
    expect(model.resources[0]?.filters).toEqual([])
  })
})

describe('a list in an envelope', () => {
  it('is the one called as a result is, whatever stands beside it', async () => {
    const model = await modelOf({
      'GET /pets': { answers: object({ columns: array(string), result: array(record), title: string }) },
      'DELETE /pets': {},
      'GET /pets/{pk}': { answers: object({ id: string, result: record, title: string }) },
    })
    const roles = model.resources[0]?.operations.map(({ role, responsePath }) => [role, responsePath])
    expect(roles).toEqual([
      ['list', ['result']],
      ['read', ['result']],
    ])
  })
})

describe('paging is told by the names of query parameters', () => {
  it.each([
    [
      { limit: integer, offset: integer },
      { kind: 'offset', size: 'limit', position: 'offset' },
    ],
    [
      { $top: integer, $skip: integer },
      { kind: 'offset', size: '$top', position: '$skip' },
    ],
    [
      { maxResults: integer, startAt: integer },
      { kind: 'offset', size: 'maxResults', position: 'startAt', first: 0 },
    ],
    [
      { count: integer, startIndex: { ...integer, minimum: 1 } },
      { kind: 'offset', size: 'count', position: 'startIndex', first: 1 },
    ],
    [
      { limit: integer, offset: { ...integer, default: 1 } },
      { kind: 'offset', size: 'limit', position: 'offset', first: 1 },
    ],
    [
      { page: { ...integer, default: 1 }, per_page: integer },
      { kind: 'page', size: 'per_page', position: 'page', first: 1 },
    ],
    [
      { pageNumber: { ...integer, minimum: 0 }, pageSize: integer },
      { kind: 'page', size: 'pageSize', position: 'pageNumber', first: 0 },
    ],
    [
      { 'page[number]': integer, 'page[size]': integer },
      { kind: 'page', size: 'page[size]', position: 'page[number]', first: 1 },
    ],
    [
      { 'pagination[page]': integer, 'pagination[pageSize]': integer },
      { kind: 'page', size: 'pagination[pageSize]', position: 'pagination[page]' },
    ],
    [
      { starting_after: string, limit: integer },
      { kind: 'cursor', size: 'limit', position: 'starting_after' },
    ],
    [
      { pageToken: string, pageSize: integer },
      { kind: 'cursor', size: 'pageSize', position: 'pageToken' },
    ],
    [{ cursor: string }, { kind: 'cursor', size: undefined, position: 'cursor' }],
    [{ limit: integer }, { kind: 'offset', size: 'limit', position: undefined }],
  ])('%j', async (query, paging) => {
    expect((await listWith(query))?.paging).toMatchObject(paging)
  })

  it.each([[{}], [{ from: string, count: { type: 'boolean' } }], [{ q: string }]])(
    '%j is none',
    async (query) => {
      expect((await listWith(query))?.paging).toBeUndefined()
    },
  )

  it.each([
    ['next_cursor', object({ data: array(record), next_cursor: string }), ['next_cursor']],
    ['meta.next', object({ data: array(record), meta: object('next') }), ['meta', 'next']],
    [
      '_links.next.href',
      object({ data: array(record), _links: object({ next: object('href') }) }),
      ['_links', 'next', 'href'],
    ],
    [
      'paging.next.after',
      object({ data: array(record), paging: object({ next: object({ link: string, after: string }) }) }),
      ['paging', 'next', 'after'],
    ],
    ['nothing', object({ data: array(record) }), undefined],
  ])('where the answer tells what follows: %s', async (_, answers, next) => {
    expect((await listWith({ cursor: string }, answers))?.paging?.next).toEqual(next)
  })

  it('a page that is a text is a number still where the answer counts the pages', async () => {
    const answers = object({ data: array(record), next: string, meta: object({ total_pages: integer }) })
    expect((await listWith({ page: string, limit: integer }, answers))?.paging).toMatchObject({
      kind: 'page',
      position: 'page',
      next: ['next'],
    })
  })

  it('a page that is a word from the answer is a cursor', async () => {
    const answers = object({ data: array(record), next_page: string })
    expect((await listWith({ page: string, limit: integer }, answers))?.paging).toMatchObject({
      kind: 'cursor',
      position: 'page',
      next: ['next_page'],
    })
  })
})

describe('the total', () => {
  it.each([
    ['a header', array(record), { 'X-Total-Count': { schema: integer } }, { header: 'X-Total-Count' }],
    ['`total`', object({ data: array(record), total: integer }), {}, { property: ['total'] }],
    [
      '`meta.pagination.total_entries`',
      object({ data: array(record), meta: object({ pagination: object({ total_entries: integer }) }) }),
      {},
      { property: ['meta', 'pagination', 'total_entries'] },
    ],
    [
      '`total` rather than `count`',
      object({ data: array(record), count: integer, total: integer }),
      {},
      { property: ['total'] },
    ],
    [
      '`count`, for want of better',
      object({ results: array(record), count: integer, next: string }),
      {},
      { property: ['count'] },
    ],
    ['nothing', object({ data: array(record), total: string }), {}, undefined],
  ])('%s', async (_, answers, headers, total) => {
    expect((await listWith({}, answers, headers))?.total).toEqual(total)
  })
})
