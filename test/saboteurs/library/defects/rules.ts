import type { Sabotage } from '../../document-service/sabotage.ts'
import { instant } from '../../shared/date-time.ts'
import { omit } from '../../shared/edits.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { type JsonObject, textOf } from '../../shared/json.ts'
import { showBook, uuid, type Loan, type State } from '../server/state.ts'
import { foundBy, inData, tools, type LibraryDefect } from './tools.ts'

const { wrapHandler, editReply, editValues } = tools

/** Finds a book through any shelf. */
const throughAnyShelf = (operationId: string): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const book = context.state.books.get(values.path['bookId'] ?? '')
    const isShelf = context.state.shelves.has(values.path['shelfId'] ?? '')
    return healthy(
      book && isShelf ? { ...values, path: { ...values.path, shelfId: book.shelfId } } : values,
      context,
    )
  })

const dataOf = ({ body }: Reply): JsonObject => (body as { readonly data: JsonObject }).data

const neverFewer: Sabotage<State> = (service) => {
  const most = new Map<unknown, number>()
  const grow = (shelf: JsonObject): JsonObject => {
    const count = Math.max(most.get(shelf['id']) ?? 0, Number(shelf['bookCount']))
    most.set(shelf['id'], count)
    return { ...shelf, bookCount: count }
  }
  editReply('getShelf', inData(grow))(service)
}

const nextDay = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** Refuses with another status. */
const refuseWith = (operationId: string, from: number, to: number): Sabotage<State> =>
  editReply(operationId, (answered) => {
    const isProblem = answered.status === from
    return isProblem
      ? { ...answered, status: to, body: { ...(answered.body as JsonObject), status: to } }
      : answered
  })

const ended = (loan: Loan, now: Date): Loan => ({ ...loan, status: 'returned', returnedAt: instant(now) })

/** Defects of side effects, derived values, keys and states. */
export const ruleDefects: readonly LibraryDefect[] = [
  ...foundBy('failed-write', [
    [
      'updateShelf',
      'changed-then-refused',
      'An update of a shelf that is refused is stored.',
      wrapHandler('updateShelf', (values, context, healthy) => {
        const answered = healthy(values, context)
        const shelf = context.state.shelves.get(values.path['shelfId'] ?? '')
        const { label } = values.body
        if (answered.status === 409 && label !== undefined)
          context.state.shelves.set(shelf!.id, { ...shelf!, label })
        return answered
      }),
    ],
    [
      'createBook',
      'refused-then-kept',
      'A book that is refused for its author is stored.',
      wrapHandler('createBook', (values, context, healthy) => {
        const answered = healthy(values, context)
        const [author] = context.state.authors.keys()
        const isDangling = answered.status === 422 && author !== undefined
        if (isDangling) healthy({ ...values, body: { ...values.body, authorId: author } }, context)
        return answered
      }),
    ],
  ]),
  ...foundBy('safe-methods', [
    [
      'getLoan',
      'reading-prolongs',
      'Each read of a loan extends it by a day.',
      wrapHandler('getLoan', (values, context, healthy) => {
        const answered = healthy(values, context)
        const loan = context.state.loans.get(values.path['loanId'] ?? '')
        if (loan) context.state.loans.set(loan.id, { ...loan, dueOn: nextDay(textOf(loan['dueOn'])) })
        return answered
      }),
    ],
    [
      'listLoans',
      'listing-ends-loans',
      'Each read of the list of loans ends those that are overdue.',
      wrapHandler('listLoans', (values, context, healthy) => {
        const { loans } = context.state
        const today = context.now.toISOString().slice(0, 10)
        const isOverdue = (loan: Loan): boolean => loan.status === 'active' && textOf(loan['dueOn']) < today
        const answered = healthy(values, context)
        for (const loan of [...loans.values()].filter(isOverdue)) loans.set(loan.id, ended(loan, context.now))
        return answered
      }),
    ],
  ]),
  ...foundBy('aggregate', [
    ['getShelf', 'count-only-grows', 'The bookCount of a shelf never decreases.', neverFewer],
    [
      'getShelf',
      'count-of-all',
      'The bookCount of a shelf includes the books of all shelves.',
      wrapHandler('getShelf', (values, context, healthy) =>
        inData((shelf) => ({ ...shelf, bookCount: context.state.books.size }))(healthy(values, context)),
      ),
    ],
    [
      'getShelf',
      'count-of-all-new',
      'A shelf counts the new books of all shelves.',
      wrapHandler('getShelf', (values, context, healthy) => {
        const elsewhere = [...context.state.books.values()].filter(
          ({ id, shelfId }) => shelfId !== values.path['shelfId'] && id > uuid('book', 5),
        )
        const add = (shelf: JsonObject): JsonObject => ({
          ...shelf,
          bookCount: Number(shelf['bookCount']) + elsewhere.length,
        })
        return inData(add)(healthy(values, context))
      }),
    ],
    [
      'getBook',
      'always-on-loan',
      'onLoan is true for every book that was ever borrowed.',
      wrapHandler('getBook', (values, context, healthy) => {
        const wasLent = [...context.state.loans.values()].some(
          ({ bookId }) => bookId === values.path['bookId'],
        )
        return inData((book) => ({ ...book, onLoan: wasLent }))(healthy(values, context))
      }),
    ],
  ]),
  ...foundBy('hierarchy', [
    [
      'getBook',
      'read-through-any-shelf',
      'A book can be read through another shelf.',
      throughAnyShelf('getBook'),
    ],
    [
      'deleteBook',
      'deleted-through-any-shelf',
      'A book can be deleted through another shelf.',
      throughAnyShelf('deleteBook'),
    ],
    [
      'listBooks',
      'books-of-no-shelf',
      'The books of an unknown shelf are an empty list instead of 404.',
      wrapHandler('listBooks', (values, context, healthy) => {
        const answered = healthy(values, context)
        return answered.status === 404
          ? reply(200, { data: [], meta: { nextCursor: null, total: 0 } })
          : answered
      }),
    ],
  ]),
  ...foundBy('idempotency', [
    [
      'createLoan',
      'key-ignored',
      'A repeated Idempotency-Key creates a second loan.',
      editValues('createLoan', (values) => ({ ...values, header: {} })),
    ],
    [
      'createLoan',
      'key-for-any-body',
      'An Idempotency-Key with another body returns the first loan.',
      wrapHandler('createLoan', (values, context, healthy) => {
        const first = context.state.replies.get(textOf(values.header['idempotency-key']))
        return first?.reply ?? healthy(values, context)
      }),
    ],
    [
      'createLoan',
      'replayed-with-new-id',
      'A replayed loan gets a new id.',
      wrapHandler('createLoan', (values, context, healthy) => {
        const first = context.state.replies.get(textOf(values.header['idempotency-key']))
        if (first?.reply.status !== 201) return healthy(values, context)
        const { loans } = context.state
        const loan = loans.get(textOf(dataOf(first.reply)['id']))
        if (loan) loans.set(loan.id, { ...loan, status: 'returned' })
        return healthy({ ...values, header: {} }, context)
      }),
    ],
  ]),
  ...foundBy('states', [
    [
      'returnLoan',
      'returned-again',
      'A returned book can be returned again.',
      wrapHandler('returnLoan', (values, context, healthy) => {
        const loan = context.state.loans.get(values.path['loanId'] ?? '')
        return loan?.status === 'returned' ? reply(200, { data: loan }) : healthy(values, context)
      }),
    ],
    [
      'returnLoan',
      'returned-unnoted',
      'A returned book remains on loan.',
      wrapHandler('returnLoan', (values, context, healthy) => {
        const loan = context.state.loans.get(values.path['loanId'] ?? '')
        const answered = healthy(values, context)
        if (loan) context.state.loans.set(loan.id, loan)
        return answered
      }),
    ],
  ]),
  ...foundBy('changed-last', [
    [
      'returnLoan',
      'return-untimed',
      'A loan that has ended says that it was last changed before.',
      wrapHandler('returnLoan', (values, context, healthy) => {
        const before = context.state.loans.get(values.path['loanId'] ?? '')
        const answered = healthy(values, context)
        if (!before || answered.status !== 200) return answered
        const data = { ...context.state.loans.get(before.id)!, changedAt: before['changedAt']! }
        context.state.loans.set(before.id, data)
        return { ...answered, body: { data } }
      }),
    ],
  ]),
  ...foundBy('invalid-refused', [
    [
      'createBook',
      'closed-shelf-takes-books',
      'A book can be put on a closed shelf.',
      wrapHandler('createBook', (values, context, healthy) => {
        const shelf = context.state.shelves.get(values.path['shelfId'] ?? '')
        if (shelf?.['closed'] !== true) return healthy(values, context)
        context.state.shelves.set(shelf.id, { ...shelf, closed: false })
        const answered = healthy(values, context)
        context.state.shelves.set(shelf.id, shelf)
        return answered
      }),
    ],
  ]),
  ...foundBy('refusal-status', [
    [
      'returnLoan',
      'ended-loan-is-invalid',
      'The return of a loan that has ended is refused with 400.',
      refuseWith('returnLoan', 409, 400),
    ],
    [
      'createBook',
      'unknown-author-is-a-conflict',
      'A book of no author is refused with 409.',
      refuseWith('createBook', 422, 409),
    ],
  ]),
  ...foundBy('version', [
    [
      'updateShelf',
      'version-stays',
      'The version of a shelf is always 1.',
      wrapHandler('updateShelf', (values, context, healthy) => {
        const answered = healthy(values, context)
        const shelf = context.state.shelves.get(values.path['shelfId'] ?? '')
        if (shelf) context.state.shelves.set(shelf.id, { ...shelf, version: 1 })
        return inData((data) => ({ ...data, version: 1 }))(answered)
      }),
    ],
    [
      'updateShelf',
      'version-ignored',
      'A shelf is updated despite an outdated version.',
      editValues('updateShelf', (values) => ({ ...values, body: omit(values.body, 'version') })),
    ],
  ]),
  ...foundBy('update-visible', [
    [
      'updateShelf',
      'added-again',
      'Each change of a shelf sets the time at which it was added.',
      wrapHandler('updateShelf', (values, context, healthy) => {
        const answered = healthy(values, context)
        const shelf = context.state.shelves.get(values.path['shelfId'] ?? '')
        if (answered.status !== 200 || !shelf) return answered
        const again = { ...shelf, addedOn: new Date().toISOString() }
        context.state.shelves.set(shelf.id, again)
        return inData((data) => ({ ...data, addedOn: again.addedOn }))(answered)
      }),
    ],
    [
      'replaceBook',
      'put-appends',
      'Each replacement of a book adds a tag.',
      wrapHandler('replaceBook', (values, context, healthy) => {
        const answered = healthy(values, context)
        const book = context.state.books.get(values.path['bookId'] ?? '')
        const tags = (book?.['tags'] ?? []) as readonly string[]
        if (answered.status !== 200 || tags.length >= 5) return answered
        const appended = { ...book!, tags: [...tags, `again-${tags.length}`] }
        context.state.books.set(book!.id, appended)
        return { ...answered, body: { data: showBook(context.state, appended) } }
      }),
    ],
  ]),
]
