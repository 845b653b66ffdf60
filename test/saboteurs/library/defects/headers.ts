import { withHeaders, withoutHeaders } from '../../sabotage.ts'
import type { Sabotage } from '../../service/sabotage.ts'
import type { State } from '../state.ts'
import { found, tools, type LibraryDefect } from './tools.ts'

const { replies, repliesOf, wires, calls } = tools

const says = (headers: Readonly<Record<string, string>>): Sabotage<State> =>
  wires('listCatalogue', (wire) => withHeaders(wire, headers))

const alsoOn = (operationId: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  wires(operationId, (wire) => withHeaders(wire, headers))

/** 405 on a path says other methods. */
const allows =
  (template: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  (service) => {
    const { answer } = service
    service.answer = (call) => {
      const reply = answer(call)
      return reply.status === 405 && call.template === template ? { ...reply, headers } : reply
    }
  }

const withoutField = (operationId: string, name: string): Sabotage<State> =>
  calls(operationId, (call) => ({ ...call, headers: { ...call.headers, [name]: undefined } }))

const unstableTag: Sabotage<State> = (service) => {
  const { tag } = service
  let count = 0
  service.tag = (text, call) => tag(`${text}${count++}`, call)
}

const opensTo =
  (template: string, isOpen: (key: string | undefined) => boolean): Sabotage<State> =>
  ({ steps }) => {
    const { authentication } = steps
    steps.authentication = (call, parts) =>
      call.template === template && isOpen(call.headers['x-api-key'])
        ? undefined
        : authentication(call, parts)
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
      withoutField('replaceBook', 'if-match'),
    ],
    [
      'deleteBook',
      'if-match-ignored-by-delete',
      'A book is deleted although its entity tag is another.',
      withoutField('deleteBook', 'if-match'),
    ],
    [
      'getBook',
      'if-none-match-ignored',
      'A book comes again although the client has it.',
      withoutField('getBook', 'if-none-match'),
    ],
    ['getBook', 'tag-never-the-same', 'The ETag of a book changes with each answer.', unstableTag],
  ]),
  ...found('deprecation-header', [
    [
      'listCatalogue',
      'deprecation-left-out',
      'There is no Deprecation.',
      wires('listCatalogue', (wire) => withoutHeaders(wire, 'Deprecation')),
    ],
    [
      'listCatalogue',
      'deprecation-true',
      'Deprecation is `true`, as in old drafts.',
      says({ Deprecation: 'true' }),
    ],
    [
      'listCatalogue',
      'deprecation-of-other-day',
      'Deprecation is a year later than documented.',
      says({ Deprecation: '@1799971200' }),
    ],
  ]),
  ...found('sunset-header', [
    [
      'listCatalogue',
      'sunset-left-out',
      'There is no Sunset.',
      wires('listCatalogue', (wire) => withoutHeaders(wire, 'Sunset')),
    ],
    ['listCatalogue', 'sunset-iso', 'Sunset is an ISO 8601 date.', says({ Sunset: '2031-06-30' })],
    [
      'listCatalogue',
      'sunset-of-other-day',
      'Sunset is a day later than documented.',
      says({ Sunset: 'Tue, 01 Jul 2031 00:00:00 GMT' }),
    ],
  ]),
  ...found('sunset-order', [
    [
      'listCatalogue',
      'sunset-before-deprecation',
      'Sunset is before Deprecation.',
      says({ Sunset: 'Wed, 01 Jan 2025 00:00:00 GMT' }),
    ],
  ]),
  ...found('undeclared-deprecation', [
    [
      'listLoans',
      'loans-deprecated',
      'The loans claim to be deprecated.',
      alsoOn('listLoans', { Deprecation: '@1768435200' }),
    ],
    [
      'getSettings',
      'settings-sunset',
      'The settings claim to have a sunset.',
      alsoOn('getSettings', { Sunset: 'Mon, 30 Jun 2031 00:00:00 GMT' }),
    ],
  ]),
  ...found(
    'unauthorized',
    [
      ['getSettings', 'settings-open', 'The settings need no key.', opensTo('/settings', () => true)],
      [
        'listLoans',
        'any-key-opens',
        'Any key opens the loans.',
        opensTo('/loans', (key) => key !== undefined),
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
