import { describe, expect, it } from 'vitest'
import { createMock, type HttpResponse, type Mock } from '../../mock/index.ts'

const content = (schema: object): object => ({ 'application/json': { schema } })

/** A document of things that have a property of that schema. */
function thingsOf(property: object): object {
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

describe('a document that asks for more than there is', () => {
  it.each<[name: string, property: object]>([
    ['a thousand million items', { type: 'array', items: { type: 'integer' }, minItems: 1e9 }],
    ['a thousand million properties', { type: 'object', minProperties: 1e9 }],
    ['a thousand million characters', { type: 'string', minLength: 1e9 }],
    ['that many characters of a pattern', { type: 'string', minLength: 1e9, pattern: '^a*$' }],
    ['that many characters around a pattern', { type: 'string', minLength: 1e9, pattern: '(?:)*a' }],
    [
      'a pattern of a million million characters',
      { type: 'string', pattern: '^(((a{1000}){1000}){1000}){1000}$' },
    ],
    ['a pattern of nothing, often', { type: 'string', pattern: '^(?:(?:){999999999}b){1000000}$' }],
    [
      'a pattern that backtracks, with an example',
      { type: 'string', pattern: '^(a+)+$', example: `${'a'.repeat(60)}!` },
    ],
    ['characters up to a thousand million', { type: 'string', maxLength: 1e9 }],
    ['multiples of almost nothing', { type: 'number', multipleOf: 1e-300, minimum: 1 }],
    ['integers beyond all others', { type: 'integer', minimum: 1e300, maximum: 1e301 }],
    ['itself', { $ref: '#/paths/~1things/get/responses/200/content/application~1json/schema/items' }],
  ])('%s: is served as far as it can be', async (_, property) => {
    const mock = await mockOf(thingsOf(property))
    expect((await get(mock, '/things')).status).toBe(200)
    const answer = await mock.handle({
      method: 'POST',
      path: '/things',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(`{"property":"${'a'.repeat(60)}!"}`),
    })
    expect([201, 400]).toContain(answer.status)
    expect(defects).toEqual([])
  })
})

it('names of prototypes in a document are names like any other', async () => {
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
