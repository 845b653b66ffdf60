import { textOf } from '../../shared/json.ts'
import { omit } from '../../shared/edits.ts'
import { cacheResponses, acceptRepeatedDeletes } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { wrapHandler, editReplyWithStatus, editBody } = tools

/** Answers as it should, and then takes back what it did. */
const undoes = (operationId: string, undo: (context: State, before: State) => void): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const { state } = context
    const before = {
      ...state,
      authors: new Map(state.authors),
      books: new Map(state.books),
      shelves: new Map(state.shelves),
    }
    const answered = healthy(values, context)
    if (answered.status < 300) undo(state, before)
    return answered
  })

const restore = <T>(now: Map<string, T>, before: ReadonlyMap<string, T>): void => {
  now.clear()
  for (const [id, record] of before) now.set(id, record)
}

/** Leaves out of the body what would change. */
const drops = (operationId: string, ...names: readonly string[]): Sabotage<State> =>
  editBody(operationId, (body) => omit(body, ...names))

/** What becomes of records. */
export const recordDefects: readonly LibraryDefect[] = [
  ...foundBy('created-readable', [
    [
      'createAuthor',
      'author-forgotten',
      'A new author is not kept.',
      undoes('createAuthor', ({ authors }, before) => restore(authors, before.authors)),
    ],
    ['createBook', 'price-lost', 'A new book has no price.', drops('createBook', 'price')],
    [
      'createLoan',
      'member-in-lower-case',
      'The email address of a new loan is stored in lower case.',
      editBody('createLoan', (body) => ({ ...body, member: textOf(body['member']).toLowerCase() })),
    ],
  ]),
  ...foundBy('update-visible', [
    [
      'replaceAuthor',
      'replacement-forgotten',
      'A replaced author stays as it was.',
      undoes('replaceAuthor', ({ authors }, before) => restore(authors, before.authors)),
    ],
    [
      'replaceBook',
      'replacement-merged',
      'A replaced book keeps what the request left out.',
      wrapHandler('replaceBook', (values, context, healthy) => {
        const book = context.state.books.get(values.path['bookId'] ?? '')
        const kept = { ...book, ...values.body }
        return healthy({ ...values, body: kept }, context)
      }),
    ],
    ['updateBook', 'price-stays', 'The price of a book cannot be changed.', drops('updateBook', 'price')],
    [
      'updateShelf',
      'floor-reset',
      'A change of a shelf also puts it on floor 0.',
      editBody('updateShelf', (body) => ({ floor: 0, ...body })),
    ],
    [
      'replaceSettings',
      'settings-forgotten',
      'The settings stay as they were.',
      wrapHandler('replaceSettings', (values, context, healthy) => {
        const { settings } = context.state
        const answered = healthy(values, context)
        context.state.settings = settings
        return answered
      }),
    ],
  ]),
  ...foundBy('deleted-gone', [
    [
      'deleteBook',
      'book-stays',
      'A deleted book is still there.',
      undoes('deleteBook', ({ books }, before) => restore(books, before.books)),
    ],
  ]),
  ...foundBy('repeat-delete', [
    [
      'deleteShelf',
      'gone-is-gone',
      'A shelf that is gone can be deleted again.',
      acceptRepeatedDeletes('deleteShelf'),
    ],
  ]),
  ...foundBy('ids-unique', [
    [
      'createAuthor',
      'author-id-reused',
      'The id of a deleted author is given to the next.',
      wrapHandler('createAuthor', (values, context, healthy) => {
        context.state.count.author = context.state.authors.size
        return healthy(values, context)
      }),
    ],
    [
      'createBook',
      'book-id-reused',
      'The id of a deleted book is given to the next.',
      wrapHandler('createBook', (values, context, healthy) => {
        context.state.count.book = context.state.books.size
        return healthy(values, context)
      }),
    ],
  ]),
  ...foundBy('stale-read', [
    ['getBook', 'first-answer-kept', 'A book stays as it was first read.', cacheResponses('getBook')],
    [
      'getSettings',
      'settings-kept',
      'The settings stay as they were first read.',
      cacheResponses('getSettings'),
    ],
  ]),
  ...foundBy('location-resolves', [
    [
      'createLoan',
      'location-of-last-loan',
      'The Location of a new loan is that of the one before.',
      editReplyWithStatus('createLoan', 201, (answered) => ({
        ...answered,
        headers: {
          Location: answered.headers['Location']!.replace(/.$/, (digit) =>
            String(Math.max(0, Number.parseInt(digit, 16) - 1)),
          ),
        },
      })),
    ],
  ]),
]
