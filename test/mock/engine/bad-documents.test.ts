import { describe, expect, it } from 'vitest'
import { createMock, type HttpResponse, type Mock, type MockOptions } from '../../../mock/index.ts'

const error = {
  type: 'object',
  required: ['reason'],
  properties: { reason: { type: 'string' }, status: { type: 'integer' } },
}
const fault = { description: 'fault', content: { 'application/problem+json': { schema: error } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Half', version: '1' },
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/lost/{id}': { $ref: '#/components/pathItems/lost' },
    '/half': {
      get: { responses: { 200: { $ref: '#/components/responses/Missing' }, default: fault } },
      post: { operationId: 'make', responses: { 204: { description: 'ok' }, default: fault } },
      put: { operationId: 'ruled', responses: { 200: { $ref: '#/components/responses/Missing' } } },
      patch: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/' } } } },
        responses: { 204: { description: 'ok' } },
      },
    },
  },
}

const mockOf = (options: MockOptions = {}): Promise<Mock> => createMock({ document, ...options })

const send = (mock: Mock, method: string, path: string): Promise<HttpResponse> =>
  mock.handle({ method, path, query: '', headers: {}, body: undefined })

describe('a document with broken parts', () => {
  it('is served where it is valid', async () => {
    expect((await send(await mockOf(), 'POST', '/half')).status).toBe(204)
  })

  it('takes any value for a request body whose schema is missing', async () => {
    const mock = await mockOf()
    for (const text of ['{"any":"thing"}', '"value"', '[1]']) {
      const headers = { 'content-type': 'application/json' }
      const body = Buffer.from(text)
      const answer = await mock.handle({ method: 'PATCH', path: '/half', query: '', headers, body })
      expect(answer.status).toBe(204)
    }
  })

  it("responds 501 with the reason where it is broken, in the document's error format", async () => {
    const answer = await send(await mockOf(), 'GET', '/half')
    expect([answer.status, answer.headers['Content-Type']]).toEqual([501, 'application/problem+json'])
    expect(JSON.parse(String(answer.body))).toEqual({
      status: 501,
      reason: expect.stringContaining(
        "The target of the $ref '#/components/responses/Missing' does not exist.",
      ) as string,
    })
  })

  it.each(['GET', 'POST', 'DELETE'])('responds 501 to %s where a whole path is missing', async (method) => {
    const mock = await mockOf()
    expect((await send(mock, method, '/lost/5')).status).toBe(501)
    expect((await send(mock, method, '/v1/lost/5')).status).toBe(501)
    expect((await send(mock, method, '/other')).status).toBe(404)
  })

  it('can be completed by behaviours', async () => {
    const mock = await mockOf({ behaviours: { ruled: () => ({ kind: 'ok', status: 200 }) } })
    expect((await send(mock, 'PUT', '/half')).status).toBe(200)
  })

  it('is rejected in strict mode with every problem', async () => {
    await expect(mockOf({ strict: true })).rejects.toThrow(
      /The document has \d problems[^]*pathItems\/lost[^]*Missing/,
    )
    await expect(createMock({ strict: true })).resolves.toBeDefined()
  })
})

it('responds 426 where the only success is 101 Switching Protocols', async () => {
  const get = { responses: { 101: { description: 'Upgrade' }, 401: { description: 'No' } } }
  const mock = await createMock({ document: { ...document, paths: { '/live': { get } } } })
  const answer = await send(mock, 'GET', '/live')
  expect([answer.status, answer.headers['Upgrade']]).toEqual([426, 'websocket'])
})
