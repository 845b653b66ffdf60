import {
  addHeaders,
  setOptionsHeaders,
  refuseAcceptWith,
  acceptXmlAs,
} from '../../document-service/common-sabotages.ts'
import { withHeaders } from '../../shared/edits.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editRequest, editResponse, editReplyWithStatus } = tools

/** Defects of the use of HTTP. */
export const protocolDefects: readonly LibraryDefect[] = [
  ...foundBy('charset', [
    [
      'getAuthor',
      'author-in-latin-1',
      'The charset of an author is ISO 8859-1.',
      addHeaders('getAuthor', { 'Content-Type': 'application/json; charset=iso-8859-1' }),
    ],
  ]),
  ...foundBy('duplicate-headers', [
    ['getBook', 'two-tags', 'A book has two ETag headers.', addHeaders('getBook', { etag: '"another"' })],
    [
      'getSettings',
      'two-types',
      'The settings have two Content-Type headers.',
      addHeaders('getSettings', { 'content-type': 'application/json; charset=utf-8' }),
    ],
  ]),
  ...foundBy('content-length', [
    [
      'getBook',
      'length-of-304',
      '304 for a book has a Content-Length of 0.',
      editResponse('getBook', (wire) =>
        wire.status === 304 ? withHeaders(wire, { 'Content-Length': '0' }) : wire,
      ),
    ],
  ]),
  ...foundBy('options-allow', [
    [
      'listAuthors',
      'options-without-post',
      'Allow of OPTIONS on the authors lacks POST.',
      setOptionsHeaders('/authors', { Allow: 'GET, HEAD, OPTIONS' }),
    ],
  ]),
  ...foundBy('content-coding', [
    [
      'listAuthors',
      'authors-announced-as-gzip',
      'The authors are sent as they are, with Content-Encoding: gzip.',
      addHeaders('listAuthors', { 'Content-Encoding': 'gzip' }),
    ],
    [
      'getSettings',
      'settings-announced-as-brotli',
      'The settings are sent as they are, with Content-Encoding: br.',
      addHeaders('getSettings', { 'Content-Encoding': 'br' }),
    ],
  ]),
  ...foundBy('validators', [
    [
      'listAuthors',
      'authors-tag-without-quotes',
      'The ETag of the authors has no quotes.',
      addHeaders('listAuthors', { ETag: 'a1b2' }),
    ],
    [
      'getSettings',
      'changed-at-iso-date',
      'The Last-Modified of the settings is an ISO date.',
      addHeaders('getSettings', { 'Last-Modified': '2026-01-02T03:04:05Z' }),
    ],
  ]),
  ...foundBy('cors', [
    [
      'listAuthors',
      'credentials-for-all',
      'CORS allows credentials for any origin.',
      addHeaders('listAuthors', {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Credentials': 'true',
      }),
    ],
    [
      'getSettings',
      'two-origins',
      'Access-Control-Allow-Origin lists two origins.',
      addHeaders('getSettings', { 'Access-Control-Allow-Origin': 'https://a.example, https://b.example' }),
    ],
  ]),
  ...foundBy('link-targets', [
    [
      'getAuthor',
      'link-to-nobody',
      'The Link header of an author leads to an unknown one.',
      addHeaders('getAuthor', { Link: '</authors/00000000-0000-4000-8000-0000000fffff>; rel="next"' }),
    ],
  ]),
  ...foundBy('not-acceptable', [
    [
      'getAuthor',
      'accept-is-415',
      'An unacceptable Accept is answered with 415 instead of 406.',
      refuseAcceptWith('getAuthor', 415),
    ],
  ]),
  ...foundBy('unsupported-media-type', [
    [
      'createAuthor',
      'author-of-xml',
      'Any XML body is accepted as a new author.',
      acceptXmlAs('createAuthor', () => ({ name: 'Nobody' })),
    ],
    [
      'createAuthor',
      'author-of-text',
      'A new author is accepted as text/plain.',
      editRequest('createAuthor', (call) =>
        call.headers['content-type'] === 'text/plain'
          ? { ...call, headers: { ...call.headers, 'content-type': 'application/json' } }
          : call,
      ),
    ],
  ]),
  ...foundBy('repeat-put', [
    [
      'replaceAuthor',
      'replaced-with-201',
      'The replacement of an author is answered with 201.',
      editReplyWithStatus('replaceAuthor', 200, (answered) => ({ ...answered, status: 201 })),
    ],
  ]),
]
