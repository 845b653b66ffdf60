import { reply } from '../../shared/exchange.ts'
import { isArray, textOf, type JsonObject } from '../../shared/json.ts'
import { foundBy, wrapHandler, editReplyWithStatus, editInputs, type Defect, type Sabotage } from './tools.ts'
import { omit, withHeaders } from '../../shared/edits.ts'

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
    const found = healthy(values, state)
    const field = found.headers['Link']
    return field === undefined ? found : withHeaders(found, { Link: edit(field, values.query) })
  })

const addToLimit =
  (count: number) =>
  (query: JsonObject): JsonObject => ({ ...query, limit: Number(query['limit']) + count })

export const listDefects: readonly Defect[] = [
  ...foundBy('list-limit', [
    [
      'listPets',
      'limit-ignored',
      'All pets come, whatever the limit.',
      editQuery((query) => ({ ...query, limit: 100_000 })),
    ],
    ['listPets', 'limit-off-by-one', 'One pet more than the limit comes.', editQuery(addToLimit(1))],
    [
      'listPets',
      'limit-has-no-default',
      'Without a limit more than 20 pets come.',
      editInputs('listPets', ({ defaults }) => void (defaults['limit'] = 100)),
    ],
  ]),
  ...foundBy('list-offset', [
    [
      'listPets',
      'offset-ignored',
      'Every page is the first.',
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
      'A page begins one pet late.',
      editQuery((query) => ({ ...query, offset: Number(query['offset']) && Number(query['offset']) + 1 })),
    ],
  ]),
  ...foundBy('list-total', [
    [
      'listPets',
      'total-of-page',
      'X-Total-Count counts the page.',
      editReplyWithStatus('listPets', 200, (found) =>
        withHeaders(found, { 'X-Total-Count': String((found.body as unknown[]).length) }),
      ),
    ],
    [
      'listPets',
      'total-without-filters',
      'X-Total-Count counts all pets, whatever the filter.',
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
      'The link to the next page leads to that of all pets.',
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
      'Pets of every status come.',
      editQuery((query) => omit(query, 'status')),
    ],
    [
      'listPets',
      'category-filter-ignored',
      'Pets of every category come.',
      editQuery((query) => omit(query, 'categoryId')),
    ],
    ['listPets', 'id-filter-ignored', 'Pets of every id come.', editQuery((query) => omit(query, 'id'))],
    [
      'listPets',
      'first-id-only',
      'Of several ids only the first is looked for.',
      editQuery((query) =>
        isArray(query['id'] ?? null)
          ? { ...query, id: (query['id'] as readonly number[]).slice(0, 1) }
          : query,
      ),
    ],
    [
      'listPets',
      'filter-finds-nothing',
      'A filter by status finds no pet.',
      wrapHandler('listPets', (values, state, healthy) =>
        values.query['status'] === undefined
          ? healthy(values, state)
          : reply(200, [], { 'X-Total-Count': '0' }),
      ),
    ],
  ]),
]
