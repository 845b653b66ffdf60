import { describe, expect, it } from 'vitest'
import type { Check } from '../../../contracts/check.ts'
import { deprecationHeader } from '../../../contracts/checks/deprecation-header.ts'
import { declaresHeader } from '../../../contracts/checks/lifecycle-fields.ts'
import { sunsetHeader } from '../../../contracts/checks/sunset-header.ts'
import { sunsetOrder } from '../../../contracts/checks/sunset-order.ts'
import { unauthorized } from '../../../contracts/checks/unauthorized.ts'
import { undeclaredDeprecation } from '../../../contracts/checks/undeclared-deprecation.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'
import { causes, linesOf } from '../support/violations.ts'

const fine = { description: 'Fine.' }
const header = { schema: { type: 'string' } }
const api = apiOf({
  openapi: '3.0.3',
  info: { title: 'Ends', version: '1' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/ending': {
      get: {
        operationId: 'ending',
        deprecated: true,
        'x-deprecated-at': '2025-12-05',
        'x-sunset': '2030-12-05',
        responses: {
          '200': fine,
          '404': { ...fine, headers: { deprecation: header, SUNSET: header } },
          '410': { ...fine, headers: { Deprecation: header, Sunset: header } },
          '500': { ...fine, headers: { Deprecation: header, Sunset: header } },
          default: { ...fine, headers: { Deprecation: header, Sunset: header } },
        },
      },
    },
    '/old': { get: { operationId: 'old', deprecated: true, responses: { '200': fine } } },
    '/promised': {
      get: {
        operationId: 'promised',
        deprecated: true,
        responses: { '200': fine, '404': { ...fine, headers: { Deprecation: header } } },
      },
    },
    '/live': { get: { operationId: 'live', security: [{ key: [] }], responses: { '200': fine } } },
    '/free': { get: { operationId: 'free', security: [{ key: [] }, {}], responses: { '200': fine } } },
    '/declared': {
      get: {
        operationId: 'declared',
        responses: { '200': { ...fine, headers: { Deprecation: header, Sunset: header } } },
      },
    },
  },
})

type Fields = Readonly<Record<string, string | readonly string[]>>

function answer(operationId: string, fields: Fields = {}, status = 200): Answer {
  const headers = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  )
  return answerTo(api, operationId, { status, headers })
}

const say = (check: Check<Answer>, ...given: Parameters<typeof answer>): readonly string[] =>
  linesOf(check.judge(answer(...given)))

const since = '@1764892800'
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT'
const dates = 'by RFC 9745 §2.1: the value of Deprecation MUST be a Date (RFC 9651 §3.3.7)'
const imf = 'by RFC 8594 §3 and RFC 9110 §5.6.7: the value of Sunset is an IMF-fixdate with the right weekday'

describe('Deprecation', () => {
  it('that is missing is an error if the response declares it, otherwise a warning', () => {
    const missing = (path: string): string =>
      `missing | a Deprecation header on a deprecated operation | no Deprecation header | by #/paths/~1${path}/get/deprecated and RFC 9745 §2`
    expect(say(deprecationHeader, 'ending')).toEqual([`${missing('ending')} | error`])
    expect(say(deprecationHeader, 'promised')).toEqual([`${missing('promised')} | error`])
    expect(say(deprecationHeader, 'old')).toEqual([`${missing('old')} | warning`])
    expect(say(deprecationHeader, 'live')).toEqual([])
    expect(deprecationHeader.judge({ ...answer('old'), operation: undefined })).toEqual([])
  })

  it.each([
    [200, 1],
    [204, 1],
    [302, 1],
    [399, 1],
    [400, 0],
    [403, 0],
    [404, 1],
    [410, 0],
    [500, 0],
    [100, 0],
  ])('is expected with %i: %i', (status, count) => {
    expect(say(deprecationHeader, 'ending', {}, status)).toHaveLength(count)
    expect(say(sunsetHeader, 'ending', {}, status)).toHaveLength(count)
  })

  it('that is invalid is reported with its value and the reason', () => {
    const prefix = 'malformed | a Structured Field Date such as @1688169599 | Deprecation:'
    expect(say(deprecationHeader, 'old', { Deprecation: '17' })).toEqual([
      `${prefix} 17 ('17' is an Integer; a Date starts with @) | ${dates}`,
    ])
    expect(say(deprecationHeader, 'old', { Deprecation: [since, since] })).toEqual([
      `${prefix} ${since}, ${since} (It is sent 2 times) | ${dates}`,
    ])
    expect(say(deprecationHeader, 'old', { Deprecation: '@100000000001' })).toEqual([
      `${prefix} @100000000001 ('@100000000001' is in milliseconds; a Date is in seconds) | ${dates}`,
    ])
    expect(say(deprecationHeader, 'old', { Deprecation: '@100000000000' })).toEqual([])
    expect(say(deprecationHeader, 'old', { Deprecation: '@-100000000001' })).toHaveLength(1)
  })

  it('that contradicts the document is reported with the documented date', () => {
    expect(say(deprecationHeader, 'ending', { Deprecation: '@1764892801', Sunset: sunset })).toEqual([
      'contradicts | Deprecation: @1764892800, as the document says | Deprecation: @1764892801 | by #/paths/~1ending/get',
    ])
    expect(say(deprecationHeader, 'ending', { Deprecation: since })).toEqual([])
    expect(say(deprecationHeader, 'old', { Deprecation: '@1' })).toEqual([])
  })
})

describe('Sunset', () => {
  it('that is missing is reported with the documented date', () => {
    expect(say(sunsetHeader, 'ending', { Deprecation: since })).toEqual([
      `missing | Sunset: ${sunset} | no Sunset header | by #/paths/~1ending/get`,
    ])
    expect(say(sunsetHeader, 'old')).toEqual([])
    expect(sunsetHeader.judge({ ...answer('ending'), operation: undefined })).toEqual([])
  })

  it('that is invalid is reported with its value and the reason', () => {
    const prefix = 'malformed | an HTTP-date such as Thu, 05 Dec 2030 00:00:00 GMT | Sunset:'
    expect(say(sunsetHeader, 'ending', { Sunset: [sunset, sunset] })).toEqual([
      `${prefix} ${sunset}, ${sunset} (It is sent 2 times) | ${imf}`,
    ])
    expect(say(sunsetHeader, 'live', { Sunset: 'soon.' })[0]).toMatch(
      /^malformed \| .* \| Sunset: soon\. \('soon\.' is not an HTTP-date;[^|]*'\) \| by RFC 8594/,
    )
  })

  it('that contradicts the document is reported, unless the two dates are out of order', () => {
    const later = 'Fri, 06 Dec 2030 00:00:00 GMT'
    expect(say(sunsetHeader, 'ending', { Sunset: later })).toEqual([
      `contradicts | Sunset: ${sunset}, as the document says | Sunset: ${later} | by #/paths/~1ending/get`,
    ])
    expect(say(sunsetHeader, 'ending', { Sunset: later, Deprecation: '@2000000000' })).toEqual([])
    expect(say(deprecationHeader, 'ending', { Sunset: later, Deprecation: '@2000000000' })).toEqual([])
    expect(say(sunsetHeader, 'live', { Sunset: later })).toEqual([])
  })

  it('must not be before the Deprecation, and may be equal', () => {
    const at = (seconds: number): string => new Date(seconds * 1000).toUTCString()
    expect(say(sunsetOrder, 'old', { Deprecation: '@1000', Sunset: at(1000) })).toEqual([])
    expect(say(sunsetOrder, 'old', { Deprecation: '@1000', Sunset: at(999) })).toEqual([
      `order | a Sunset date no earlier than the Deprecation date, ${at(1000)} | Sunset: ${at(999)}`,
    ])
    expect(say(sunsetOrder, 'old', { Deprecation: '@1000', Sunset: 'no' })).toEqual([])
    expect(say(sunsetOrder, 'old', { Deprecation: 'no', Sunset: at(999) })).toEqual([])
    expect(say(sunsetOrder, 'old', { Deprecation: '@1000' })).toEqual([])
    expect(say(sunsetHeader, 'ending', { Deprecation: '@1000', Sunset: at(1000) })).toHaveLength(1)
  })
})

describe('an operation that is not deprecated', () => {
  it('must not announce what the document does not', () => {
    expect(say(undeclaredDeprecation, 'live', { Deprecation: since, Sunset: [sunset, 'x'] })).toEqual([
      `deprecation | no Deprecation header, because the document does not deprecate the operation | Deprecation: ${since} | by #/paths/~1live/get (deprecated: false)`,
      `sunset | no Sunset header, because the document does not deprecate the operation | Sunset: ${sunset}, x | by #/paths/~1live/get (deprecated: false)`,
    ])
    expect(say(undeclaredDeprecation, 'declared', { Deprecation: since, Sunset: sunset })).toEqual([])
    expect(say(undeclaredDeprecation, 'old', { Deprecation: since })).toEqual([])
  })

  it('may have a sunset', () => {
    const given = answer('live', { Deprecation: since, Sunset: sunset })
    const operation = { ...given.operation!, lifecycle: { ...given.operation!.lifecycle, sunset: 1 } }
    expect(causes(undeclaredDeprecation.judge({ ...given, operation }))).toEqual(['deprecation'])
  })

  it('is not judged by failed responses, or by ones without an operation', () => {
    const fields = { Deprecation: since }
    expect(say(undeclaredDeprecation, 'live', fields, 499)).toHaveLength(1)
    expect(say(undeclaredDeprecation, 'live', fields, 500)).toEqual([])
    expect(undeclaredDeprecation.judge({ ...answer('live', fields), operation: undefined })).toEqual([])
  })

  it('declares the headers in any case', () => {
    const has = (id: string, name: string): boolean => declaresHeader(api.byId.get(id)!, name)
    expect([has('ending', 'sunset'), has('ending', 'deprecation'), has('live', 'sunset')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('credentials', () => {
  const withheld = (
    operationId: string,
    status = 200,
    credentials: Answer['credentials'] = 'withheld',
  ): readonly string[] => linesOf(unauthorized.judge(answerTo(api, operationId, { status, credentials })))

  it('that are not required by the server are reported', () => {
    expect(withheld('live')).toEqual([
      'ignored | 401 for a request without valid credentials | 200 | by #/paths/~1live/get/security (OpenAPI 3.0.4 §4.7.30)',
    ])
    expect(withheld('live', 403)).toEqual([])
    expect(withheld('live', 200, 'sent')).toEqual([])
    expect(withheld('free')).toEqual([])
    expect(withheld('old')).toEqual([])
    expect(
      unauthorized.judge({
        ...answerTo(api, 'live', { status: 200, credentials: 'withheld' }),
        operation: undefined,
      }),
    ).toEqual([])
  })

  const challenge =
    'by RFC 9110 §15.5.2 and §11.6.1: 401 MUST carry WWW-Authenticate with at least one challenge'

  it('must be demanded with a challenge', () => {
    expect(say(unauthorized, 'live', {}, 401)).toEqual([
      `challenge | a WWW-Authenticate header with 401 | no WWW-Authenticate header | ${challenge}`,
    ])
    expect(say(unauthorized, 'live', { 'WWW-Authenticate': ['=', '"x"'] }, 401)).toEqual([
      `challenge | a WWW-Authenticate header with 401 | WWW-Authenticate: =, "x" | ${challenge}`,
    ])
    expect(say(unauthorized, 'live', {}, 403)).toEqual([])
  })

  it.each(['Bearer', 'Basic realm="a"', 'Negotiate, Basic', "x-!#$%&'*+.^`|~_9"])(
    'are asked for by %s',
    (value) => {
      expect(say(unauthorized, 'live', { 'WWW-Authenticate': value }, 401)).toEqual([])
      expect(say(unauthorized, 'live', { 'WWW-Authenticate': ['', value] }, 401)).toEqual([])
    },
  )

  it.each(['', ' Bearer', 'Bearer;', 'realm="a"'])('are not asked for by "%s"', (value) => {
    expect(say(unauthorized, 'live', { 'WWW-Authenticate': value }, 401)).toHaveLength(1)
  })
})
