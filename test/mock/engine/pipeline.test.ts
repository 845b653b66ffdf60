import { describe, expect, it } from 'vitest'
import {
  createMock,
  ok,
  refuse,
  type Behaviours,
  type HttpResponse,
  type Mock,
  type MockOptions,
} from '../../../mock/index.ts'

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const content = { 'application/json': { schema: note } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** A mock whose behaviours create notes by PUT and read them by GET. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: { 200: { description: 'ok', content } } },
      put: {
        operationId: 'write',
        requestBody: { required: true, content },
        responses: { 200: { description: 'ok', content } },
      },
      delete: { operationId: 'erase', responses: { 204: { description: 'erased' } } },
    },
  },
}

const behaviours: Behaviours = {
  read: async ({ request, store }) => {
    const note = await store.collection('/notes').get(request.path['id'] as string)
    return note ? ok(200, note) : refuse(404, 'not_found', 'There is no such note.')
  },
  write: async ({ request, store }) => {
    await store.collection('/notes').put(request.path['id'] as string, request.body as { text: string })
    return ok(200, request.body as { text: string })
  },
  erase: async ({ request, store }) => {
    await store.collection('/notes').remove(request.path['id'] as string)
    return ok(204)
  },
}

function notes(more: Partial<MockOptions> = {}): Promise<Mock> {
  return createMock({
    document,
    world: 'empty',
    selfCheck: true,
    ...more,
    behaviours: { ...behaviours, ...more.behaviours },
  })
}

function send(
  mock: Mock,
  method: string,
  headers: Record<string, string> = {},
  text?: string,
): Promise<HttpResponse> {
  const body = text === undefined ? undefined : new TextEncoder().encode(JSON.stringify({ text }))
  return mock.handle({
    method,
    path: '/notes/a',
    query: '',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body,
  })
}

describe('preconditions on records that may not exist', () => {
  it('If-None-Match: * creates a record and never replaces one', async () => {
    const mock = await notes()
    const onlyNew = { 'if-none-match': '*' }
    expect((await send(mock, 'PUT', onlyNew, 'one')).status).toBe(200)
    expect((await send(mock, 'PUT', onlyNew, 'two')).status).toBe(412)
    expect((await send(mock, 'GET')).body).toBe('{"text":"one"}')
  })

  it('If-Match replaces a record and never creates one', async () => {
    const mock = await notes()
    expect((await send(mock, 'PUT', { 'if-match': '*' }, 'one')).status).toBe(412)
    expect((await send(mock, 'GET')).status).toBe(404)
    await send(mock, 'PUT', {}, 'one')
    const { headers } = await send(mock, 'GET')
    expect((await send(mock, 'PUT', { 'if-match': headers['ETag'] as string }, 'two')).status).toBe(200)
    expect((await send(mock, 'PUT', { 'if-match': headers['ETag'] as string }, 'three')).status).toBe(412)
    expect((await send(mock, 'GET')).body).toBe('{"text":"two"}')
  })

  it('a GET with If-Match of another tag is 412', async () => {
    const mock = await notes()
    await send(mock, 'PUT', {}, 'one')
    expect((await send(mock, 'GET', { 'if-match': '"other"' })).status).toBe(412)
  })

  it('the response to PUT has no entity tag (RFC 9110 §9.3.4)', async () => {
    const mock = await notes()
    expect((await send(mock, 'PUT', {}, 'one')).headers['ETag']).toBeUndefined()
  })
})

describe('behaviours', () => {
  it('can set an entity tag, in any spelling of the field name', async () => {
    const mock = await notes({ behaviours: { read: () => ok(200, { text: 'one' }, { etag: '"mine"' }) } })
    expect((await send(mock, 'GET')).headers).toMatchObject({ ETag: '"mine"' })
    expect((await send(mock, 'GET')).headers).not.toHaveProperty('etag')
    expect((await send(mock, 'GET', { 'if-none-match': '"mine"' })).status).toBe(304)
  })

  it('respond 500 when they throw, log the error and change nothing', async () => {
    const errors: unknown[] = []
    const failure = new Error('secret')
    const mock = await notes({
      onError: (error) => errors.push(error),
      behaviours: {
        write: async ({ store }) => {
          await store.collection('/notes').put('a', { text: 'half' })
          throw failure
        },
      },
    })
    const reply = await send(mock, 'PUT', {}, 'one')
    expect([reply.status, JSON.parse(String(reply.body))]).toEqual([
      500,
      expect.objectContaining({ code: 'internal_error' }),
    ])
    expect(String(reply.body)).not.toContain('secret')
    expect(errors).toEqual([failure])
    expect((await send(mock, 'GET')).status).toBe(404)
  })

  it('change nothing when they refuse', async () => {
    const mock = await notes({
      behaviours: {
        write: async ({ store }) => {
          await store.collection('/notes').put('a', { text: 'half' })
          return refuse(409, 'locked', 'Not now.')
        },
      },
    })
    expect((await send(mock, 'PUT', {}, 'one')).status).toBe(409)
    expect((await send(mock, 'GET')).status).toBe(404)
  })

  it('run one after another, however long each takes', async () => {
    const mock = await notes({
      behaviours: {
        write: async ({ request, store, now }) => {
          const note = await store.collection('/notes').get('a')
          await new Promise((resolve) => setTimeout(resolve, 5))
          const text = `${(note?.['text'] as string | undefined) ?? ''}${(request.body as { text: string }).text}`
          await store.collection('/notes').put('a', { text })
          return ok(200, { text, at: now().toISOString() })
        },
      },
    })
    await Promise.all(['a', 'b', 'c'].map((text) => send(mock, 'PUT', {}, text)))
    expect((await send(mock, 'GET')).body).toBe('{"text":"abc"}')
  })

  it('are checked by the self-check', async () => {
    const mock = await notes({ behaviours: { read: () => ok(200, { text: 7 }) } })
    await expect(send(mock, 'GET')).rejects.toThrow(
      /The 200 response of read violates the document:\n {2}body \/text/,
    )
  })

  it('can set header fields that HTTP cannot carry, which are sanitized', async () => {
    const mock = await notes({
      behaviours: { read: () => ok(200, { text: '' }, { Location: '/notes/é☃', 'X-Lines': 'a\r\nb' }) },
    })
    const { headers } = await send(mock, 'GET')
    expect(headers).toMatchObject({ Location: '/notes/%C3%A9%E2%98%83', 'X-Lines': 'a b' })
  })
})
