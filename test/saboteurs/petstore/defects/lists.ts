import { omit, withHeaders } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import { isArray, textOf, type JsonObject } from '../../shared/json.ts'
import { foundBy, wrapHandler, editReplyWithStatus, editInputs, type Defect, type Sabotage } from './tools.ts'

/** Lists the pets of a changed query. */
const editQuery = (edit: (query: JsonObject) => JsonObject): Sabotage =>
  wrapHandler('listPets', (values, state, healthy) =>
    healthy({ ...values, query: edit(values.query) }, state),
  )

/** Lists the right pets, with the total of a changed query. */
const countOtherQuery = (edit: (query: JsonObject) => JsonObject): Sabotage =>
  wrapHandler('listPets', (values, state, healthy) => {
    const other = healthy({ ...values, query: edit(values.query) }, state)
    return withHeaders(healthy(values, state), { 'X-Total-Count': other.headers['X-Total-Count']! })
  })

/** Changes the Link header. */
const editLinks = (edit: (field: string, query: JsonObject) => string): Sabotage =>
  wrapHandler('listPets', (values, state, healthy) => {
    const original = healthy(values, state)
    const field = original.headers['Link']
    return field === undefined ? original : withHeaders(original, { Link: edit(field, values.query) })
  })

const addToLimit =
  (count: number) =>
  (query: JsonObject): JsonObject => ({ ...query, limit: Number(query['limit']) + count })

export const listDefects: readonly Defect[] = [
  ...foundBy('list-limit', [
    [
      'listPets',
      'limit-ignored',
      'The limit is ignored: all pets are returned.',
      editQuery((query) => ({ ...query, limit: 100_000 })),
    ],
    ['listPets', 'limit-off-by-one', 'One pet more than the limit is returned.', editQuery(addToLimit(1))],
    [
      'listPets',
      'limit-has-no-default',
      'More than 20 pets are returned without a limit.',
      editInputs('listPets', ({ defaults }) => void (defaults['limit'] = 100)),
    ],
  ]),
  ...foundBy('list-offset', [
    [
      'listPets',
      'offset-ignored',
      'Every page is the first one.',
      editQuery((query) => ({ ...query, offset: 0 })),
    ],
    [
      'listPets',
      'offset-in-pages',
      'The offset counts pages.',
      editQuery((query) => ({ ...query, offset: Number(query['offset']) * Number(query['limit']) })),
    ],
    [
      'listPets',
      'offset-off-by-one',
      'A page starts one pet too late.',
      editQuery((query) => ({ ...query, offset: Number(query['offset']) && Number(query['offset']) + 1 })),
    ],
  ]),
  ...foundBy('list-total', [
    [
      'listPets',
      'total-of-page',
      'X-Total-Count is the number of pets on the page.',
      editReplyWithStatus('listPets', 200, (original) =>
        withHeaders(original, { 'X-Total-Count': String((original.body as unknown[]).length) }),
      ),
    ],
    [
      'listPets',
      'total-without-filters',
      'X-Total-Count ignores the filter.',
      countOtherQuery((query) => omit(query, 'status', 'categoryId', 'id')),
    ],
  ]),
  ...foundBy('next-link', [
    [
      'listPets',
      'next-page-not-linked',
      'No page links to the next one.',
      editLinks((field) => field.replace('rel="next"', 'rel="more"')),
    ],
    [
      'listPets',
      'next-is-this-page',
      'A page links to itself as the next one.',
      editLinks((field, { offset }) =>
        field.replace(/offset=\d+(?=[^<]*rel="next")/, `offset=${textOf(offset ?? 0)}`),
      ),
    ],
    [
      'listPets',
      'next-of-all',
      'The link to the next page drops the filter.',
      editLinks((field) => field.replaceAll(/&?(?:status|categoryId|id)=\w+/g, '')),
    ],
    [
      'listPets',
      'next-after-last',
      'The last page links to a next one.',
      editLinks((field) =>
        field.includes('rel="next"')
          ? field
          : `${field}, ${field.slice(0, field.indexOf('>') + 1)}; rel="next"`,
      ),
    ],
  ]),
  ...foundBy('list-filter', [
    [
      'listPets',
      'status-filter-ignored',
      'The status filter is ignored.',
      editQuery((query) => omit(query, 'status')),
    ],
    [
      'listPets',
      'category-filter-ignored',
      'The category filter is ignored.',
      editQuery((query) => omit(query, 'categoryId')),
    ],
    ['listPets', 'id-filter-ignored', 'The id filter is ignored.', editQuery((query) => omit(query, 'id'))],
    [
      'listPets',
      'first-id-only',
      'Only the first of several ids is filtered by.',
      editQuery((query) =>
        isArray(query['id'] ?? null)
          ? { ...query, id: (query['id'] as readonly number[]).slice(0, 1) }
          : query,
      ),
    ],
    [
      'listPets',
      'filter-finds-nothing',
      'A filter by status returns no pets.',
      wrapHandler('listPets', (values, state, healthy) =>
        values.query['status'] === undefined
          ? healthy(values, state)
          : reply(200, [], { 'X-Total-Count': '0' }),
      ),
    ],
  ]),
]
