import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { parseJson, type Json } from '../../../../spec/json.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }

interface Given {
  readonly schema?: object
  readonly type?: string
  /** The status under which the schema is declared. */
  readonly status?: string
}

interface Reply {
  readonly status: number
  readonly type: unknown
  readonly json: Json
  readonly text: string
}

/** Requests an invalid id from a mock whose errors have this schema. */
async function refused(given: Given, path = '/things/none', query = 'size=0'): Promise<Reply> {
  const { schema, type = 'application/json', status = '400' } = given
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: integer },
    { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1 } },
  ]
  const failure = { description: 'failed', ...(schema && { content: { [type]: { schema } } }) }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things/{id}': {
        get: { operationId: 'get', parameters, responses: { 200: { description: 'ok' }, [status]: failure } },
      },
    },
  }
  const mock = await createMock({ document, now: '2026-01-01', selfCheck: true })
  const reply = await mock.handle({ method: 'GET', path, query, headers: {}, body: undefined })
  const reading = parseJson(String(reply.body))
  return {
    status: reply.status,
    type: reply.headers['Content-Type'],
    json: reading.kind === 'ok' ? reading.value : null,
    text: String(reply.body),
  }
}

const message = 'The request breaks the document in 2 places.'
const sentence = expect.stringMatching(/\.$/)

describe('errors in the schema of the document', () => {
  const cases: readonly [string, object, object][] = [
    [
      'code and message',
      { properties: { code: text, message: text } },
      { code: 'invalid_request', message: expect.stringContaining(message) },
    ],
    [
      'a reason phrase, as from Spring Boot',
      { properties: { timestamp: text, status: integer, error: text, message: text, path: text } },
      {
        timestamp: '2026-01-01T00:00:00.000Z',
        status: 400,
        error: 'Bad Request',
        message: expect.stringContaining(message),
        path: '/things/none',
      },
    ],
    [
      'a code that is called an id',
      {
        properties: {
          id: { ...text, description: 'Identifies the status code: "not_found" for 404.' },
          message: text,
        },
      },
      { id: 'invalid_request', message: sentence },
    ],
    ['a numeric code', { properties: { code: integer, message: text } }, { code: 400, message: sentence }],
    ['status as text', { properties: { status: text, detail: text } }, { status: '400', detail: sentence }],
    [
      'an error inside',
      { properties: { error: { type: 'object', properties: { status: integer, message: text } } } },
      { error: { status: 400, message: sentence } },
    ],
    [
      'the name of an error class beside no data',
      {
        properties: {
          data: { type: ['object', 'null'] },
          error: { type: 'object', properties: { status: integer, name: text, message: text } },
        },
      },
      { data: null, error: { status: 400, name: 'ValidationError', message: sentence } },
    ],
    [
      'a code in capitals among the extensions, as in its example',
      {
        properties: {
          message: text,
          extensions: { type: 'object', properties: { code: { ...text, example: 'FORBIDDEN' } } },
        },
      },
      { message: sentence, extensions: { code: 'INVALID_REQUEST' } },
    ],
    ['a bare error', { properties: { error: text } }, { error: sentence }],
    [
      'error and error_description (RFC 6749)',
      { properties: { error: text, error_description: text } },
      { error: 'invalid_request', error_description: sentence },
    ],
    [
      'a list of texts',
      { properties: { errors: { type: 'array', items: text } } },
      { errors: [sentence, sentence] },
    ],
    [
      'a list of objects, JSON:API',
      {
        properties: {
          errors: {
            type: 'array',
            items: { type: 'object', properties: { status: text, title: text, detail: text } },
          },
        },
      },
      {
        errors: [
          { status: '400', title: 'Bad Request', detail: sentence },
          { status: '400', title: 'Bad Request', detail: sentence },
        ],
      },
    ],
    [
      'places as lists',
      {
        properties: {
          detail: {
            type: 'array',
            items: {
              type: 'object',
              properties: { loc: { type: 'array', items: text }, msg: text, type: text },
            },
          },
        },
      },
      {
        detail: [
          { loc: ['path', 'id'], msg: sentence, type: 'type' },
          { loc: ['query', 'size'], msg: sentence, type: 'minimum' },
        ],
      },
    ],
    [
      'names of fields',
      {
        properties: {
          errors: { type: 'array', items: { type: 'object', properties: { field: text, message: text } } },
        },
      },
      {
        errors: [
          { field: 'id', message: sentence },
          { field: 'size', message: sentence },
        ],
      },
    ],
    [
      'an error that is a reason phrase by its example',
      { properties: { error: { type: 'string', example: 'Not Found' }, message: text } },
      { error: 'Bad Request', message: expect.stringContaining('size: ') },
    ],
    [
      'messages by field',
      {
        properties: {
          message: text,
          errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
        },
      },
      { message, errors: { id: [sentence], size: [sentence] } },
    ],
    [
      'success and timestamp',
      { properties: { success: { type: 'boolean' }, timestamp: { type: 'string', format: 'date-time' } } },
      { success: false, timestamp: '2026-01-01T00:00:00.000Z' },
    ],
    [
      'a code of its own spelling',
      { properties: { code: { type: 'string', enum: ['INTERNAL', 'INVALID_REQUEST'] } } },
      { code: 'INVALID_REQUEST' },
    ],
    [
      'codes that know nothing of ours',
      {
        required: ['code', 'message'],
        properties: { code: { type: 'string', enum: ['E1', 'E2'] }, message: text },
      },
      { code: expect.stringMatching(/^E[12]$/), message: sentence },
    ],
    [
      'required properties that mean nothing to us',
      {
        required: ['message', 'shard'],
        properties: { message: text, shard: { type: 'integer', minimum: 5 } },
      },
      { message: sentence, shard: expect.any(Number) },
    ],
    [
      'alternatives',
      {
        oneOf: [
          { type: 'object', required: ['kind'], properties: { kind: { const: 'other' } } },
          { type: 'object', required: ['message'], properties: { message: text } },
        ],
      },
      { message: sentence },
    ],
    [
      'one kind of error for each status',
      {
        oneOf: [404, 400].map((status) => ({
          type: 'object',
          required: ['type', 'status', 'detail'],
          properties: {
            type: { type: 'string', enum: [`error_of_${String(status)}`] },
            status: { type: 'integer', enum: [status] },
            detail: text,
          },
        })),
      },
      { type: 'error_of_400', status: 400, detail: sentence },
    ],
  ]

  it.each(cases)('%s', async (_, schema, want) => {
    const typed = 'oneOf' in schema ? schema : { type: 'object', ...schema }
    const reply = await refused({ schema: typed })
    expect([reply.status, reply.json]).toEqual([400, want])
  })

  it('a violation without a location, where each item requires one', async () => {
    const item = {
      type: 'object',
      required: ['loc', 'msg', 'type'],
      properties: { loc: { type: 'array', items: text }, msg: text, type: text },
    }
    const schema = { type: 'object', properties: { detail: { type: 'array', items: item } } }
    const reply = await refused({ schema, status: '422' }, '/nowhere')
    expect([reply.status, reply.json]).toEqual([
      404,
      { detail: [{ loc: [], msg: expect.stringContaining('/nowhere') as string, type: 'not_found' }] },
    ])
  })

  it('problem details (RFC 9457)', async () => {
    const properties = {
      type: { type: 'string', format: 'uri-reference' },
      title: text,
      status: integer,
      detail: text,
      instance: text,
    }
    const reply = await refused({ schema: { type: 'object', properties }, type: 'application/problem+json' })
    expect([reply.type, reply.json]).toEqual([
      'application/problem+json',
      { type: 'about:blank', title: 'Bad Request', status: 400, detail: sentence, instance: '/things/none' },
    ])
  })

  it('a code of google.rpc.Code', async () => {
    const codes = ['NOT_FOUND', 'UNAVAILABLE', 'FAILED_PRECONDITION', 'INVALID_ARGUMENT']
    const properties = { code: integer, status: { ...text, enum: codes }, message: text }
    const { json } = await refused({ schema: { type: 'object', properties } })
    expect(json).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
  })

  it('every violation in the message where the items of the list are open', async () => {
    const properties = { message: text, details: { type: 'array', items: { type: 'object' } } }
    const { json } = await refused({ schema: { type: 'object', properties } })
    expect((json as { message: string }).message).toMatch(/\bid\b.*\bsize\b/)
  })

  it.each([{}, { type: ['object', 'null'] }])('an open schema: %j', async (schema) => {
    const { json } = await refused({ schema })
    expect(json).toMatchObject({
      code: 'invalid_request',
      status: 400,
      details: [{ path: 'id' }, { path: 'size' }],
    })
  })

  it('has every violation in the message where there is no list', async () => {
    const { json } = await refused({ schema: { type: 'object', properties: { message: text } } })
    expect((json as { message: string }).message).toMatch(
      /^The request breaks the document in 2 places\. .+\. .+\.$/,
    )
  })

  it('uses the status range and the default response of an operation', async () => {
    const schema = {
      type: 'object',
      properties: { oops: { type: 'object', properties: { message: text } } },
      required: ['oops'],
    }
    for (const status of ['4XX', 'default']) {
      expect((await refused({ schema, status })).json).toEqual({ oops: { message: sentence } })
    }
  })

  it('uses the most common error schema outside any operation', async () => {
    const schema = { type: 'object', properties: { fault: text } }
    const reply = await refused({ schema }, '/nowhere')
    expect([reply.status, reply.json]).toEqual([
      404,
      { fault: 'No path of the API document matches /nowhere.' },
    ])
  })

  it('does not use that of errors with another status', async () => {
    const properties = { status: { type: 'integer', const: 400 }, fault: text }
    const schema = { type: 'object', properties, required: ['status'] }
    const reply = await refused({ schema }, '/nowhere')
    expect([reply.status, reply.json]).toMatchObject([404, { status: 404 }])
    expect((await refused({ schema })).json).toMatchObject({ status: 400 })
  })

  it('uses the schema of the path for an unknown method', async () => {
    const errorOf = (name: string): object => ({
      description: 'failed',
      content: { 'application/json': { schema: { properties: { [name]: text }, required: [name] } } },
    })
    const of = (name: string, status = 'default'): object => ({
      responses: { 200: { description: 'ok' }, [status]: errorOf(name) },
    })
    const paths = {
      '/pets': { get: of('fault'), post: of('fault') },
      '/shops': { get: of('problem') },
      '/stalls': { get: of('fault'), post: of('problem', '405') },
    }
    const mock = await createMock({
      document: { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths },
    })
    for (const path of ['/shops', '/stalls']) {
      const reply = await mock.handle({ method: 'PUT', path, query: '', headers: {}, body: undefined })
      expect([reply.status, String(reply.body)]).toEqual([405, '{"problem":"PUT is not allowed here."}'])
    }
  })

  it('is text where the document declares only text', async () => {
    const reply = await refused({ schema: text, type: 'text/plain' })
    expect([reply.type, reply.text]).toEqual(['text/plain', expect.stringContaining(message)])
  })

  it('has a built-in format where the document declares none', async () => {
    const reply = await refused({})
    expect([reply.type, reply.json]).toEqual([
      'application/json',
      {
        code: 'invalid_request',
        message,
        status: 400,
        details: [
          { in: 'path', path: 'id', keyword: 'type', message: sentence },
          { in: 'query', path: 'size', keyword: 'minimum', message: sentence },
        ],
      },
    ])
  })
})

describe('errors of APIs that describe many kinds with one schema', () => {
  const described = (properties: object, required: readonly string[] = []) => ({
    type: 'object',
    required,
    properties,
  })
  const kinds = ['api_error', 'card_error', 'rate_limit_error', 'invalid_request_error']
  const kind = { ...text, enum: kinds }
  const record = described({ id: integer, name: integer, message: text, size: { ...integer, minimum: 9 } }, [
    'size',
  ])
  const failure = described({ type: kind, message: text, param: text, pet: record, advice: text }, ['type'])
  const schema = described({ error: failure }, ['error'])

  it('have the type that its name says is for the status', async () => {
    const { json } = await refused({ schema })
    expect(json).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  it('have an enum for the error, and messages by field', async () => {
    const fields = { type: 'object', additionalProperties: { type: 'array', items: text } }
    const error = { ...text, enum: ['not_found', 'name_taken', 'invalid'] }
    const { json } = await refused({ schema: described({ error, detail: text, fields }, ['error']) })
    expect(json).toMatchObject({ error: 'invalid', fields: { id: [expect.any(String)] } })
  })

  it('name the parameter, and tell every violation in the message', async () => {
    const { json } = await refused({ schema })
    expect(json).toMatchObject({ error: { param: 'id', message: expect.stringMatching(/id: .* size: /) } })
  })

  it('have nothing beside what is known of the refusal', async () => {
    const { json } = await refused({ schema }, '/other', '')
    expect(json).toEqual({ error: { type: 'invalid_request_error', message: expect.any(String) } })
  })

  it('have only what is required beside it', async () => {
    const { json } = await refused({
      schema: described({ error: described({ ...failure.properties, help: text }, ['type', 'help']) }),
    })
    expect(Object.keys((json as { error: object }).error)).toEqual(['type', 'message', 'param', 'help'])
  })

  it('name the property in each message that has no place beside it', async () => {
    const { json } = await refused({
      schema: described({ errors: { type: 'array', items: described({ message: text }) } }),
    })
    expect(json).toMatchObject({
      errors: [{ message: expect.stringContaining('id') }, { message: expect.stringContaining('size') }],
    })
  })
})

describe('an optional property for the location of a violation', () => {
  const described = (properties: object) => ({ type: 'object', properties })
  const list = (items: object) => ({ type: 'array', items })

  it('is set for each violation, whatever its name', async () => {
    const fields = list(described({ field: text, message: text }))
    const schema = described({ error: { ...described({ code: text, message: text, fields }) } })
    const { json } = await refused({ schema })
    expect(json).toMatchObject({ error: { fields: [{ field: 'id' }, { field: 'size' }] } })
  })

  it('names the parameter where there is a property for it, as in JSON:API', async () => {
    const source = described({ pointer: text, parameter: text })
    const schema = described({ errors: list(described({ title: text, source })) })
    const { json } = await refused({ schema })
    expect(json).toMatchObject({
      errors: [{ source: { parameter: 'id' } }, { source: { parameter: 'size' } }],
    })
    expect(JSON.stringify(json)).not.toContain('pointer')
  })

  it('is absent where the request is valid', async () => {
    const source = described({ pointer: text, parameter: text })
    const schema = described({ errors: list(described({ title: text, source })) })
    const { json } = await refused({ schema, status: '404' }, '/other', '')
    expect(JSON.stringify(json)).not.toContain('source')
  })
})

describe('the place of a value in a list', () => {
  const nested = {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { count: integer } } } },
  }
  const placeIn = async (field: object): Promise<unknown> => {
    const detail = { type: 'object', properties: { field, message: text } }
    const error = { properties: { message: text, errors: { type: 'array', items: detail } } }
    const responses = {
      201: { description: 'Made' },
      400: { description: 'Failed', content: { 'application/json': { schema: error } } },
    }
    const requestBody = { content: { 'application/json': { schema: nested } } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Orders', version: '1' },
      paths: { '/orders': { post: { requestBody, responses } } },
    }
    const mock = await createMock({ document, selfCheck: true })
    const body = new TextEncoder().encode('{"items":[{"count":1},{"count":"x"}]}')
    const headers = { 'content-type': 'application/json' }
    const reply = await mock.handle({ method: 'POST', path: '/orders', query: '', headers, body })
    const reading = parseJson(String(reply.body))
    const { errors } = (reading.kind === 'ok' ? reading.value : null) as { errors: { field: string }[] }
    return errors[0]?.field
  }

  it('is written with dots', async () => {
    expect(await placeIn(text)).toBe('items.1.count')
  })

  it('is written with brackets where the document shows them', async () => {
    expect(await placeIn({ ...text, examples: ['lines[0].sku'] })).toBe('items[1].count')
    expect(await placeIn({ ...text, description: 'Such as `lines[3].sku`.' })).toBe('items[1].count')
  })

  it('is a JSON pointer where the document shows one', async () => {
    expect(await placeIn({ ...text, example: '/lines/0/sku' })).toBe('/items/1/count')
  })
})

it('an error that lists texts for any name has the messages by field', async () => {
  const schema = { type: 'object', additionalProperties: { type: 'array', items: text } }
  const { json } = await refused({ schema })
  expect(Object.keys(json as object)).toEqual(['id', 'size'])
  expect(
    Object.values(json as object)
      .flat()
      .every((each) => typeof each === 'string'),
  ).toBe(true)
})

it('a refusal has the severity of an error', async () => {
  const severity = { ...text, enum: ['information', 'warning', 'error'] }
  const issue = { type: 'object', required: ['severity'], properties: { severity, diagnostics: text } }
  const { json } = await refused({
    schema: {
      type: 'object',
      required: ['issue'],
      properties: { issue: { type: 'array', minItems: 1, items: issue } },
    },
  })
  expect(json).toMatchObject({ issue: [{ severity: 'error' }, { severity: 'error' }] })
})
