import { describe, expect, it } from 'vitest'
import type { Check } from '../../../contracts/check.ts'
import { contentType } from '../../../contracts/checks/content-type.ts'
import { duplicateKeys } from '../../../contracts/checks/duplicate-keys.ts'
import { errorShape } from '../../../contracts/checks/error-shape.ts'
import { headAgrees } from '../../../contracts/checks/head-agrees.ts'
import { judgeFailure } from '../../../contracts/checks/no-response.ts'
import { responseBody } from '../../../contracts/checks/response-body.ts'
import { responseHeaders } from '../../../contracts/checks/response-headers.ts'
import { retryAfter } from '../../../contracts/checks/retry-after.ts'
import { serverError } from '../../../contracts/checks/server-error.ts'
import { statusDeclared } from '../../../contracts/checks/status-declared.ts'
import { validators } from '../../../contracts/checks/validators.ts'
import { writeOnly } from '../../../contracts/checks/write-only.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { answerTo, apiOf, json, type AnswerParts } from '../support/answer-to.ts'
import { causes, linesOf } from '../support/violations.ts'

const jsonOf = (schema: object) => ({ 'application/json': { schema } })
const text = { schema: { type: 'string' } }
const problem = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string' }, status: { type: 'integer' } },
}
const thing = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    side: {
      oneOf: ['left', 'right'].map((name) => ({
        type: 'object',
        properties: { [name]: { type: 'integer' } },
      })),
    },
    lid: {
      allOf: [
        { type: 'object', properties: { kind: { type: 'string' } }, additionalProperties: false },
        { type: 'object', required: ['width', 'depth'], properties: { width: { type: 'integer' } } },
      ],
    },
    secret: { type: 'string', writeOnly: true },
    'a/b~c': { type: 'object', properties: { pin: { type: 'integer', writeOnly: true } } },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    lock: {
      oneOf: [
        {
          required: ['code', 'key'],
          properties: { code: { type: 'string', writeOnly: true }, key: { type: 'string' } },
        },
        { required: ['code'], properties: { code: { type: 'string' } } },
      ],
    },
  },
}
const wait = { 'Retry-After': { required: true, schema: { type: 'integer' } }, 'X-Left': text }

/** A document with an operation for each way of declaring responses. */
const root = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'list',
        responses: {
          '200': {
            description: 'All.',
            headers: { 'X-Count': { required: true, schema: { type: 'integer' } }, 'X-Note': text },
            content: jsonOf({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }),
          },
          '404': { description: 'None.', content: jsonOf({ $ref: '#/components/schemas/Problem' }) },
          '429': { description: 'Later.', headers: wait, content: jsonOf({}) },
        },
      },
      post: {
        operationId: 'make',
        responses: {
          '201': { description: 'Made.', content: jsonOf({ $ref: '#/components/schemas/Thing' }) },
          '422': { description: 'Wrong.' },
          default: { description: 'Else.', content: jsonOf({ $ref: '#/components/schemas/Problem' }) },
        },
      },
      put: {
        operationId: 'fill',
        responses: {
          '2XX': { description: 'Any.' },
          default: { description: 'Else.', content: jsonOf(problem) },
        },
      },
      delete: {
        operationId: 'paint',
        responses: {
          '200': { description: 'Painted.', content: { 'image/png': {} } },
          '404': {
            description: 'None.',
            content: { 'image/png': {}, 'image/svg+xml': {}, 'text/csv': {}, 'application/x-tar': {} },
          },
        },
      },
      patch: {
        operationId: 'touch',
        responses: { default: { description: 'Whatever.', content: jsonOf(problem) } },
      },
    },
  },
  components: { schemas: { Thing: thing, Problem: problem } },
}
const api = apiOf(root)
const at = (operationId: string, given: AnswerParts): Answer => answerTo(api, operationId, given)
const say = (check: Check<Answer>, operationId: string, given: AnswerParts): readonly string[] =>
  linesOf(check.judge(at(operationId, given)))
const count = ['X-Count', '1'] as const

describe('a status that is not declared', () => {
  it('is reported with the declared ones', () => {
    expect(say(statusDeclared, 'list', { status: 203 })).toEqual([
      'status:203 | a declared status (200, 404, 429) | 203 | ' +
        'by #/paths/~1things/get/responses (OpenAPI 3.0.4 §4.7.16)',
    ])
    expect(say(statusDeclared, 'list', { status: 200 })).toEqual([])
  })

  it('is accepted if the operation declares no success', () => {
    const answer = at('list', { status: 203 })
    const errors = answer.operation!.responses.filter(({ status }) => status.startsWith('4'))
    const bare = { ...answer, operation: { ...answer.operation!, responses: errors } }
    expect(statusDeclared.judge(bare)).toEqual([])
    expect(statusDeclared.judge({ ...answer, operation: undefined })).toEqual([])
  })

  it.each([408, 425, 429, 431, 503, 500, 501, 100, 103, 199])('is accepted if it is %i', (status) => {
    expect(say(statusDeclared, 'make', { status, body: {} })).toEqual([])
    expect(say(statusDeclared, 'list', { status })).toEqual([])
  })

  it.each([405, 501])('is accepted if it is %i to HEAD, which the document does not describe', (status) => {
    expect(say(statusDeclared, 'list', { status, method: 'HEAD' })).toEqual([])
    expect(say(serverError, 'list', { status, method: 'HEAD' })).toEqual([])
    expect(say(statusDeclared, 'list', { status: 405 })).toHaveLength(1)
  })

  it('is accepted if it is 400 to a multipart body without parts', () => {
    const to = (body: string): readonly unknown[] => {
      const answer = at('make', {
        status: 400,
        intent: 'invalid',
        request: {
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          body: new TextEncoder().encode(body),
        },
      })
      const responses = answer.operation!.responses.filter(({ status }) => status === '422')
      const issue = {
        in: 'status',
        keyword: 'status',
        path: '',
        message: 'It is not declared.',
        schema: '#',
      } as const
      return statusDeclared.judge({
        ...answer,
        operation: { ...answer.operation!, responses },
        issues: [issue],
      })
    }
    expect(to('--b--\r\n')).toEqual([])
    expect(to('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n')).toHaveLength(1)
  })

  it.each([400, 405, 406, 411, 412, 413, 414, 415, 417, 421, 426, 428])(
    'is accepted if a request probes HTTP itself and gets %i',
    (status) => {
      expect(say(statusDeclared, 'list', { status, intent: 'probe' })).toEqual([])
      expect(say(statusDeclared, 'list', { status, intent: 'valid' })).toHaveLength(1)
    },
  )

  it.each([409, 451])('is reported for a probe if it is %i', (status) => {
    expect(say(statusDeclared, 'list', { status, intent: 'probe' })).toHaveLength(1)
  })

  it('is accepted for a probe that gets 422 where the document does not say how input is refused', () => {
    expect(say(statusDeclared, 'list', { status: 422, intent: 'probe' })).toEqual([])
  })

  it('is accepted if it answers a conditional request', () => {
    const withHeader = (name: string) => ({ request: { headers: { [name]: '"a"' } } })
    expect(say(statusDeclared, 'list', { status: 304, ...withHeader('if-none-match') })).toEqual([])
    expect(say(statusDeclared, 'list', { status: 412, ...withHeader('if-match') })).toEqual([])
    expect(say(statusDeclared, 'list', { status: 304, ...withHeader('if-match') })).toHaveLength(1)
    expect(say(statusDeclared, 'list', { status: 412, ...withHeader('if-none-match') })).toHaveLength(1)
    expect(say(statusDeclared, 'list', { status: 203, ...withHeader('if-none-match') })).toHaveLength(1)
    expect(say(statusDeclared, 'list', { status: 409, ...withHeader('if-match') })).toHaveLength(1)
  })

  it.each([400, 422])(
    'is accepted if an invalid request is refused by %i and no refusal is declared',
    (status) => {
      expect(say(statusDeclared, 'list', { status, intent: 'invalid' })).toEqual([])
      expect(say(statusDeclared, 'list', { status, intent: 'valid' })).toHaveLength(1)
      expect(say(statusDeclared, 'list', { status: 409, intent: 'invalid' })).toHaveLength(1)
      const answer = at('list', { status, intent: 'invalid' })
      for (const declared of ['400', '422']) {
        const operation = {
          ...answer.operation!,
          responses: [{ ...answer.operation!.responses[0]!, status: declared }],
        }
        expect(statusDeclared.judge({ ...answer, operation })).toHaveLength(1)
      }
    },
  )
})

describe('a success that only the default covers', () => {
  it('is an undeclared status if it does not match the default', () => {
    const given = { status: 200, body: { size: 1 } }
    expect(say(statusDeclared, 'make', given)).toEqual([
      'status:200 | a declared status (201, 422, default) | 200 | ' +
        'by #/paths/~1things/post/responses (OpenAPI 3.0.4 §4.7.16)',
    ])
    expect(say(responseBody, 'make', given)).toEqual([])
    const page = { status: 299, headers: [['Content-Type', 'text/html'] as const], text: '<p>' }
    expect(causes(statusDeclared.judge(at('make', page)))).toEqual(['status:299'])
    expect(say(contentType, 'make', page)).toEqual([])
  })

  it('is accepted if it matches the default', () => {
    expect(say(statusDeclared, 'make', { status: 200, body: { code: 'a' } })).toEqual([])
    expect(say(statusDeclared, 'make', { status: 200, method: 'HEAD' })).toEqual([])
  })

  it('is invalid content if 2XX or nothing else is declared', () => {
    for (const operation of ['touch', 'fill']) {
      expect(say(statusDeclared, operation, { status: 200, body: { size: 1 } })).toEqual([])
    }
    expect(say(responseBody, 'touch', { status: 200, body: { size: 1 } })).toHaveLength(1)
    expect(say(statusDeclared, 'make', { status: 300, body: {} })).toEqual([])
    expect(say(responseBody, 'make', { status: 300, body: {} })).toHaveLength(1)
    expect(say(statusDeclared, 'make', { status: 201, body: { size: 'x' } })).toEqual([])
    expect(say(responseBody, 'make', { status: 201, body: { size: 'x' } })).toHaveLength(1)
  })
})

describe('content', () => {
  const headers = [json, count]

  it('that violates its schema is reported by place and keyword, once for all items', () => {
    const body = [{ size: 1 }, { size: 'x' }, { size: 'y' }, { parts: [{}, { size: 'z' }] }]
    expect(say(responseBody, 'list', { status: 200, headers, body })).toEqual([
      'type /*/size #/components/schemas/Thing/properties/size/type | a body that matches its schema (type at /2/size) | ' +
        'a mismatch: "y" must be an integer | ' +
        'by #/components/schemas/Thing/properties/size/type | at /2/size',
      'type /*/parts/*/size #/components/schemas/Thing/properties/size/type | a body that matches its schema (type at /3/parts/1/size) | ' +
        'a mismatch: "z" must be an integer | ' +
        'by #/components/schemas/Thing/properties/size/type | at /3/parts/1/size',
    ])
  })

  it('that several schemas of a oneOf allow is a warning, and that none allows an error', () => {
    const severities = (side: object): readonly unknown[] =>
      responseBody
        .judge(at('list', { status: 200, headers, body: [{ side }] }))
        .map(({ severity }) => severity ?? responseBody.severity)
    expect(severities({})).toEqual(['warning'])
    expect(severities({ left: 'x', right: 'y' })).toEqual(['error'])
    expect(severities({ left: 1, right: 'y' })).toEqual([])
  })

  it('with properties that one schema of an allOf forbids and another describes is one warning', () => {
    const verdicts = (lid: object): readonly unknown[] =>
      responseBody
        .judge(at('list', { status: 200, headers, body: [{ lid }] }))
        .map(({ severity, actual }) => [severity, actual])
    const contradiction = expect.stringContaining('the document contradicts itself')
    expect(verdicts({ width: 1, depth: 2 })).toEqual([['warning', contradiction]])
    expect(verdicts({ width: 1, depth: 2, colour: 'red' })).toEqual([
      ['warning', contradiction],
      [undefined, "a mismatch: the value must not have the property 'colour'"],
    ])
  })

  it('that is wrong as a whole is reported without a place', () => {
    const [line] = say(responseBody, 'list', { status: 200, headers, body: {} })
    expect(line).toContain('| a body that matches its schema (type) |')
    expect(line).toMatch(/ \| at $/)
  })

  it('that is missing is reported, except for HEAD, 204 and 304', () => {
    expect(say(responseBody, 'list', { status: 200, headers: [count] })).toEqual([
      'missing | a body that matches its schema | no body | by #/paths/~1things/get/responses/200/content',
    ])
    expect(say(responseBody, 'list', { status: 200, headers: [count], method: 'HEAD' })).toEqual([])
    for (const status of [204, 304]) {
      const none = { ...at('list', { status: 200, headers: [count] }), status }
      expect(responseBody.judge(none)).toEqual([])
    }
    expect(say(responseBody, 'list', { status: 404 })).toEqual([])
  })

  it('with a duplicate key is judged by its own check only', () => {
    const twice = { status: 200, headers, text: '[{"size":"x","size":"y"}]' }
    expect(say(responseBody, 'list', twice)).toEqual([])
    expect(linesOf(duplicateKeys.judge({ answer: at('list', twice) }))).toEqual([
      'name:"size" | unique names within each object | "size" twice in one object',
    ])
    const accepted = at('make', { status: 201, body: {} })
    expect(linesOf(duplicateKeys.judge({ answer: accepted, refusedBy: 'fill' }))).toEqual([
      'request | a request with a duplicate name to be refused, as fill does | 201',
    ])
    expect(duplicateKeys.judge({ answer: at('make', { status: 201 }) })).toEqual([])
  })

  it('of another media type is reported by the class of the status', () => {
    const page = { headers: [['Content-Type', 'text/html'] as const, count], text: '<p>' }
    expect(say(contentType, 'list', { status: 200, ...page })).toEqual([
      '2xx:other | a declared content type (application/json) | 200 with Content-Type: text/html | by #/paths/~1things/get/responses/200/content',
    ])
    expect(say(contentType, 'list', { status: 404, headers: [], text: '{}' })).toEqual([
      '4xx:missing | a declared content type (application/json) | 404 with content without a Content-Type | by #/paths/~1things/get/responses/404/content',
    ])
    expect(say(contentType, 'make', { status: 500, ...page })).toEqual([])
    expect(say(contentType, 'make', { status: 499, ...page })).toHaveLength(1)
    expect(say(contentType, 'list', { status: 200, headers: [count] })).toEqual([])
  })

  it('is accepted of an error that is declared as an image', () => {
    expect(say(contentType, 'paint', { status: 404, body: {} })).toEqual([])
    expect(say(contentType, 'paint', { status: 200, body: {} })).toHaveLength(1)
  })
})

describe('an error', () => {
  it('must have the declared shape from 400 to 499', () => {
    expect(say(errorShape, 'list', { status: 404, body: {} })).toEqual([
      'required /code #/components/schemas/Problem/required | an error that matches its schema (required at /code) | ' +
        "a mismatch: the value must have the property 'code' | by #/components/schemas/Problem/required | at /code",
    ])
    for (const status of [400, 499]) expect(say(errorShape, 'make', { status, body: {} })).toHaveLength(1)
    for (const status of [399, 500]) expect(say(errorShape, 'make', { status, body: {} })).toEqual([])
  })

  it('must not name another status than its own', () => {
    const judge = (status: unknown, headers = [json]): readonly string[] =>
      say(errorShape, 'list', { status: 404, headers, body: { code: 'x', status } })
    const violation = (status: number): string =>
      `status-member | status = 404 in the error, as in the response | status = ${status} | ` +
      'by RFC 9457 §3.1.2: the status member is the HTTP status code of the response'
    expect(judge(404)).toEqual([])
    expect(judge(400)).toEqual([`${violation(400)} | warning`])
    expect(judge(599)).toEqual([`${violation(599)} | warning`])
    expect(judge(399)).toEqual([])
    expect(judge(600)).toEqual([])
    expect(judge(undefined)).toEqual([])
  })

  it('must name its own status in a problem; elsewhere another one is a warning', () => {
    const type = [['Content-Type', 'Application/Problem+JSON'] as const]
    const given = { status: 422, headers: type, body: { code: 'x', status: 400 } }
    expect(errorShape.judge(at('make', given))[0]).not.toHaveProperty('severity')
    expect(errorShape.judge(at('make', { ...given, headers: [json] }))[0]).toHaveProperty('severity')
    const bare = { ...at('make', { ...given, headers: [json] }), operation: undefined, issues: [] }
    expect(errorShape.judge(bare)[0]).toHaveProperty('severity', 'warning')
  })
})

describe('a server error', () => {
  it('is reported with the request', () => {
    expect(say(serverError, 'list', { status: 500, body: { message: 'Oh.' } })).toEqual([
      'valid | a response that the document declares | 500 (Oh.)',
    ])
    expect(say(serverError, 'list', { status: 500, intent: 'invalid' })).toEqual([
      'odd | the request to be refused with 4xx | 500',
    ])
    expect(say(serverError, 'list', { status: 499 })).toEqual([])
  })

  it('is not 501 to an undeclared method', () => {
    expect(say(serverError, 'list', { status: 501 })).toHaveLength(1)
    expect(serverError.judge({ ...at('list', { status: 501 }), operation: undefined })).toEqual([])
    expect(serverError.judge({ ...at('list', { status: 502 }), operation: undefined })).toHaveLength(1)
  })

  it.each([
    ['unreachable', 'no connection'],
    ['reset', 'the connection closed without a response'],
    ['ended', 'the connection closed without a response, and the server stopped responding'],
    ['timeout', 'no response in time'],
    ['malformed', 'an invalid HTTP response'],
    ['unsendable', 'a request that cannot be sent'],
  ] as const)('without a response is reported as %s', (reason, actual) => {
    const by = 'by RFC 9110 §3.4: a server responds to every request'
    expect(linesOf([judgeFailure(reason)])).toEqual([
      `no-response:${reason} | an HTTP response | ${actual} | ${by}`,
    ])
  })
})

it('a lost connection is only a warning if other requests were open as well', () => {
  expect(judgeFailure('ended', 0).severity).toBeUndefined()
  expect(judgeFailure('ended', 3)).toMatchObject({
    severity: 'warning',
    actual: expect.stringMatching(/stopped responding \(3 other requests were pending\)$/) as string,
  })
})

describe('header fields', () => {
  it('must be present if required, and valid', () => {
    expect(say(responseHeaders, 'list', { status: 200, body: [] })).toEqual([
      "required x-count | the X-Count header as declared | a mismatch: the header 'X-Count' is required | " +
        'by #/paths/~1things/get/responses/200/headers/X-Count/required',
    ])
    const headers = [json, ['x-count', 'many'] as const]
    expect(say(responseHeaders, 'list', { status: 200, headers, body: [] })).toEqual([
      'type x-count | the X-Count header as declared | a mismatch: "many" must be an integer | ' +
        'by #/paths/~1things/get/responses/200/headers/X-Count/schema/type',
    ])
  })

  it.each([201, 202])('include a Location with %i that is described, though not as required', (status) => {
    const Location = { description: 'Where the job is.', ...text }
    const responses = { [status]: { description: 'Made.', headers: { Location }, content: jsonOf({}) } }
    const api = apiOf({ ...root, paths: { '/jobs': { post: { operationId: 'start', responses } } } })
    const judge = (headers: AnswerParts['headers'] = []): readonly string[] =>
      responseHeaders
        .judge(answerTo(api, 'start', { status, headers }))
        .map(({ severity = 'error' }) => severity)
    expect(judge()).toEqual(['warning'])
    expect(judge([['Location', '/jobs/1']])).toEqual([])
  })

  it.each([
    ['Deprecation', 200],
    ['Sunset', 200],
    ['WWW-Authenticate', 401],
    ['Allow', 405],
  ] as const)('of HTTP itself are left to the check of %s', (name, status) => {
    const issue = {
      in: 'header',
      path: name,
      keyword: 'required',
      message: 'Missing.',
      schema: '#/x',
    } as const
    const judge = (over: Partial<Answer>): number =>
      responseHeaders.judge({ ...at('list', { status }), issues: [issue], ...over }).length
    const { operation } = at('list', { status })
    const ending = { ...operation!, lifecycle: { ...operation!.lifecycle, deprecated: true, sunset: 1 } }
    expect(judge({ operation: ending })).toBe(0)
    expect(judge({ operation: ending, status: 404 })).toBe(status === 200 ? 0 : 1)
    const isLifecycle = name === 'Deprecation' || name === 'Sunset'
    expect(judge({})).toBe(isLifecycle ? 1 : 0)
    expect(judge({ operation: undefined })).toBe(isLifecycle ? 1 : 0)
    expect(judge({ issues: [{ ...issue, path: `X-${name}` }], operation: ending })).toBe(1)
    expect(judge({ issues: [{ ...issue, path: `${name}-X` }], operation: ending })).toBe(1)
    expect(judge({ issues: [{ ...issue, keyword: 'content-type', path: 'X' }] })).toBe(0)
    expect(judge({ issues: [{ ...issue, in: 'body', path: 'X' }] })).toBe(0)
  })

  it('are not judged with 5xx and HEAD', () => {
    const issue = {
      in: 'header',
      path: 'X',
      keyword: 'required',
      message: 'Missing.',
      schema: '#/x',
    } as const
    const judge = (over: Partial<Answer>): number =>
      responseHeaders.judge({ ...at('list', { status: 200 }), issues: [issue], ...over }).length
    expect([judge({ status: 499 }), judge({ status: 500 }), judge({ method: 'HEAD' })]).toEqual([1, 0, 0])
  })

  it('may be sent back in conditional requests', () => {
    const send = (name: string, value: string): readonly string[] =>
      say(validators, 'list', { status: 200, headers: [[name, value]] })
    expect(send('ETag', 'a1b2')).toEqual(['etag | an ETag in double quotes | ETag: a1b2'])
    for (const tag of ['"a1b2"', 'W/"a1b2"', '""']) expect(send('ETag', tag)).toEqual([])
    expect(send('Last-Modified', '2026-01-02')).toEqual([
      'last-modified | Last-Modified as an HTTP-date | Last-Modified: 2026-01-02 | by RFC 9110 §8.8.2 and §5.6.7: Last-Modified is an HTTP-date, such as Sun, 06 Nov 1994 08:49:37 GMT',
    ])
    expect(send('Last-Modified', 'Sun, 06 Nov 1994 08:49:37 GMT')).toEqual([])
  })

  it('must say how long to wait if the document requires it', () => {
    expect(say(retryAfter, 'list', { status: 429 })).toEqual([
      'missing | a Retry-After header with 429, which declares it as required | no Retry-After header | by OpenAPI 3.0.4 §4.7.21: a required header is always present',
    ])
    expect(say(retryAfter, 'list', { status: 429, headers: [['Retry-After', '5']] })).toEqual([])
    expect(say(retryAfter, 'list', { status: 200 })).toEqual([])
    expect(say(retryAfter, 'make', { status: 429 })).toEqual([])
    expect(retryAfter.judge({ ...at('list', { status: 429 }), operation: undefined })).toEqual([])
  })

  it('must be the same for HEAD as for GET', () => {
    const headers = [json, count, ['Link', '</a>; rel="x"'] as const]
    const get = at('list', { status: 200, headers, body: [1] })
    const judge = (given: Partial<AnswerParts>, of = get): readonly string[] =>
      linesOf(headAgrees.judge({ get: of, head: at('list', { status: 200, method: 'HEAD', ...given }) }))
    expect(judge({ headers })).toEqual([])
    expect(judge({ status: 404, body: { message: 'Gone.' } })).toEqual([
      'status | 200, as for GET, or 405 if HEAD is not supported | 404 (Gone.) | by RFC 9110 §9.1: general-purpose servers MUST support GET and HEAD | warning',
    ])
    expect(judge({ status: 403 })).toEqual(['status | 200, as for GET | 403'])
    expect(judge({ status: 501 })).toEqual([])
    expect(judge({ headers: [json, count] })).toEqual([
      'header:link | link: </a>; rel="x", as for GET | no link header',
    ])
    expect(judge({ headers: [json, headers[2]!] })).toEqual([
      'header:x-count | x-count: 1, as for GET | no x-count header',
    ])
    const length = [...headers, ['Content-Length', '7'] as const]
    expect(judge({ headers: length })).toEqual([
      'header:content-length | content-length: 3, as for GET | 7 | by RFC 9110 §8.6: Content-Length of HEAD is that of GET',
    ])
    const coded = at('list', { status: 200, headers: [...headers, ['Content-Encoding', 'gzip']], body: [1] })
    expect(judge({ headers: length }, coded)).toEqual([])
  })

  it.each(
    'Content-Type ETag Last-Modified Location Deprecation Sunset Link Allow WWW-Authenticate'.split(' '),
  )('for HEAD include %s, for any operation', (name) => {
    const one = { ...at('list', { status: 200, headers: [[name, 'a']] }), operation: undefined }
    const other = at('list', { status: 200, headers: [[name, 'b']], method: 'HEAD' })
    expect(causes(headAgrees.judge({ get: one, head: other }))).toEqual([`header:${name.toLowerCase()}`])
  })
})

describe('a writeOnly property', () => {
  const headers = [json, count]

  it('is reported only of the branch of a oneOf that hides it', () => {
    const [hidden, shown] = [{ code: '1', key: 'a' }, { code: '1' }].map((lock) =>
      say(writeOnly, 'list', { status: 200, headers, body: [{ lock }] }),
    )
    expect(hidden).toEqual([expect.stringContaining('no code, which is writeOnly')])
    expect(shown).toEqual([])
  })

  it('is reported by its place, once for each property', () => {
    const body = [{}, { parts: [{ secret: 'x' }], secret: 'y' }, { 'a/b~c': { pin: 1 } }]
    expect(say(writeOnly, 'list', { status: 200, headers, body })).toEqual([
      '#/components/schemas/Thing/properties/secret | no secret, which is writeOnly | secret in the response | ' +
        'by #/components/schemas/Thing/properties/secret/writeOnly | at /1/parts/0/secret',
      '#/components/schemas/Thing/properties/a~1b~0c/properties/pin | no pin, which is writeOnly | pin in the response | ' +
        'by #/components/schemas/Thing/properties/a~1b~0c/properties/pin/writeOnly | at /2/a~1b~0c/pin',
    ])
  })

  it('is reported if the response shows it undeclared, as it was sent', () => {
    const login = { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } }
    const mediaType = { schema: login }
    const { paths, ...rest } = root
    const signUp = {
      operationId: 'signUp',
      requestBody: { content: { 'application/json': mediaType } },
      responses: { '201': { description: 'Made.', content: jsonOf({ type: 'object' }) } },
    }
    const own = apiOf({ ...rest, paths: { ...paths, '/users': { post: signUp } } })
    const shown = (pin: string): readonly string[] => {
      const made = answerTo(own, 'signUp', { status: 201, body: { pin } })
      const content = made.draft.operation.requestBody?.content[0]
      const body = content && ({ kind: 'value', mediaType: content, value: { pin: 'open sesame' } } as const)
      return linesOf(writeOnly.judge({ ...made, draft: { ...made.draft, body } }))
    }
    expect(shown('open sesame')).toEqual([expect.stringContaining('no pin, which is writeOnly')])
    expect(shown('***')).toEqual([])
  })

  it('is reported if it is a secret that any response shows undeclared', () => {
    const { paths, ...rest } = root
    const properties = { email: { type: 'string' }, password: { type: 'string', writeOnly: true } }
    const user = { type: 'object', properties: { email: properties.email } }
    const signUp = {
      operationId: 'signUp',
      requestBody: { content: jsonOf({ type: 'object', properties }) },
      responses: { '201': { description: 'Made.' } },
    }
    const users = {
      operationId: 'users',
      responses: { '200': { description: 'All.', content: jsonOf({ type: 'array', items: user }) } },
    }
    const own = apiOf({ ...rest, paths: { ...paths, '/users': { get: users, post: signUp } } })
    const shown = (password: string): readonly string[] =>
      linesOf(writeOnly.judge(answerTo(own, 'users', { status: 200, body: [{ email: 'a@b.c', password }] })))
    expect(shown('open sesame')).toEqual([expect.stringContaining('at /0/password')])
    expect(shown('********')).toEqual([])
  })

  it('may be empty or absent', () => {
    expect(say(writeOnly, 'make', { status: 201, body: { secret: null, size: 1 } })).toEqual([])
    expect(say(writeOnly, 'make', { status: 201, body: 'secret' })).toEqual([])
    expect(say(writeOnly, 'make', { status: 201 })).toEqual([])
    expect(say(writeOnly, 'make', { status: 422, body: { secret: 'x' } })).toEqual([])
  })

  it('is searched for down to the eighth level', () => {
    const nested = (depth: number): object => (depth === 0 ? { secret: 'x' } : { parts: [nested(depth - 1)] })
    expect(say(writeOnly, 'make', { status: 201, body: nested(4) })).toHaveLength(1)
    expect(say(writeOnly, 'make', { status: 201, body: nested(5) })).toEqual([])
  })

  it('is not a readOnly one, even if its schema is writeOnly', () => {
    const slot = { type: 'object', properties: { row: { type: 'integer' } }, writeOnly: true }
    const shown = { allOf: [{ $ref: '#/components/schemas/Slot' }], readOnly: true }
    const schema = { type: 'object', properties: { shown, sent: { $ref: '#/components/schemas/Slot' } } }
    const responses = { '200': { description: 'Fine.', content: jsonOf(schema) } }
    const paths = { '/a': { get: { operationId: 'a', responses } } }
    const other = apiOf({ ...root, paths, components: { schemas: { Slot: slot } } })
    const body = { shown: { row: 1 }, sent: { row: 1 } }
    const violations = writeOnly.judge(answerTo(other, 'a', { status: 200, body }))
    expect(violations.map(({ at }) => at)).toEqual(['/sent'])
  })

  it('is not searched for in a document without any', () => {
    const schema = { type: 'object', properties: { secret: { type: 'string' } } }
    const responses = { '200': { description: 'Fine.', content: jsonOf(schema) } }
    const plain = { ...root, paths: { '/a': { get: { operationId: 'a', responses } } }, components: {} }
    const other = apiOf(plain)
    expect(writeOnly.judge(answerTo(other, 'a', { status: 200, body: { secret: 'x' } }))).toEqual([])
  })
})
