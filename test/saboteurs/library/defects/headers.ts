import { withHeaders, withoutHeaders } from '../../sabotage.ts'
import { allows, opensTo, takesField } from '../../service/recipes.ts'
import type { Sabotage } from '../../service/sabotage.ts'
import type { State } from '../state.ts'
import { found, tools, type LibraryDefect } from './tools.ts'

const { replies, repliesOf, wires } = tools

const unstableTag: Sabotage<State> = (service) => {
  const { tag } = service
  let count = 0
  service.tag = (text, call) => tag(`${text}${count++}`, call)
}

/** What stands in the header of an answer. */
export const headerDefects: readonly LibraryDefect[] = [
  ...found('response-headers', [
    [
      'createBook',
      'location-left-out',
      'A new book comes without a Location.',
      repliesOf('createBook', 201, (reply) => withoutHeaders(reply, 'Location')),
    ],
    [
      'getBook',
      'tag-without-quotes',
      'The ETag of a book has no quotes.',
      wires('getBook', (wire) =>
        wire.status === 200 ? withHeaders(wire, { ETag: wire.headers['ETag']!.replaceAll('"', '') }) : wire,
      ),
    ],
    [
      'findByIsbn',
      'redirect-without-location',
      'A redirect does not say where to.',
      repliesOf('findByIsbn', 303, (reply) => withoutHeaders(reply, 'Location')),
    ],
  ]),
  ...found('redirects', [
    [
      'findByIsbn',
      'redirect-to-itself',
      'A redirect leads to itself.',
      repliesOf('findByIsbn', 303, (reply, call) => withHeaders(reply, { Location: call.target })),
    ],
  ]),
  ...found('location-resolves', [
    [
      'createShelf',
      'location-in-singular',
      'The Location of a new shelf leads nowhere.',
      repliesOf('createShelf', 201, (reply) =>
        withHeaders(reply, { Location: reply.headers['Location']!.replace('shelves', 'shelf') }),
      ),
    ],
    [
      'createBook',
      'location-without-shelf',
      'The Location of a new book leaves out its shelf.',
      repliesOf('createBook', 201, (reply) =>
        withHeaders(reply, { Location: reply.headers['Location']!.replace(/^\/shelves\/[^/]+/, '') }),
      ),
    ],
    [
      'createAuthor',
      'location-of-all',
      'The Location of a new author is that of all authors.',
      repliesOf('createAuthor', 201, (reply) => withHeaders(reply, { Location: '/authors' })),
    ],
  ]),
  ...found('allow-on-405', [
    ['getSettings', 'allow-left-out', '405 on the settings has no Allow.', allows('/settings', {})],
    [
      'getLoan',
      'allow-without-methods',
      '405 on a loan allows nothing.',
      allows('/loans/{loanId}', { Allow: '' }),
    ],
  ]),
  ...found('head-agrees', [
    [
      'getAuthor',
      'head-is-404',
      'HEAD does not find what GET finds.',
      wires('getAuthor', (wire, { method }) => (method === 'HEAD' ? { ...wire, status: 404 } : wire)),
    ],
    [
      'listShelves',
      'head-of-other-type',
      'HEAD has another Content-Type than GET.',
      wires('listShelves', (wire, { method }) =>
        method === 'HEAD' ? withHeaders(wire, { 'Content-Type': 'text/html' }) : wire,
      ),
    ],
  ]),
  ...found('conditional-request', [
    [
      'replaceBook',
      'if-match-ignored',
      'A book is replaced although its entity tag is another.',
      takesField('replaceBook', 'if-match', () => undefined),
    ],
    [
      'deleteBook',
      'if-match-ignored-by-delete',
      'A book is deleted although its entity tag is another.',
      takesField('deleteBook', 'if-match', () => undefined),
    ],
    [
      'getBook',
      'if-none-match-ignored',
      'A book comes again although the client has it.',
      takesField('getBook', 'if-none-match', () => undefined),
    ],
  ]),
  ...found('etag-stable', [
    ['getBook', 'tag-never-the-same', 'The ETag of a book changes with each answer.', unstableTag],
  ]),
  ...found(
    'unauthorized',
    [
      [
        'getSettings',
        'settings-open',
        'The settings need no key.',
        opensTo('/settings', 'x-api-key', () => true),
      ],
      [
        'listLoans',
        'any-key-opens',
        'Any key opens the loans.',
        opensTo('/loans', 'x-api-key', (key) => key !== undefined),
      ],
      [
        'getAuthor',
        'no-challenge',
        '401 has no WWW-Authenticate.',
        replies('getAuthor', (reply) => withoutHeaders(reply, 'WWW-Authenticate')),
      ],
    ],
    { auth: true },
  ),
]
