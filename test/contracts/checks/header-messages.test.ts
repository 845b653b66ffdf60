import { describe, expect, it } from 'vitest'
import { allowOn405 } from '../../../contracts/checks/allow-on-405.ts'
import { charset } from '../../../contracts/checks/charset.ts'
import { contentLength } from '../../../contracts/checks/content-length.ts'
import { cors } from '../../../contracts/checks/cors.ts'
import { duplicateHeaders } from '../../../contracts/checks/duplicate-headers.ts'
import { etagStable } from '../../../contracts/checks/etag-stable.ts'
import { noContent } from '../../../contracts/checks/no-content.ts'
import { notAcceptable } from '../../../contracts/checks/not-acceptable.ts'
import { optionsAllow } from '../../../contracts/checks/options-allow.ts'
import { redirects } from '../../../contracts/checks/redirects.ts'
import { responseTime } from '../../../contracts/checks/response-time.ts'
import { retryAfter } from '../../../contracts/checks/retry-after.ts'
import { unsupportedMediaType } from '../../../contracts/checks/unsupported-media-type.ts'
import { causes, linesOf } from '../support/violations.ts'
import { answer, type Field } from './plain-answer.ts'

describe('Allow', () => {
  const declared = ['GET', 'PUT', 'POST']
  const refused = (fields: readonly Field[], method = 'PATCH'): readonly string[] =>
    linesOf(allowOn405.judge({ answer: answer(fields, 405, { method }), declared }))

  it('with 405 must name the declared methods, without the refused one', () => {
    expect(refused([['Allow', 'GET,PUT , POST']])).toEqual([])
    expect(refused([])).toEqual(['missing | an Allow header with 405 | no Allow header'])
    expect(refused([['Allow', 'GET']])).toEqual([
      'omits:PUT,POST | Allow to include PUT, POST | Allow: GET | warning',
    ])
    expect(refused([['Allow', 'GET, PUT, POST, PATCH']])).toEqual([
      'names-refused | Allow without PATCH, which was just refused with 405 | Allow: GET, PUT, POST, PATCH | by RFC 9110 §10.2.1: Allow lists the methods supported by the target resource',
    ])
    expect(causes(allowOn405.judge({ answer: answer([['Allow', '']], 405), declared: [] }))).toEqual([])
  })

  it('in response to OPTIONS must name the declared methods', () => {
    const judge = (fields: readonly Field[], status = 200, method = 'OPTIONS'): readonly string[] =>
      linesOf(optionsAllow.judge({ answer: answer(fields, status, { method }), declared }))
    const expected = ['omits:PUT,POST | Allow to include PUT, POST | Allow: GET']
    expect(judge([['Allow', 'GET']])).toEqual(expected)
    expect(judge([['Allow', 'GET , PUT,POST']])).toEqual([])
    expect(judge([['Allow', 'GET']], 405)).toEqual([])
    expect(judge([['Allow', 'GET']], 200, 'GET')).toEqual([])
  })
})

describe('Content-Type', () => {
  const type = (value: string, body = '{}'): readonly string[] =>
    linesOf(charset.judge(answer([['Content-Type', value]], 200, { body })))

  it.each([
    'application/json;charset=utf8',
    'application/json; charset=ASCII',
    'application/json ; charset = "UTF-8"; x=1',
    'application/json; encoding=latin1',
    'text/plain; charset=latin1',
  ])('accepts %s for JSON', (value) => {
    expect(type(value)).toEqual([])
  })

  it('must not name another charset for JSON', () => {
    expect(type('application/json; CHARSET = utf-16')).toEqual([
      'other | JSON in UTF-8 | Content-Type: application/json; CHARSET = utf-16',
    ])
    expect(type('application/json; charset=utf-16', '')).toEqual([])
  })

  it('must not be followed by JSON with a byte order mark', () => {
    expect(type('application/json', '\u{feff}{}')).toEqual([
      'byte-order-mark | JSON without a byte order mark | a byte order mark',
    ])
    for (const index of [0, 1, 2]) {
      const bytes = [0xef, 0xbb, 0xbf, 0x31].with(index, 0x20)
      const plain = answer([['Content-Type', 'application/json']])
      const response = { ...plain.exchange.response, body: Uint8Array.from(bytes) }
      expect(charset.judge({ ...plain, exchange: { ...plain.exchange, response } })).toEqual([])
    }
    const marked = answer([['Content-Type', 'application/json']], 200, { body: '\u{feff}{' })
    expect(charset.judge({ ...marked, content: { kind: 'malformed', message: 'No JSON.' } })).toEqual([])
  })

  it('of a request that is not declared must be refused', () => {
    const judge = (status: number): readonly string[] =>
      linesOf(unsupportedMediaType.judge({ answer: answer([], status), sent: 'text/csv', pointer: '#/x' }))
    expect(judge(201)).toEqual(['text/csv | 415 for text/csv | 201 | by #/x/content'])
  })

  it('that the client does not accept leads to 406 or to a response as without Accept', () => {
    const judge = (status: number): readonly string[] =>
      linesOf(notAcceptable.judge({ answer: answer([], status) }))
    for (const status of [405, 411, 413, 414, 415, 501]) {
      const violation = `status:${status} | 406, or the same response as without Accept | ${status}`
      expect(judge(status)).toEqual([violation])
    }
    for (const status of [200, 400, 404, 406, 422, 500, 503]) expect(judge(status)).toEqual([])
  })
})

describe('Content-Length', () => {
  const full = answer([], 200, { body: '[1]' })

  it('must not be combined with chunks', () => {
    const both = answer([
      ['Content-Length', '2'],
      ['Transfer-Encoding', 'chunked'],
    ])
    expect(linesOf(contentLength.judge({ answer: both }))).toEqual([
      'and-transfer-encoding | either Content-Length or Transfer-Encoding | both | by RFC 9112 §6.2: a sender MUST NOT send Content-Length with Transfer-Encoding',
    ])
    expect(contentLength.judge({ answer: answer([['Transfer-Encoding', 'chunked']]) })).toEqual([])
  })

  it('of 304 must be that of the full response', () => {
    const judge = (length: string, of = full): readonly string[] =>
      linesOf(contentLength.judge({ answer: answer([['Content-Length', length]], 304), full: of }))
    expect(judge('3')).toEqual([])
    expect(judge('0')).toEqual(['of-304 | no Content-Length with 304, or 3 as with 200 | Content-Length: 0'])
    expect(judge('0', answer([['Content-Encoding', 'gzip']]))).toEqual([])
    expect(contentLength.judge({ answer: answer([['Content-Length', '9']]) })).toEqual([])
  })

  it('must be absent or 0 in responses without content', () => {
    const judge = (status: number, fields: readonly Field[], body = ''): readonly string[] =>
      linesOf(noContent.judge(answer(fields, status, { body })))
    expect(
      judge(
        204,
        [
          ['Content-Length', '2'],
          ['Transfer-Encoding', 'chunked'],
        ],
        'ab',
      ),
    ).toEqual([
      '204:content-length | 204 without Content-Length | Content-Length: 2 | by RFC 9110 §8.6: MUST NOT be sent with 204',
      '204:transfer-encoding | 204 without Transfer-Encoding | Transfer-Encoding: chunked | by RFC 9112 §6.1: MUST NOT be sent with 204',
      '204:content | 204 without content | 2 bytes of content',
    ])
    expect(judge(204, [['Content-Length', '0']])).toEqual([
      '204:content-length | 204 without Content-Length | Content-Length: 0 | by RFC 9110 §8.6: MUST NOT be sent with 204 | warning',
    ])
    expect(judge(304, [], 'abc')).toEqual(['304:content | 304 without content | 3 bytes of content'])
    expect(judge(205, [], 'abc')).toEqual(['205:content | 205 without content | 3 bytes of content'])
    expect(judge(205, [])).toEqual([])
    expect(judge(304, [['Content-Length', '9']])).toEqual([])
    expect(judge(200, [], 'abc')).toEqual([])
  })
})

describe('CORS header fields', () => {
  const judge = (origin: string | undefined, credentials?: string): readonly string[] => {
    const fields: Field[] = []
    if (origin !== undefined) fields.push(['Access-Control-Allow-Origin', origin])
    if (credentials !== undefined) fields.push(['Access-Control-Allow-Credentials', credentials])
    return linesOf(cors.judge(answer(fields)))
  }
  const both = 'Access-Control-Allow-Credentials: true, with a single origin'

  it.each(['*', 'null', 'https://a.example:8443', 'capacitor://localhost', 'chrome-extension+x.y-z://abc'])(
    'take the origin %s',
    (origin) => {
      expect(judge(origin)).toEqual([])
    },
  )

  it.each([
    '**',
    'a.example',
    'https://a.example/',
    'https://a.example https://b.example',
    'https://',
    '://a',
    'x https://a.example',
    '1http://a',
  ])('must not allow the origin %s', (origin) => {
    expect(judge(origin)).toEqual([
      `origin | Access-Control-Allow-Origin with a single origin or * | Access-Control-Allow-Origin: ${origin}`,
    ])
  })

  it('allow credentials with true, for one origin', () => {
    expect(judge(undefined, 'true')).toEqual([])
    expect(judge('https://a.example', 'yes')).toEqual([
      `credentials | ${both} | Access-Control-Allow-Credentials: yes`,
    ])
    expect(judge('*', 'true')).toEqual([
      `credentials-for-all | ${both} | Access-Control-Allow-Origin: * | by Fetch §3.3.5: * does not allow requests with credentials | warning`,
    ])
  })
})

describe('fields that may occur once', () => {
  it.each(
    (
      'Content-Type Content-Length Content-Location Content-Range ETag Last-Modified Location Date Age Expires ' +
      'Retry-After Access-Control-Allow-Origin Access-Control-Allow-Credentials'
    ).split(' '),
  )('%s comes once', (name) => {
    expect(duplicateHeaders.judge(answer([[name, 'a']]))).toEqual([])
    const fields: readonly Field[] = [
      [name, 'a'],
      ['X-Many', '1'],
      [name.toUpperCase(), 'b'],
      ['X-Many', '2'],
    ]
    const key = name.toLowerCase()
    expect(linesOf(duplicateHeaders.judge(answer(fields)))).toEqual([
      `${key} | a single ${key} header | ${key} 2 times: a and b`,
    ])
  })

  it('must have the same strong entity tag for the same content', () => {
    const judge = (first: readonly Field[], second: readonly Field[]): readonly string[] =>
      linesOf(etagStable.judge({ first: answer(first), second: answer(second) }))
    expect(judge([['ETag', '"a"']], [['ETag', '"b"']])).toEqual([
      'changes | ETag: "a", as before | ETag: "b" for the same content',
    ])
    expect(judge([['ETag', '"a"']], [['ETag', 'W/"b"']])).toEqual([])
    expect(judge([['ETag', 'W/"a"']], [['ETag', '"b"']])).toEqual([])
    expect(judge([['ETag', '"W/a"']], [['ETag', '"W/b"']])).toHaveLength(1)
    expect(judge([], [['ETag', '"b"']])).toEqual([])
    expect(judge([['ETag', '"a"']], [])).toEqual([])
  })
})

describe('a redirect', () => {
  const judge = (
    status: number,
    location: string | undefined,
    method = 'GET',
    query = '',
  ): readonly string[] => {
    const fields: readonly Field[] = location === undefined ? [] : [['Location', location]]
    return linesOf(
      redirects.judge({ answer: answer(fields, status, { method, query }), target: 'http://h.example' }),
    )
  }

  it.each([301, 302, 303, 307, 308])('%i has Location', (status) => {
    expect(judge(status, undefined)).toEqual([
      `without-location | a Location header with ${status} | no Location header | warning`,
    ])
    expect(judge(status, '/stats')).toEqual([
      'circle | Location to point to another URL | Location: /stats, the URL of the request itself',
    ])
  })

  it.each([200, 201, 300, 304])('is not %i', (status) => {
    expect(judge(status, undefined)).toEqual([])
  })

  it('must lead to another path or query for safe methods', () => {
    expect(judge(302, '/stats', 'HEAD')).toHaveLength(1)
    expect(judge(302, '/stats', 'POST')).toEqual([])
    expect(judge(302, '/stats?page=1')).toEqual([])
    expect(judge(302, '/stats?page=1', 'GET', 'page=1')).toHaveLength(1)
    expect(judge(302, 'http://[')).toEqual([])
  })
})

it('a response may take exactly its time limit', () => {
  const judge = (milliseconds: number): readonly string[] =>
    linesOf(responseTime.judge({ answer: answer([], 200, { milliseconds }), budget: 100 }))
  expect(judge(100)).toEqual([])
  expect(judge(100.6)).toEqual(['slow | a response within 100 ms | 200 after 101 ms'])
})

describe('Retry-After and RateLimit', () => {
  const judge = (fields: readonly Field[]): readonly string[] =>
    linesOf(retryAfter.judge(answer(fields, 429)))

  it('must say how long to wait, in a valid form', () => {
    expect(judge([])).toEqual([])
    const prefix = 'malformed | Retry-After in whole seconds, or as an HTTP-date | Retry-After:'
    for (const value of ['soon', '5 s', 's5', ''])
      expect(judge([['Retry-After', value]])).toEqual([`${prefix} ${value}`])
  })

  it.each([
    '"default";r=0',
    ' "a" ; r=1 ; t=2 ',
    '"a";t=2;r=1',
    '"say \\"hi\\"";r=1',
    '"a\\\\";r=1',
    '"a";pk="x y";r=1',
    '"a";pk=:YWI=:;r=1',
    '"a";w=1.5;r=1;x=-2',
    '"a";*b.c-d_e=tok:en;r=1',
    '"a";f=?1;g;r=1',
    '"a";r=1,"b";r=2',
    'limit=1',
  ])('accept RateLimit: %s', (value) => {
    expect(judge([['RateLimit', value]])).toEqual([])
  })

  it.each([
    '"a"',
    '"a";r=1 x',
    '"a";r=1;',
    '"a";r=-1',
    '"a";r=1.5',
    '"a";r=',
    '"a";r="1"',
    '"a";R=1',
    '"a"r=1',
    '"a";r=1,b;r=2',
    '"a";r=1,"b"',
    '"a;r=1',
    '"a";xr=1',
    '"a";f=?2;r=1',
  ])('reject RateLimit: %s', (value) => {
    expect(judge([['RateLimit', value]])).toEqual([
      `malformed:RateLimit | RateLimit in the form "name";r=0 | RateLimit: ${value} | ` +
        'by draft-ietf-httpapi-ratelimit-headers-11 §3 and §4: the RateLimit headers | warning',
    ])
  })

  it('find the policy by its quota', () => {
    expect(judge([['RateLimit-Policy', '"a";q=1;w=60']])).toEqual([])
    expect(judge([['RateLimit-Policy', '"a";r=1']])).toEqual([
      'malformed:RateLimit-Policy | RateLimit-Policy in the form "name";q=0 | RateLimit-Policy: "a";r=1 | ' +
        'by draft-ietf-httpapi-ratelimit-headers-11 §3 and §4: the RateLimit headers | warning',
    ])
  })
})
