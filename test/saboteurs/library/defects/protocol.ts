import { withHeaders } from '../../shared/edits.ts'
import {
  addHeaders,
  setOptionsHeaders,
  refuseAcceptWith,
  acceptXmlAs,
} from '../../document-service/common-sabotages.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editResponse, editReplyWithStatus } = tools

/** How the library speaks HTTP. */
export const protocolDefects: readonly LibraryDefect[] = [
  ...foundBy('charset', [
    [
      'getAuthor',
      'author-in-latin-1',
      'An author is said to be in ISO 8859-1.',
      addHeaders('getAuthor', { 'Content-Type': 'application/json; charset=iso-8859-1' }),
    ],
  ]),
  ...foundBy('duplicate-headers', [
    ['getBook', 'two-tags', 'A book has two entity tags.', addHeaders('getBook', { etag: '"another"' })],
    [
      'getSettings',
      'two-types',
      'The settings have two media types.',
      addHeaders('getSettings', { 'content-type': 'application/json; charset=utf-8' }),
    ],
  ]),
  ...foundBy('content-length', [
    [
      'getBook',
      'length-of-304',
      '304 says that a book has no content.',
      editResponse('getBook', (wire) =>
        wire.status === 304 ? withHeaders(wire, { 'Content-Length': '0' }) : wire,
      ),
    ],
  ]),
  ...foundBy('options-allow', [
    [
      'listAuthors',
      'options-without-post',
      'OPTIONS on the authors does not allow POST.',
      setOptionsHeaders('/authors', { Allow: 'GET, HEAD, OPTIONS' }),
    ],
  ]),
  ...foundBy('cors', [
    [
      'listAuthors',
      'credentials-for-all',
      'Any origin may use the credentials of the user.',
      addHeaders('listAuthors', {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Credentials': 'true',
      }),
    ],
    [
      'getSettings',
      'two-origins',
      'Two origins are allowed in one field.',
      addHeaders('getSettings', { 'Access-Control-Allow-Origin': 'https://a.example, https://b.example' }),
    ],
  ]),
  ...foundBy('link-targets', [
    [
      'getAuthor',
      'link-to-nobody',
      'An author links to one that does not exist.',
      addHeaders('getAuthor', { Link: '</authors/00000000-0000-4000-8000-0000000fffff>; rel="next"' }),
    ],
  ]),
  ...foundBy('not-acceptable', [
    [
      'getAuthor',
      'accept-is-415',
      'A media type that does not exist is refused like content.',
      refuseAcceptWith('getAuthor', 415),
    ],
  ]),
  ...foundBy('unsupported-media-type', [
    [
      'createAuthor',
      'author-of-xml',
      'Any XML is a new author.',
      acceptXmlAs('createAuthor', () => ({ name: 'Nobody' })),
    ],
  ]),
  ...foundBy('repeat-put', [
    [
      'replaceAuthor',
      'replaced-with-201',
      'A replaced author is answered like a new one.',
      editReplyWithStatus('replaceAuthor', 200, (answered) => ({ ...answered, status: 201 })),
    ],
  ]),
]
