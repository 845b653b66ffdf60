import { setAllow, skipAuthentication, editHeader } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editReply, editReplyWithStatus, editResponse } = tools

const unstableTag: Sabotage<State> = (service) => {
  const { tag } = service
  let count = 0
  service.tag = (text, call) => tag(`${text}${count++}`, call)
}

const tagWithoutState: Sabotage<State> = (service) => {
  const { tag } = service
  const states = /"(?:status|returnedAt|changedAt)":(?:null|"[^"]*")/g
  service.tag = (text, call) =>
    tag(call.operation?.id === 'getLoan' ? text.replaceAll(states, '') : text, call)
}

/** Defects of response headers. */
export const headerDefects: readonly LibraryDefect[] = [
  ...foundBy('response-headers', [
    [
      'createBook',
      'location-left-out',
      'A new book is returned without a Location.',
      editReplyWithStatus('createBook', 201, (reply) => withoutHeaders(reply, 'Location')),
    ],
    [
      'getBook',
      'tag-without-quotes',
      'The ETag of a book has no quotes.',
      editResponse('getBook', (wire) =>
        wire.status === 200 ? withHeaders(wire, { ETag: wire.headers['ETag']!.replaceAll('"', '') }) : wire,
      ),
    ],
    [
      'findByIsbn',
      'redirect-without-location',
      'A redirect has no Location.',
      editReplyWithStatus('findByIsbn', 303, (reply) => withoutHeaders(reply, 'Location')),
    ],
  ]),
  ...foundBy('redirects', [
    [
      'findByIsbn',
      'redirect-to-itself',
      'A redirect leads to itself.',
      editReplyWithStatus('findByIsbn', 303, (reply, call) => withHeaders(reply, { Location: call.target })),
    ],
  ]),
  ...foundBy('location-resolves', [
    [
      'createShelf',
      'location-in-singular',
      'The Location of a new shelf leads nowhere.',
      editReplyWithStatus('createShelf', 201, (reply) =>
        withHeaders(reply, { Location: reply.headers['Location']!.replace('shelves', 'shelf') }),
      ),
    ],
    [
      'createBook',
      'location-without-shelf',
      'The Location of a new book leaves out its shelf.',
      editReplyWithStatus('createBook', 201, (reply) =>
        withHeaders(reply, { Location: reply.headers['Location']!.replace(/^\/shelves\/[^/]+/, '') }),
      ),
    ],
    [
      'createAuthor',
      'location-of-all',
      'The Location of a new author leads to the list of authors.',
      editReplyWithStatus('createAuthor', 201, (reply) => withHeaders(reply, { Location: '/authors' })),
    ],
  ]),
  ...foundBy('allow-on-405', [
    ['getSettings', 'allow-left-out', '405 on the settings has no Allow.', setAllow('/settings', {})],
    [
      'getLoan',
      'allow-without-methods',
      'Allow of 405 on a loan is empty.',
      setAllow('/loans/{loanId}', { Allow: '' }),
    ],
  ]),
  ...foundBy('head-agrees', [
    [
      'getAuthor',
      'head-is-404',
      'HEAD answers 404 where GET answers 200.',
      editResponse('getAuthor', (wire, { method }) => (method === 'HEAD' ? { ...wire, status: 404 } : wire)),
    ],
    [
      'listShelves',
      'head-of-other-type',
      'HEAD has another Content-Type than GET.',
      editResponse('listShelves', (wire, { method }) =>
        method === 'HEAD' ? withHeaders(wire, { 'Content-Type': 'text/html' }) : wire,
      ),
    ],
  ]),
  ...foundBy('conditional-request', [
    [
      'replaceBook',
      'if-match-ignored',
      'A book is replaced despite an outdated If-Match.',
      editHeader('replaceBook', 'if-match', () => undefined),
    ],
    [
      'deleteBook',
      'if-match-ignored-by-delete',
      'A book is deleted despite an outdated If-Match.',
      editHeader('deleteBook', 'if-match', () => undefined),
    ],
    [
      'getBook',
      'if-none-match-ignored',
      'If-None-Match of a book is ignored.',
      editHeader('getBook', 'if-none-match', () => undefined),
    ],
    [
      'getBook',
      'any-tag-matches',
      'A book is answered with 304 whatever ETag If-None-Match has.',
      editHeader('getBook', 'if-none-match', (tags) => tags && '*'),
    ],
    [
      'getLoan',
      'tag-without-state',
      'The ETag of a loan stays as it was when the loan ends.',
      tagWithoutState,
    ],
  ]),
  ...foundBy('etag-stable', [
    ['getBook', 'tag-never-the-same', 'The ETag of a book changes with each response.', unstableTag],
  ]),
  ...foundBy(
    'unauthorized',
    [
      [
        'getSettings',
        'settings-open',
        'The settings are served without an API key.',
        skipAuthentication('/settings', 'x-api-key', () => true),
      ],
      [
        'listLoans',
        'any-key-opens',
        'The loans are served with any API key.',
        skipAuthentication('/loans', 'x-api-key', (key) => key !== undefined),
      ],
      [
        'getAuthor',
        'no-challenge',
        '401 has no WWW-Authenticate.',
        editReply('getAuthor', (reply) => withoutHeaders(reply, 'WWW-Authenticate')),
      ],
    ],
    { auth: true },
  ),
]
