import { cacheResponses, acceptRepeatedDeletes } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { textOf } from '../../shared/json.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { wrapHandler, editReplyWithStatus, editBody } = tools

/** Answers correctly, and then undoes the change. */
const undo = (operationId: string, undo: (context: State, before: State) => void): Sabotage<State> =>
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

/** Ignores properties of the body. */
const ignoreProperties = (operationId: string, ...names: readonly string[]): Sabotage<State> =>
  editBody(operationId, (body) => omit(body, ...names))

/** Defects of what is stored, updated and deleted. */
export const recordDefects: readonly LibraryDefect[] = [
  ...foundBy('time-offset', [
    [
      'createAuthor',
      'created-in-local-time',
      'The createdAt of a new author is a local time that is labelled as UTC.',
      wrapHandler('createAuthor', (values, context, healthy) =>
        healthy(values, { ...context, now: new Date(Date.now() + 2 * 3_600_000) }),
      ),
    ],
  ]),
  ...foundBy('created-readable', [
    [
      'createAuthor',
      'author-forgotten',
      'A new author is not stored.',
      undo('createAuthor', ({ authors }, before) => restore(authors, before.authors)),
    ],
    [
      'createBook',
      'price-lost',
      'The price of a new book is not stored.',
      ignoreProperties('createBook', 'price'),
    ],
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
      'The replacement of an author is not stored.',
      undo('replaceAuthor', ({ authors }, before) => restore(authors, before.authors)),
    ],
    [
      'replaceBook',
      'replacement-merged',
      'A replaced book keeps properties that the request left out.',
      wrapHandler('replaceBook', (values, context, healthy) => {
        const book = context.state.books.get(values.path['bookId'] ?? '')
        const kept = { ...book, ...values.body }
        return healthy({ ...values, body: kept }, context)
      }),
    ],
    [
      'updateBook',
      'price-stays',
      'A new price of a book is not stored.',
      ignoreProperties('updateBook', 'price'),
    ],
    [
      'updateShelf',
      'floor-reset',
      'An update of a shelf resets its floor to 0.',
      editBody('updateShelf', (body) => ({ floor: 0, ...body })),
    ],
    [
      'replaceSettings',
      'settings-forgotten',
      'New settings are not stored.',
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
      'A deleted book can still be read.',
      undo('deleteBook', ({ books }, before) => restore(books, before.books)),
    ],
  ]),
  ...foundBy('repeat-delete', [
    [
      'deleteShelf',
      'gone-is-gone',
      'A shelf can be deleted repeatedly.',
      acceptRepeatedDeletes('deleteShelf'),
    ],
  ]),
  ...foundBy('ids-unique', [
    [
      'createAuthor',
      'author-id-reused',
      'The id of a deleted author is reused.',
      wrapHandler('createAuthor', (values, context, healthy) => {
        context.state.count.author = context.state.authors.size
        return healthy(values, context)
      }),
    ],
    [
      'createBook',
      'book-id-reused',
      'The id of a deleted book is reused.',
      wrapHandler('createBook', (values, context, healthy) => {
        context.state.count.book = context.state.books.size
        return healthy(values, context)
      }),
    ],
  ]),
  ...foundBy('stale-read', [
    [
      'getBook',
      'first-answer-kept',
      'Later reads of a book return the first response.',
      cacheResponses('getBook'),
    ],
    [
      'getSettings',
      'settings-kept',
      'Later reads of the settings return the first response.',
      cacheResponses('getSettings'),
    ],
  ]),
  ...foundBy('location-resolves', [
    [
      'createLoan',
      'location-of-last-loan',
      'The Location of a new loan leads to the previous one.',
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
