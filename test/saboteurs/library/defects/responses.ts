import { textOf } from '../../shared/json.ts'
import { omit } from '../../shared/edits.ts'
import { editSuccess, editError, stackTrace } from '../../document-service/reply-edits.ts'
import { foundBy, inData, tools, type LibraryDefect } from './tools.ts'

const { editReply, editReplyWithStatus, editResponse } = tools

/** What an answer holds. */
export const answerDefects: readonly LibraryDefect[] = [
  ...foundBy('response-body', [
    [
      'getBook',
      'price-as-string',
      'The price of a book is a string.',
      editReply(
        'getBook',
        inData((book) => ('price' in book ? { ...book, price: textOf(book['price']) } : book)),
      ),
    ],
    [
      'listLoans',
      'returned-at-left-out',
      'Loans that last have no returnedAt.',
      editReply(
        'listLoans',
        inData((loan) => (loan['returnedAt'] === null ? omit(loan, 'returnedAt') : loan)),
      ),
    ],
    [
      'listBooks',
      'next-cursor-left-out',
      'A page of books does not say where the next one starts.',
      editReply(
        'listBooks',
        editSuccess(({ data, meta }) => ({ data: data!, meta: omit(meta as object, 'nextCursor') as never })),
      ),
    ],
    [
      'getAuthor',
      'author-without-envelope',
      'An author comes without an envelope.',
      editReply(
        'getAuthor',
        editSuccess(({ data }) => data!),
      ),
    ],
    [
      'getLoan',
      'status-in-capitals',
      'The status of a loan is in capitals.',
      editReply(
        'getLoan',
        inData((loan) => ({ ...loan, status: textOf(loan['status']).toUpperCase() })),
      ),
    ],
    [
      'createLoan',
      'due-with-time',
      'A new loan is due on a date with a time.',
      editReply(
        'createLoan',
        inData((loan) => ({ ...loan, dueOn: `${textOf(loan['dueOn'])}T00:00:00Z` })),
      ),
    ],
    [
      'listShelves',
      'count-as-string',
      'The number of books on a listed shelf is a string.',
      editReply(
        'listShelves',
        inData((shelf) => ({ ...shelf, bookCount: textOf(shelf['bookCount']) })),
      ),
    ],
  ]),
  ...foundBy('error-shape', [
    [
      'getLoan',
      'problem-without-type',
      'A problem has no type.',
      editReplyWithStatus(
        'getLoan',
        404,
        editError((body) => omit(body, 'type')),
      ),
    ],
    [
      'createShelf',
      'problem-with-other-status',
      'The status in a problem is not that of the response.',
      editReplyWithStatus(
        'createShelf',
        409,
        editError((body) => ({ ...body, status: 400 })),
      ),
    ],
    [
      'replaceSettings',
      'errors-as-object',
      'The errors of a problem are no array.',
      editReplyWithStatus(
        'replaceSettings',
        422,
        editError((body) => ({ ...body, errors: {} })),
      ),
    ],
  ]),
  ...foundBy('information-leak', [
    [
      'createBook',
      'stack-in-detail',
      'The detail of a problem is a stack trace.',
      editReplyWithStatus(
        'createBook',
        422,
        editError((body) => ({ ...body, detail: stackTrace })),
      ),
    ],
    [
      'getBook',
      'query-in-detail',
      'The detail of a problem shows a database query.',
      editReplyWithStatus(
        'getBook',
        404,
        editError((body) => ({ ...body, detail: 'No row: SELECT * FROM books WHERE id = $1' })),
      ),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    [
      'getSettings',
      'setting-twice',
      'A setting stands twice in the answer.',
      editResponse('getSettings', (wire) => ({
        ...wire,
        text: wire.text?.replace('"loanDays"', '"loanDays":0,"loanDays"'),
      })),
    ],
  ]),
]
