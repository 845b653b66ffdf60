import { type JsonObject, textOf } from '../../shared/json.ts'
import { omit } from '../../shared/edits.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { orderOf, readCursor, writeCursor } from '../server/pages.ts'
import { uuid, type State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editValues, wrapHandler, editReply } = tools

/** Lists the right records, and counts those of another query. */
const countsWithout = (operationId: string, ...names: readonly string[]): Sabotage<State> =>
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

/** A cursor that leads to the last record of the page before, again. */
const oneBack = (cursor: string): string => {
  const place = readCursor(cursor)
  if (place === null) return cursor
  const [key, id] = place
  return writeCursor([key, `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`])
}

/** What a list shows of its records. */
export const listDefects: readonly LibraryDefect[] = [
  ...foundBy('list-limit', [
    [
      'listAuthors',
      'limit-ignored',
      'All authors come, whatever the limit.',
      editValues('listAuthors', (values) => ({ ...values, query: { ...values.query, limit: 100_000 } })),
    ],
    [
      'listBooks',
      'limit-off-by-one',
      'One book more than the limit comes.',
      editValues('listBooks', (values) => ({
        ...values,
        query: { ...values.query, limit: Number(values.query['limit']) + 1 },
      })),
    ],
  ]),
  ...foundBy('list-offset', [
    ['listShelves', 'cursor-ignored', 'Every page is the first.', ignoreParameters('listShelves', 'cursor')],
    [
      'listAuthors',
      'page-overlaps',
      'A page begins with the last author of the page before.',
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
      'The list ends before its last author where that one would have a page for himself.',
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
      'A page leaves out its first book.',
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
      'The last page says that more shelves follow where it is full.',
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
      'No page says that more authors follow.',
      editReply(
        'listAuthors',
        editSuccess((body) => ({ ...body, meta: { ...metaOf(body), hasMore: false } })),
      ),
    ],
  ]),
  ...foundBy('invalid-refused', [
    [
      'listShelves',
      'strange-cursor-accepted',
      'A cursor of which nobody knows whose it is means the first page.',
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
      'The total counts the page.',
      editReply(
        'listBooks',
        editSuccess((body) => ({ ...body, meta: { ...metaOf(body), total: dataOf(body).length } })),
      ),
    ],
    [
      'listAuthors',
      'total-without-filter',
      'The total counts all authors, whatever the filter.',
      countsWithout('listAuthors', 'name'),
    ],
  ]),
  ...foundBy('list-filter', [
    ['listLoans', 'status-ignored', 'Loans of every status come.', ignoreParameters('listLoans', 'status')],
    ['listBooks', 'author-ignored', 'Books by every author come.', ignoreParameters('listBooks', 'authorId')],
    [
      'listBooks',
      'on-loan-ignored',
      'Books come whether they are on loan or not.',
      ignoreParameters('listBooks', 'onLoan'),
    ],
    [
      'listBooks',
      'author-ignored-in-vain',
      'Books by every author come where the one asked for has none.',
      wrapHandler('listBooks', (values, context, healthy) => {
        const reply = healthy(values, context)
        const isInVain = reply.status === 200 && dataOf(reply.body).length === 0
        return isInVain ? healthy({ ...values, query: omit(values.query, 'authorId') }, context) : reply
      }),
    ],
    [
      'listShelves',
      'floor-ignored',
      'Shelves of every floor come.',
      ignoreParameters('listShelves', 'floor'),
    ],
  ]),
  ...foundBy('list-order', [
    [
      'listBooks',
      'minus-ignored',
      'Books come in ascending order only.',
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
      'Books that are equal in a descending order come by descending ids.',
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
      'Books come as they were added, whatever the order asked for.',
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
