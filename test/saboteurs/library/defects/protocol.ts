import { withHeaders } from '../../sabotage.ts'
import { adds, optionsSay, refusesAcceptWith, takesXmlFor } from '../../service/protocol.ts'
import { found, tools, type LibraryDefect } from './tools.ts'

const { wires, repliesOf } = tools

/** How the library speaks HTTP. */
export const protocolDefects: readonly LibraryDefect[] = [
  ...found('charset', [
    [
      'getAuthor',
      'author-in-latin-1',
      'An author is said to be in ISO 8859-1.',
      adds('getAuthor', { 'Content-Type': 'application/json; charset=iso-8859-1' }),
    ],
  ]),
  ...found('duplicate-headers', [
    ['getBook', 'two-tags', 'A book has two entity tags.', adds('getBook', { etag: '"another"' })],
    [
      'getSettings',
      'two-types',
      'The settings have two media types.',
      adds('getSettings', { 'content-type': 'application/json; charset=utf-8' }),
    ],
  ]),
  ...found('content-length', [
    [
      'getBook',
      'length-of-304',
      '304 says that a book has no content.',
      wires('getBook', (wire) => (wire.status === 304 ? withHeaders(wire, { 'Content-Length': '0' }) : wire)),
    ],
  ]),
  ...found('options-allow', [
    [
      'listAuthors',
      'options-without-post',
      'OPTIONS on the authors does not allow POST.',
      optionsSay('/authors', { Allow: 'GET, HEAD, OPTIONS' }),
    ],
  ]),
  ...found('cors', [
    [
      'listAuthors',
      'credentials-for-all',
      'Any origin may use the credentials of the user.',
      adds('listAuthors', {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Credentials': 'true',
      }),
    ],
    [
      'getSettings',
      'two-origins',
      'Two origins are allowed in one field.',
      adds('getSettings', { 'Access-Control-Allow-Origin': 'https://a.example, https://b.example' }),
    ],
  ]),
  ...found('link-targets', [
    [
      'getAuthor',
      'link-to-nobody',
      'An author links to one that does not exist.',
      adds('getAuthor', { Link: '</authors/00000000-0000-4000-8000-0000000fffff>; rel="next"' }),
    ],
  ]),
  ...found('not-acceptable', [
    [
      'getAuthor',
      'accept-is-415',
      'A media type that does not exist is refused like content.',
      refusesAcceptWith('getAuthor', 415),
    ],
  ]),
  ...found('unsupported-media-type', [
    [
      'createAuthor',
      'author-of-xml',
      'Any XML is a new author.',
      takesXmlFor('createAuthor', () => ({ name: 'Nobody' })),
    ],
  ]),
  ...found('repeat-put', [
    [
      'replaceAuthor',
      'replaced-with-201',
      'A replaced author is answered like a new one.',
      repliesOf('replaceAuthor', 200, (answered) => ({ ...answered, status: 201 })),
    ],
  ]),
]
