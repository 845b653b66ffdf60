import { expect, it } from 'vitest'
import { createMock, type HttpRequest, type HttpResponse } from '../../../mock/index.ts'
import { parseJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { encodeParameters } from '../../../spec/parameters/encode-parameters.ts'
import { evaluate } from '../../../spec/runtime-expression.ts'

const ok = { description: 'ok' }
const json = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const integer = { type: 'integer' }
const id = { name: 'id', in: 'path', required: true, schema: integer }

const source = {
  openapi: '3.0.3',
  info: { title: 'Linked', version: '1' },
  paths: {
    '/users': {
      post: {
        operationId: 'createUser',
        requestBody: json('User'),
        responses: {
          201: {
            ...ok,
            ...json('User'),
            links: {
              self: { operationId: 'getUser', parameters: { id: '$response.body#/id' } },
              repository: {
                operationRef: '#/paths/~1repositories~1{id}/get',
                parameters: { 'path.id': '$response.body#/repositoryId' },
              },
            },
          },
        },
      },
    },
    '/users/{id}': {
      get: { operationId: 'getUser', parameters: [id], responses: { 200: { ...ok, ...json('User') } } },
    },
    '/repositories': {
      get: {
        responses: {
          200: {
            ...ok,
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Repository' } },
              },
            },
          },
        },
      },
    },
    '/repositories/{id}': {
      get: {
        operationId: 'getRepository',
        parameters: [id],
        responses: { 200: { ...ok, ...json('Repository') } },
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'repositoryId'],
        properties: { id: { ...integer, readOnly: true }, repositoryId: { ...integer, readOnly: true } },
      },
      Repository: { type: 'object', required: ['id'], properties: { id: integer, name: { type: 'string' } } },
    },
  },
}

const jsonOf = ({ body }: HttpResponse): Json | undefined => {
  const reading = parseJson(String(body))
  return reading.kind === 'ok' ? reading.value : undefined
}

it('the links of a response lead to records that exist', async () => {
  const document = await loadDocument(source)
  const { byId } = operationsOf(document)
  const mock = await createMock({ document })
  const request: HttpRequest = {
    method: 'POST',
    path: '/users',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode('{}'),
  }
  const created = await mock.handle(request)
  const links = byId.get('createUser')?.responses[0]?.links ?? []
  expect(links.map(({ name }) => name)).toEqual(['self', 'repository'])
  const context = {
    url: 'http://localhost/users',
    method: 'POST',
    statusCode: created.status,
    request: { headers: {}, path: {}, query: {}, body: {} },
    response: { headers: created.headers, body: jsonOf(created) },
  }
  for (const { operationId = '', parameters } of links) {
    const target = byId.get(operationId)
    const path: JsonObject = Object.fromEntries(
      Object.entries(parameters).map(([name, expression]) => [
        name.replace(/^path\./, ''),
        evaluate(String(expression), context) ?? null,
      ]),
    )
    const encoded = encodeParameters(target?.path ?? '', target?.parameters ?? [], {
      path,
      query: {},
      header: {},
      cookie: {},
    })
    const answer = await mock.handle({
      ...request,
      method: 'GET',
      path: encoded.path,
      headers: {},
      body: undefined,
    })
    expect([operationId, answer.status, jsonOf(answer)]).toMatchObject([operationId, 200, { id: path['id'] }])
  }
})
