import { crash, editError } from '../../document-service/reply-edits.ts'
import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import { textOf } from '../../shared/json.ts'
import { readCursor } from '../server/pages.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editReplyWithStatus, editResponse, wrapHandler, editDocument, editRequest } = tools

/** Defects of statuses and content types. */
export const statusDefects: readonly LibraryDefect[] = [
  ...foundBy('server-error', [
    [
      'createBook',
      'long-title-crashes',
      'A title of 200 characters crashes the library.',
      wrapHandler('createBook', (values, context, healthy) =>
        [...textOf(values.body['title'])].length >= 200 ? crash() : healthy(values, context),
      ),
    ],
    [
      'listBooks',
      'strange-cursor-crashes',
      'An unknown cursor crashes the library.',
      wrapHandler('listBooks', (values, context, healthy) => {
        const { cursor } = values.query
        return typeof cursor === 'string' && readCursor(cursor) === null ? crash() : healthy(values, context)
      }),
    ],
    [
      'getAuthor',
      'unknown-author-crashes',
      'An unknown author crashes the library.',
      editReplyWithStatus('getAuthor', 404, crash),
    ],
  ]),
  ...foundBy('status-declared', [
    [
      'createShelf',
      'created-with-200',
      'The creation of a shelf is answered with 200.',
      editReplyWithStatus('createShelf', 201, (reply) => ({ ...reply, status: 200 })),
    ],
    [
      'returnLoan',
      'returned-with-202',
      'The return of a book is answered with 202.',
      editReplyWithStatus('returnLoan', 200, (reply) => ({ ...reply, status: 202 })),
    ],
    [
      'getShelf',
      'unknown-shelf-is-410',
      'An unknown shelf is answered with 410.',
      editReplyWithStatus('getShelf', 404, (reply) =>
        editError((body) => ({ ...body, status: 410 }))({ ...reply, status: 410 }),
      ),
    ],
  ]),
  ...foundBy('content-type', [
    [
      'getShelf',
      'problem-as-json',
      'The Content-Type of problem details is application/json.',
      editReplyWithStatus('getShelf', 404, (reply) =>
        withHeaders(reply, { 'Content-Type': 'application/json' }),
      ),
    ],
    [
      'listAuthors',
      'json-as-text',
      'The Content-Type of the list of authors is text/plain.',
      editReplyWithStatus('listAuthors', 200, (reply) =>
        withHeaders(reply, { 'Content-Type': 'text/plain' }),
      ),
    ],
    [
      'getSettings',
      'settings-without-type',
      'The settings have no Content-Type.',
      editResponse('getSettings', (wire) => withoutHeaders(wire, 'Content-Type')),
    ],
  ]),
  ...foundBy('no-content', [
    [
      'deleteAuthor',
      'no-content-with-length',
      '204 has a Content-Length.',
      editReplyWithStatus('deleteAuthor', 204, (reply) => withHeaders(reply, { 'Content-Length': '0' })),
    ],
  ]),
  ...foundBy('valid-accepted', [
    [
      'createAuthor',
      'null-birthday-refused',
      'A date of birth that is null is refused.',
      editDocument('/components/schemas/Author/properties/bornOn', (part) => void delete part['nullable']),
    ],
    [
      'updateShelf',
      'json-not-taken',
      'An update of a shelf in JSON is refused.',
      editRequest('updateShelf', (call) => ({
        ...call,
        headers: { ...call.headers, 'content-type': 'text/csv' },
      })),
    ],
    [
      'listAuthors',
      'largest-limit-refused',
      'The largest limit is refused.',
      editDocument('/components/parameters/Limit/schema', (part) => void (part['maximum'] = 49)),
    ],
    [
      'listBooks',
      'genre-refused',
      'The genre filter refuses children.',
      wrapHandler('listBooks', (values, context, healthy) =>
        values.query['genre'] === 'children'
          ? healthy({ ...values, query: { cursor: '!' } }, context)
          : healthy(values, context),
      ),
    ],
    [
      'replaceSettings',
      'no-hours-refused',
      'Settings without opening hours are refused.',
      editDocument(
        '/components/schemas/Settings',
        (part) => void (part['required'] = ['loanDays', 'reminders', 'openingHours']),
      ),
    ],
  ]),
]
