import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { type JsonObject, textOf } from '../../shared/json.ts'
import { orderOf, readCursor, writeCursor } from '../server/pages.ts'
import { uuid, type State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editValues, wrapHandler, editReply } = tools

/** Lists the right records, with the total of another query. */
const countWithout = (operationId: string, ...names: readonly string[]): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const reply = healthy(values, context)
    const other = healthy({ ...values, query: omit(values.query, ...names) }, context)
    return reply.status === 200
      ? { ...reply, body: { ...(reply.body as JsonObject), meta: withTotal(reply.body, other.body) } }
      : reply
  })

const metaOf = (body: unknown): JsonObject => (body as { readonly meta: JsonObject }).meta
const withTotal = (body: unknown, other: unknown): JsonObject => ({
  ...metaOf(body),
  total: metaOf(other)['total']!,
})

const dataOf = (body: unknown): readonly JsonObject[] =>
  (body as { readonly data: readonly JsonObject[] }).data

/** Leaves items out of the pages. */
const leaveOut = (
  operationId: string,
  isLeftOut: (item: JsonObject, query: JsonObject) => boolean,
): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) =>
    editSuccess((body) => ({
      ...body,
      data: dataOf(body).filter((item) => !isLeftOut(item, values.query)),
    }))(healthy(values, context)),
  )

/** A cursor whose page starts with the last record of the previous page. */
const oneBack = (cursor: string): string => {
  const place = readCursor(cursor)
  if (place === null) return cursor
  const [key, id] = place
  return writeCursor([key, `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`])
}

/** Defects of lists: pages, filters, order and totals. */
export const listDefects: readonly LibraryDefect[] = [
  ...foundBy('list-limit', [
    [
      'listAuthors',
      'limit-ignored',
      'The limit is ignored: all authors are returned.',
      editValues('listAuthors', (values) => ({ ...values, query: { ...values.query, limit: 100_000 } })),
    ],
    [
      'listBooks',
      'limit-off-by-one',
      'One book more than the limit is returned.',
      editValues('listBooks', (values) => ({
        ...values,
        query: { ...values.query, limit: Number(values.query['limit']) + 1 },
      })),
    ],
  ]),
  ...foundBy('list-offset', [
    [
      'listShelves',
      'cursor-ignored',
      'Every page is the first one.',
      ignoreParameters('listShelves', 'cursor'),
    ],
    [
      'listAuthors',
      'page-overlaps',
      'A page starts with the last author of the previous page.',
      editValues('listAuthors', ({ query, ...values }) => {
        const { cursor } = query
        return {
          ...values,
          query: typeof cursor === 'string' ? { ...query, cursor: oneBack(cursor) } : query,
        }
      }),
    ],
    [
      'listAuthors',
      'last-forgotten',
      'The last author is missing if he would be alone on his page.',
      wrapHandler('listAuthors', (values, context, healthy) => {
        const page = healthy(values, context)
        const cursor = page.status === 200 ? metaOf(page.body)['nextCursor'] : null
        if (typeof cursor !== 'string') return page
        const { body } = healthy({ ...values, query: { ...values.query, limit: 2, cursor } }, context)
        const isLast = dataOf(body).length === 1
        return isLast
          ? editSuccess((before) => ({
              ...before,
              meta: { ...metaOf(before), nextCursor: null, hasMore: false },
            }))(page)
          : page
      }),
    ],
    [
      'listBooks',
      'page-begins-late',
      'A page lacks its first book.',
      wrapHandler('listBooks', (values, context, healthy) => {
        const { cursor, limit } = values.query
        if (cursor === undefined) return healthy(values, context)
        const longer = healthy({ ...values, query: { ...values.query, limit: Number(limit) + 1 } }, context)
        return editSuccess((body) => ({ ...body, data: dataOf(body).slice(1) }))(longer)
      }),
    ],
  ]),
  ...foundBy('has-more', [
    [
      'listShelves',
      'more-of-last',
      'hasMore is true on the last page if it is full.',
      wrapHandler('listShelves', (values, context, healthy) =>
        editSuccess((body) => {
          const isFull = dataOf(body).length === Number(values.query['limit'])
          return { ...body, meta: { ...metaOf(body), hasMore: isFull } }
        })(healthy(values, context)),
      ),
    ],
    [
      'listAuthors',
      'never-more',
      'hasMore is always false.',
      editReply(
        'listAuthors',
        editSuccess((body) => ({ ...body, meta: { ...metaOf(body), hasMore: false } })),
      ),
    ],
    [
      'listAuthors',
      'cursor-of-last',
      'The last page has a cursor as well.',
      editReply(
        'listAuthors',
        editSuccess((body) => {
          const last = dataOf(body).at(-1)
          const nextCursor = last ? writeCursor([0, textOf(last['id'])]) : null
          return { ...body, meta: { ...metaOf(body), nextCursor } }
        }),
      ),
    ],
  ]),
  ...foundBy('invalid-refused', [
    [
      'listShelves',
      'strange-cursor-accepted',
      'An unknown cursor returns the first page.',
      editValues('listShelves', ({ query, ...values }) => {
        const isOwn = typeof query['cursor'] === 'string' && readCursor(query['cursor']) !== null
        return { ...values, query: isOwn ? query : omit(query, 'cursor') }
      }),
    ],
  ]),
  ...foundBy('list-total', [
    [
      'listBooks',
      'total-of-page',
      'The total is the number of items on the page.',
      editReply(
        'listBooks',
        editSuccess((body) => ({ ...body, meta: { ...metaOf(body), total: dataOf(body).length } })),
      ),
    ],
    [
      'listAuthors',
      'total-without-filter',
      'The total ignores the filter.',
      countWithout('listAuthors', 'name'),
    ],
    [
      'listPatrons',
      'total-without-search',
      'The total ignores the search.',
      countWithout('listPatrons', 'q'),
    ],
  ]),
  ...foundBy('list-filter', [
    ['listLoans', 'status-ignored', 'The status filter is ignored.', ignoreParameters('listLoans', 'status')],
    [
      'listBooks',
      'author-ignored',
      'The author filter is ignored.',
      ignoreParameters('listBooks', 'authorId'),
    ],
    [
      'listBooks',
      'on-loan-ignored',
      'The onLoan filter is ignored.',
      ignoreParameters('listBooks', 'onLoan'),
    ],
    [
      'listBooks',
      'author-ignored-in-vain',
      'The author filter is ignored for an author without books.',
      wrapHandler('listBooks', (values, context, healthy) => {
        const reply = healthy(values, context)
        const isInVain = reply.status === 200 && dataOf(reply.body).length === 0
        return isInVain ? healthy({ ...values, query: omit(values.query, 'authorId') }, context) : reply
      }),
    ],
    [
      'listShelves',
      'floor-ignored',
      'The floor filter is ignored.',
      ignoreParameters('listShelves', 'floor'),
    ],
    [
      'listPatrons',
      'search-in-names-alone',
      'The search does not find notes.',
      leaveOut(
        'listPatrons',
        ({ name }, { q = '' }) => !textOf(name).toLowerCase().includes(textOf(q).toLowerCase()),
      ),
    ],
    [
      'listPatrons',
      'search-in-one-case',
      'The search finds texts in the same case alone.',
      leaveOut('listPatrons', ({ name, notes = '' }, { q = '' }) =>
        [name, notes].every((each) => !textOf(each).includes(textOf(q))),
      ),
    ],
    ['listPatrons', 'search-ignored', 'The search is ignored.', ignoreParameters('listPatrons', 'q')],
    [
      'listLoans',
      'first-day-left-out',
      'The loans that are due on the first day are left out.',
      leaveOut('listLoans', ({ dueOn }, { dueFrom }) => dueOn === dueFrom),
    ],
    [
      'listLoans',
      'last-day-left-out',
      'The loans that are due on the last day are left out.',
      leaveOut('listLoans', ({ dueOn }, { dueTo }) => dueOn === dueTo),
    ],
  ]),
  ...foundBy('list-order', [
    [
      'listBooks',
      'minus-ignored',
      'Books are always sorted in ascending order.',
      editValues('listBooks', (values) => {
        const { sort } = values.query
        return typeof sort === 'string'
          ? { ...values, query: { ...values.query, sort: sort.replace('-', '') } }
          : values
      }),
    ],
    [
      'listBooks',
      'ties-turned',
      'Books with equal values in descending order are sorted by descending ids.',
      wrapHandler('listBooks', (values, context, healthy) => {
        const { sort } = values.query
        const isTurned = typeof sort === 'string' && sort.startsWith('-')
        const turned = (data: readonly JsonObject[]): readonly JsonObject[] => {
          const { key } = orderOf(sort)
          return data.toSorted((a, b) =>
            key(a) === key(b) ? (textOf(a['id']) < textOf(b['id']) ? 1 : -1) : 0,
          )
        }
        const page = healthy(values, context)
        return isTurned ? editSuccess((body) => ({ ...body, data: turned(dataOf(body)) }))(page) : page
      }),
    ],
    [
      'listBooks',
      'order-ignored',
      'The sort order of books is ignored.',
      ignoreParameters('listBooks', 'sort'),
    ],
  ]),
  ...foundBy('created-listed', [
    [
      'listShelves',
      'new-shelf-not-listed',
      'New shelves are not listed.',
      editReply(
        'listShelves',
        editSuccess((body) => ({
          ...body,
          data: dataOf(body).filter(({ id }) => textOf(id) <= uuid('shelf', 2)),
        })),
      ),
    ],
  ]),
]
