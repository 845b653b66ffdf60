import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { odataFilter } from '../../../../mock/resources/lists/filters/odata-filter.ts'

const books = [
  {
    id: 1,
    title: "The Sailor's Log",
    stock: 12,
    price: '11.10',
    author: { name: 'Ida' },
    sold: null,
    isOld: true,
  },
  { id: 2, title: 'Tides', stock: 0, price: '9.50', author: { name: 'Otto' }, sold: '2026-03-01T10:00:00Z' },
  { id: 3, title: 'tides and moons', stock: 333, price: '100.00', author: { name: 'Ida' }, isOld: false },
]
const matchingIds = (expression: string): readonly number[] | undefined => {
  const isMet = odataFilter(expression)
  return isMet && books.filter(isMet).map(({ id }) => id)
}

describe('OData $filter', () => {
  it.each([
    ['stock eq 12', [1]],
    ['stock ne 12', [2, 3]],
    ['stock gt 0 and stock lt 100', [1]],
    ['stock ge 333 or stock le 0', [2, 3]],
    ['stock eq 0 or stock eq 12 and id eq 2', [2]],
    ['(stock eq 0 or stock eq 12) and id eq 1', [1]],
    ['not (stock eq 0)', [1, 3]],
    ["title eq 'Tides'", [2]],
    ["title eq 'The Sailor''s Log'", [1]],
    ["id in (1,3) and title ne 'Tides'", [1, 3]],
    ["contains(tolower(title),'tides')", [2, 3]],
    ["startswith(title,'T') and endswith(title,'s')", [2]],
    ['length(title) gt 5', [1, 3]],
    ["author/name eq 'Ida'", [1, 3]],
    ['price gt 10', [1, 3]],
    ['sold eq null', [1, 3]],
    ['sold ge 2026-01-01', [2]],
    ['isOld', [1]],
    ['isOld eq false', [3]],
    ["publisher eq 'Nobody'", []],
  ])('%s', (expression, ids) => {
    expect(matchingIds(expression)).toEqual(ids)
  })

  it.each([
    "title eq 'Tides",
    'stock eq',
    'tags/any(t:t eq 1)',
    'stock eq 1)',
    '(',
    'soon',
    'nearby(id)',
    '',
  ])('ignores an unsupported expression or matches nothing: %s', (expression) => {
    expect(matchingIds(expression) ?? []).toEqual([])
  })

  it('filters and counts the list', async () => {
    const book = {
      type: 'object',
      required: ['ID', 'title', 'stock'],
      properties: { ID: { type: 'integer' }, title: { type: 'string' }, stock: { type: 'integer' } },
    }
    const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
    const page = {
      type: 'object',
      required: ['value'],
      properties: { '@odata.count': { type: 'integer' }, value: { type: 'array', items: book } },
    }
    const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
    const parameters = [query('$filter', { type: 'string' }), query('$top', { type: 'integer' })]
    const mock = await createMock({
      document: {
        openapi: '3.0.4',
        info: { title: 'Books', version: '1' },
        paths: {
          '/Books': {
            get: { parameters, responses: { 200: { description: 'All', ...json(page) } } },
            post: {
              requestBody: { required: true, ...json(book) },
              responses: { 201: { description: 'Made', ...json(book) } },
            },
          },
        },
      },
    })
    const send = async (path: string, sent?: object): Promise<unknown> => {
      const requestBody = sent && {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: { 'content-type': 'application/json' },
      }
      return (await mock.fetch(new Request(`http://books${path}`, requestBody))).json()
    }
    for (const ID of [901, 902, 903])
      await send('/Books', { ID, title: `No. ${String(ID)}`, stock: 1000 + ID })
    const expression = encodeURIComponent("stock gt 1901 and startswith(title,'No.')")
    expect(await send(`/Books?$filter=${expression}&$top=1`)).toEqual({
      '@odata.count': 2,
      value: [{ ID: 902, title: 'No. 902', stock: 1902 }],
    })
  })
})
