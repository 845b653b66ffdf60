import { textOf } from '../../json.ts'
import { omit, withHeaders, withoutHeaders } from '../../sabotage.ts'
import { bodies, crash, errors, stackTrace } from '../../service/edits.ts'
import { readCursor } from '../pages.ts'
import { found, inData, tools, type LibraryDefect } from './tools.ts'

const { replies, repliesOf, wires, handles, believes } = tools

/** What an answer is made of. */
export const answerDefects: readonly LibraryDefect[] = [
  ...found('server-error', [
    [
      'createBook',
      'long-title-crashes',
      'A title of 200 characters crashes the library.',
      handles('createBook', (values, context, healthy) =>
        [...textOf(values.body['title'])].length >= 200 ? crash() : healthy(values, context),
      ),
    ],
    [
      'listBooks',
      'strange-cursor-crashes',
      'A cursor that is none of its own crashes the library.',
      handles('listBooks', (values, context, healthy) => {
        const { cursor } = values.query
        return typeof cursor === 'string' && readCursor(cursor) === null ? crash() : healthy(values, context)
      }),
    ],
    [
      'getAuthor',
      'unknown-author-crashes',
      'An unknown author crashes the library.',
      repliesOf('getAuthor', 404, crash),
    ],
  ]),
  ...found('status-declared', [
    [
      'createShelf',
      'created-with-200',
      'A new shelf is answered with 200.',
      repliesOf('createShelf', 201, (reply) => ({ ...reply, status: 200 })),
    ],
    [
      'returnLoan',
      'returned-with-202',
      'A book brought back is answered with 202.',
      repliesOf('returnLoan', 200, (reply) => ({ ...reply, status: 202 })),
    ],
    [
      'getShelf',
      'unknown-shelf-is-410',
      'An unknown shelf is answered with 410.',
      repliesOf('getShelf', 404, (reply) =>
        errors((body) => ({ ...body, status: 410 }))({ ...reply, status: 410 }),
      ),
    ],
  ]),
  ...found('content-type', [
    [
      'getShelf',
      'problem-as-json',
      'A problem is said to be application/json.',
      repliesOf('getShelf', 404, (reply) => withHeaders(reply, { 'Content-Type': 'application/json' })),
    ],
    [
      'listAuthors',
      'json-as-text',
      'Authors are said to be text/plain.',
      repliesOf('listAuthors', 200, (reply) => withHeaders(reply, { 'Content-Type': 'text/plain' })),
    ],
    [
      'getSettings',
      'settings-without-type',
      'The settings come without a Content-Type.',
      wires('getSettings', (wire) => withoutHeaders(wire, 'Content-Type')),
    ],
  ]),
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
  ...found('no-content', [
    [
      'deleteAuthor',
      'no-content-with-length',
      '204 has a Content-Length.',
      repliesOf('deleteAuthor', 204, (reply) => withHeaders(reply, { 'Content-Length': '0' })),
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
  ...found('valid-accepted', [
    [
      'createAuthor',
      'null-birthday-refused',
      'A date of birth that is null is refused.',
      believes('/components/schemas/Author/properties/bornOn', (part) => void delete part['nullable']),
    ],
    [
      'listAuthors',
      'largest-limit-refused',
      'The largest limit is refused.',
      believes('/components/parameters/Limit/schema', (part) => void (part['maximum'] = 49)),
    ],
    [
      'listBooks',
      'genre-refused',
      'Books for children cannot be asked for.',
      handles('listBooks', (values, context, healthy) =>
        values.query['genre'] === 'children'
          ? healthy({ ...values, query: { cursor: '!' } }, context)
          : healthy(values, context),
      ),
    ],
    [
      'replaceSettings',
      'no-hours-refused',
      'Settings without opening hours are refused.',
      believes(
        '/components/schemas/Settings',
        (part) => void (part['required'] = ['loanDays', 'reminders', 'openingHours']),
      ),
    ],
  ]),
]
