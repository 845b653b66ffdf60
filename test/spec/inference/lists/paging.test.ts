import { describe, expect, it } from 'vitest'
import { array, integer, modelOf, object, string } from '../api.ts'
import { listWith, record } from './list-with.ts'

describe('the list in a response', () => {
  it('is found by a name like result among other properties', async () => {
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

describe('paging is inferred from the names of query parameters', () => {
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
      { offset: integer, limit: integer, page: integer, pageSize: integer },
      {
        kind: 'offset',
        size: 'limit',
        position: 'offset',
        other: { kind: 'page', size: 'pageSize', position: 'page', first: 1 },
      },
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
    '%j is no paging',
    async (query) => {
      expect((await listWith(query))?.paging).toBeUndefined()
    },
  )

  it.each([
    ['next_cursor', object({ data: array(record), next_cursor: string }), ['next_cursor']],
    [
      'metadata.continue',
      object({ data: array(record), metadata: object('continue') }),
      ['metadata', 'continue'],
    ],
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
    ['no property', object({ data: array(record) }), undefined],
  ])('the next cursor is found at %s', async (_, answers, next) => {
    expect((await listWith({ cursor: string }, answers))?.paging?.next).toEqual(next)
  })

  it('a page that is a string is a number if the response counts pages', async () => {
    const answers = object({ data: array(record), next: string, meta: object({ total_pages: integer }) })
    expect((await listWith({ page: string, limit: integer }, answers))?.paging).toMatchObject({
      kind: 'page',
      position: 'page',
      next: ['next'],
    })
  })

  it('a page that is a string is a cursor if the response returns it', async () => {
    const answers = object({ data: array(record), next_page: string })
    expect((await listWith({ page: string, limit: integer }, answers))?.paging).toMatchObject({
      kind: 'cursor',
      position: 'page',
      next: ['next_page'],
    })
  })
})

describe('the total of a list', () => {
  it.each([
    ['a header', array(record), { 'X-Total-Count': { schema: integer } }, { header: 'X-Total-Count' }],
    ['`total`', object({ data: array(record), total: integer }), {}, { property: ['total'] }],
    ['`results`', object({ data: array(record), results: integer }), {}, { property: ['results'] }],
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
      '`count` if there is no `total`',
      object({ results: array(record), count: integer, next: string }),
      {},
      { property: ['count'] },
    ],
    [
      'the number of the items by name',
      object({ pets: array(record), num_pets: integer }),
      {},
      { property: ['num_pets'] },
    ],
    [
      'a count of the items by name',
      object({ pets: array(record), petCount: integer }),
      {},
      { property: ['petCount'] },
    ],
    ['no count of something else', object({ pets: array(record), ownerCount: integer }), {}, undefined],
    ['no property that is not an integer', object({ data: array(record), total: string }), {}, undefined],
  ])('is found in %s', async (_, answers, headers, total) => {
    expect((await listWith({}, answers, headers))?.total).toEqual(total)
  })
})
