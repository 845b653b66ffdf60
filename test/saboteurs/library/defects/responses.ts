import { editSuccess, editError, stackTrace } from '../../document-service/reply-edits.ts'
import { omit } from '../../shared/edits.ts'
import { textOf } from '../../shared/json.ts'
import { foundBy, inData, tools, type LibraryDefect } from './tools.ts'

const { editReply, editReplyWithStatus, editResponse } = tools

/** Defects of response bodies. */
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
      'Active loans lack returnedAt, which should be null.',
      editReply(
        'listLoans',
        inData((loan) => (loan['returnedAt'] === null ? omit(loan, 'returnedAt') : loan)),
      ),
    ],
    [
      'listBooks',
      'next-cursor-left-out',
      'A page of books has no nextCursor.',
      editReply(
        'listBooks',
        editSuccess(({ data, meta }) => ({ data: data!, meta: omit(meta as object, 'nextCursor') as never })),
      ),
    ],
    [
      'getAuthor',
      'author-without-envelope',
      'An author is returned without the envelope.',
      editReply(
        'getAuthor',
        editSuccess(({ data }) => data!),
      ),
    ],
    [
      'getLoan',
      'status-in-capitals',
      'The status of a loan is in upper case.',
      editReply(
        'getLoan',
        inData((loan) => ({ ...loan, status: textOf(loan['status']).toUpperCase() })),
      ),
    ],
    [
      'createLoan',
      'due-with-time',
      'The due date of a new loan has a time.',
      editReply(
        'createLoan',
        inData((loan) => ({ ...loan, dueOn: `${textOf(loan['dueOn'])}T00:00:00Z` })),
      ),
    ],
    [
      'listShelves',
      'count-as-string',
      'The bookCount of listed shelves is a string.',
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
      'Problem details have no type.',
      editReplyWithStatus(
        'getLoan',
        404,
        editError((body) => omit(body, 'type')),
      ),
    ],
    [
      'createShelf',
      'problem-with-other-status',
      'The status in problem details differs from that of the response.',
      editReplyWithStatus(
        'createShelf',
        409,
        editError((body) => ({ ...body, status: 400 })),
      ),
    ],
    [
      'replaceSettings',
      'errors-as-object',
      'The errors of problem details are an object instead of an array.',
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
      'The detail of problem details is a stack trace.',
      editReplyWithStatus(
        'createBook',
        422,
        editError((body) => ({ ...body, detail: stackTrace })),
      ),
    ],
    [
      'getBook',
      'query-in-detail',
      'The detail of problem details contains a database query.',
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
      'The response repeats the name of a setting.',
      editResponse('getSettings', (wire) => ({
        ...wire,
        text: wire.text?.replace('"loanDays"', '"loanDays":0,"loanDays"'),
      })),
    ],
  ]),
]
