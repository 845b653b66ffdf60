import { textOf } from '../../json.ts'
import { omit } from '../../sabotage.ts'
import { bodies, errors, stackTrace } from '../../service/edits.ts'
import { found, inData, tools, type LibraryDefect } from './tools.ts'

const { replies, repliesOf, wires } = tools

/** What an answer holds. */
export const answerDefects: readonly LibraryDefect[] = [
  ...found('response-body', [
    [
      'getBook',
      'price-as-string',
      'The price of a book is a string.',
      replies(
        'getBook',
        inData((book) => ('price' in book ? { ...book, price: textOf(book['price']) } : book)),
      ),
    ],
    [
      'listLoans',
      'returned-at-left-out',
      'Loans that last have no returnedAt.',
      replies(
        'listLoans',
        inData((loan) => (loan['returnedAt'] === null ? omit(loan, 'returnedAt') : loan)),
      ),
    ],
    [
      'listBooks',
      'next-cursor-left-out',
      'A page of books does not say where the next one starts.',
      replies(
        'listBooks',
        bodies(({ data, meta }) => ({ data: data!, meta: omit(meta as object, 'nextCursor') as never })),
      ),
    ],
    [
      'getAuthor',
      'author-without-envelope',
      'An author comes without an envelope.',
      replies(
        'getAuthor',
        bodies(({ data }) => data!),
      ),
    ],
    [
      'getLoan',
      'status-in-capitals',
      'The status of a loan is in capitals.',
      replies(
        'getLoan',
        inData((loan) => ({ ...loan, status: textOf(loan['status']).toUpperCase() })),
      ),
    ],
    [
      'createLoan',
      'due-with-time',
      'A new loan is due on a date with a time.',
      replies(
        'createLoan',
        inData((loan) => ({ ...loan, dueOn: `${textOf(loan['dueOn'])}T00:00:00Z` })),
      ),
    ],
    [
      'listShelves',
      'count-as-string',
      'The number of books on a listed shelf is a string.',
      replies(
        'listShelves',
        inData((shelf) => ({ ...shelf, bookCount: textOf(shelf['bookCount']) })),
      ),
    ],
  ]),
  ...found('error-shape', [
    [
      'getLoan',
      'problem-without-type',
      'A problem has no type.',
      repliesOf(
        'getLoan',
        404,
        errors((body) => omit(body, 'type')),
      ),
    ],
    [
      'createShelf',
      'problem-with-other-status',
      'The status in a problem is not that of the response.',
      repliesOf(
        'createShelf',
        409,
        errors((body) => ({ ...body, status: 400 })),
      ),
    ],
    [
      'replaceSettings',
      'errors-as-object',
      'The errors of a problem are no array.',
      repliesOf(
        'replaceSettings',
        422,
        errors((body) => ({ ...body, errors: {} })),
      ),
    ],
  ]),
  ...found('information-leak', [
    [
      'createBook',
      'stack-in-detail',
      'The detail of a problem is a stack trace.',
      repliesOf(
        'createBook',
        422,
        errors((body) => ({ ...body, detail: stackTrace })),
      ),
    ],
    [
      'getBook',
      'query-in-detail',
      'The detail of a problem shows a database query.',
      repliesOf(
        'getBook',
        404,
        errors((body) => ({ ...body, detail: 'No row: SELECT * FROM books WHERE id = $1' })),
      ),
    ],
  ]),
  ...found('duplicate-keys', [
    [
      'getSettings',
      'setting-twice',
      'A setting stands twice in the answer.',
      wires('getSettings', (wire) => ({
        ...wire,
        text: wire.text?.replace('"loanDays"', '"loanDays":0,"loanDays"'),
      })),
    ],
  ]),
]
