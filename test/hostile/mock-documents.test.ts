import { describe, expect, it } from 'vitest'
import { createMock, type HttpResponse, type Mock } from '../../mock/index.ts'

const content = (schema: object): object => ({ 'application/json': { schema } })

/** A document whose records have a property of this schema. */
function thingsOf(property: object, schemas: object = {}): object {
  const thing = {
    type: 'object',
    required: ['property'],
    properties: { id: { type: 'integer' }, property },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: { responses: { 200: { description: 'ok', content: content({ type: 'array', items: thing }) } } },
        post: {
          requestBody: { content: content(thing) },
          responses: { 201: { description: 'made', content: content(thing) } },
        },
      },
    },
    components: { schemas },
  }
}

const defects: unknown[] = []

async function mockOf(document: object): Promise<Mock> {
  defects.length = 0
  return createMock({ document, selfCheck: false, onError: (error) => defects.push(error) })
}

function get(mock: Mock, path: string): Promise<HttpResponse> {
  return mock.handle({ method: 'GET', path, query: '', headers: {}, body: undefined })
}

function post(mock: Mock, body: unknown): Promise<HttpResponse> {
  return mock.handle({
    method: 'POST',
    path: '/things',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  })
}

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

/** Schemas L0 to L20, each built from the previous one. */
function levels(of: (before: object) => object, first: object = { type: 'string' }): object {
  const all = Array.from({ length: 21 }, (_, level) => level)
  return Object.fromEntries(
    all.map((level) => [`L${String(level)}`, level === 0 ? first : of(to(`L${String(level - 1)}`))]),
  ) as object
}

const three = (schema: object): object => ({ a: schema, b: schema, c: schema })

describe('a document whose schemas grow exponentially', () => {
  it.each<[name: string, schemas: object]>([
    [
      'objects that each require three of the next level',
      levels((schema) => ({ type: 'object', required: ['a', 'b', 'c'], properties: three(schema) })),
    ],
    [
      'objects with three optional properties of the next level',
      levels((schema) => ({ type: 'object', properties: three(schema) })),
    ],
    [
      'arrays of at least three of the next level',
      levels((schema) => ({ type: 'array', items: schema, minItems: 3 })),
    ],
    [
      'tuples of the next level',
      levels((schema) => ({ type: 'array', prefixItems: [schema, schema, schema], minItems: 3 })),
    ],
    [
      'maps of the next level',
      levels((schema) => ({ type: 'object', additionalProperties: schema, minProperties: 3 })),
    ],
    ['nested allOf', levels((schema) => ({ allOf: [schema, { allOf: [schema, schema] }] }))],
    ['nested anyOf', levels((schema) => ({ anyOf: [schema, { anyOf: [schema, schema] }] }))],
    ['nested if, then and else', levels((schema) => ({ if: schema, then: schema, else: schema }))],
  ])('is served within limits: %s', async (_, schemas) => {
    const mock = await mockOf(thingsOf(to('L20'), schemas))
    expect((await get(mock, '/things')).status).toBe(200)
    expect([201, 400]).toContain((await post(mock, { property: 'text' })).status)
    expect((await post(mock, { property: [{ a: [1] }] })).status).toBe(400)
    expect(defects).toEqual([])
  })

  it('accepts its own values of schemas that all refer to each other', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `L${String(index)}`)
    const properties = Object.fromEntries(names.map((name) => [`of${name}`, to(name)]))
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]))
    const mock = await mockOf(thingsOf(to('L0'), schemas))
    const [thing] = JSON.parse(String((await get(mock, '/things')).body)) as unknown[]
    expect([(await post(mock, thing)).status, defects]).toEqual([201, []])
  })

  it('accepts its own values of schemas with thousands of required properties', async () => {
    const names = Array.from({ length: 2_500 }, (_, index) => `of${String(index)}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 1 }]))
    const mock = await mockOf(thingsOf({ type: 'object', required: names, properties }))
    const [thing] = JSON.parse(String((await get(mock, '/things')).body)) as unknown[]
    expect([(await post(mock, thing)).status, defects]).toEqual([201, []])
  })
})

describe('a document that demands the impossible', () => {
  it.each<[name: string, property: object]>([
    ['a billion items', { type: 'array', items: { type: 'integer' }, minItems: 1e9 }],
    ['a billion properties', { type: 'object', minProperties: 1e9 }],
    ['a billion characters', { type: 'string', minLength: 1e9 }],
    ['a billion characters that match a pattern', { type: 'string', minLength: 1e9, pattern: '^a*$' }],
    ['a billion characters around a pattern', { type: 'string', minLength: 1e9, pattern: '(?:)*a' }],
    [
      'a pattern that matches a trillion characters',
      { type: 'string', pattern: '^(((a{1000}){1000}){1000}){1000}$' },
    ],
    ['a pattern that repeats an empty group', { type: 'string', pattern: '^(?:(?:){999999999}b){1000000}$' }],
    [
      'a backtracking pattern with an example',
      { type: 'string', pattern: '^(a+)+$', example: `${'a'.repeat(60)}!` },
    ],
    ['up to a billion characters', { type: 'string', maxLength: 1e9 }],
    ['multiples of 1e-300', { type: 'number', multipleOf: 1e-300, minimum: 1 }],
    ['integers above 1e300', { type: 'integer', minimum: 1e300, maximum: 1e301 }],
    [
      'a value that contains itself',
      { $ref: '#/paths/~1things/get/responses/200/content/application~1json/schema/items' },
    ],
  ])('is served within limits: %s', async (_, property) => {
    const mock = await mockOf(thingsOf(property))
    expect((await get(mock, '/things')).status).toBe(200)
    expect([201, 400]).toContain((await post(mock, { property: `${'a'.repeat(60)}!` })).status)
    expect(defects).toEqual([])
  })
})

it('treats __proto__ and toString in a document as ordinary names', async () => {
  const proto = '__proto__'
  const document = JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Names', version: '1' },
      paths: {
        '/PROTO': {
          get: {
            operationId: 'PROTO',
            parameters: [
              { name: 'PROTO', in: 'query', schema: { type: 'integer' } },
              { name: 'constructor', in: 'header', schema: { type: 'integer' } },
            ],
            responses: {
              200: { description: 'ok', content: content({ $ref: '#/components/schemas/PROTO' }) },
            },
          },
        },
      },
      components: {
        schemas: {
          PROTO: {
            type: 'object',
            required: ['PROTO', 'toString'],
            properties: {
              PROTO: { type: 'object', required: ['evil'], properties: { evil: { const: 1 } } },
              toString: { type: 'string' },
            },
          },
        },
      },
    }).replaceAll('PROTO', proto),
  ) as object
  const mock = await mockOf(document)
  const { status, body } = await get(mock, `/${proto}`)
  expect([status, defects]).toEqual([200, []])
  expect(Object.entries(JSON.parse(String(body)) as object)).toEqual([
    [proto, { evil: 1 }],
    ['toString', expect.any(String)],
  ])
  expect(({} as Record<string, unknown>)['evil']).toBeUndefined()
})
