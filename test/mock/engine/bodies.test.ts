import { describe, expect, it } from 'vitest'
import { createMock, type HttpResponse, type Mock } from '../../../mock/index.ts'

const utf8 = new TextEncoder()
const record = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string' },
    pages: { type: 'integer' },
    file: { type: 'string', format: 'binary' },
  },
}

/** An API whose `/things` accepts these media types and responds in JSON. */
function thingsApi(types: readonly string[], schema: object = record): object {
  const json = (given: object): object => ({ 'application/json': { schema: given } })
  return {
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: { responses: { 200: { description: 'ok', content: json({ type: 'array', items: record }) } } },
        post: {
          requestBody: {
            required: true,
            content: Object.fromEntries(types.map((type) => [type, { schema }])),
          },
          responses: { 201: { description: 'made', content: json(record) } },
        },
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'ok', content: json(record) } } },
      },
    },
  }
}

const mockOf = (document: object): Promise<Mock> => createMock({ document, world: 'empty', selfCheck: true })

const post = (mock: Mock, type: string | undefined, body: string | Uint8Array): Promise<HttpResponse> =>
  mock.handle({
    method: 'POST',
    path: '/things',
    query: '',
    headers: type === undefined ? {} : { 'content-type': type },
    body: typeof body === 'string' ? utf8.encode(body) : body,
  })

const stored = async (mock: Mock): Promise<unknown> => {
  const answer = await mock.handle({
    method: 'GET',
    path: '/things/1',
    query: '',
    headers: {},
    body: undefined,
  })
  return JSON.parse(String(answer.body))
}

describe('a urlencoded form', () => {
  it('is typed by the schema and stored as a record', async () => {
    const mock = await mockOf(thingsApi(['application/x-www-form-urlencoded']))
    expect((await post(mock, 'application/x-www-form-urlencoded', 'title=a+b&pages=5')).status).toBe(201)
    expect(await stored(mock)).toEqual({ id: 1, title: 'a b', pages: 5 })
  })

  it('is refused with every violation', async () => {
    const mock = await mockOf(thingsApi(['application/x-www-form-urlencoded']))
    const answer = await post(mock, 'application/x-www-form-urlencoded', 'pages=five')
    expect([
      answer.status,
      (JSON.parse(String(answer.body)) as { details: object[] }).details.length,
    ]).toEqual([400, 2])
  })
})

describe('a multipart form', () => {
  const upload = async (mock: Mock, file: Blob): Promise<HttpResponse> => {
    const form = new FormData()
    form.append('title', 'photo')
    form.append('file', file, 'photo.png')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    return post(mock, request.headers.get('content-type') ?? '', new Uint8Array(await request.arrayBuffer()))
  }

  it('stores a file with the record as text or base64', async () => {
    const texts = await mockOf(thingsApi(['multipart/form-data']))
    expect((await upload(texts, new Blob(['hello']))).status).toBe(201)
    expect(await stored(texts)).toEqual({ id: 1, title: 'photo', file: 'hello' })
    const images = await mockOf(thingsApi(['multipart/form-data']))
    expect((await upload(images, new Blob([Uint8Array.of(0, 255)]))).status).toBe(201)
    expect(await stored(images)).toEqual({ id: 1, title: 'photo', file: 'AP8=' })
  })

  it('is refused with 413 above 1 MiB', async () => {
    const mock = await mockOf(thingsApi(['multipart/form-data']))
    const answer = await upload(mock, new Blob([new Uint8Array(1024 * 1024)]))
    expect([answer.status, String(answer.body)]).toEqual([413, expect.stringContaining('payload_too_large')])
  })
})

describe('a media type', () => {
  it.each<[declared: string, sent: string | undefined, status: number]>([
    ['application/json; charset=utf-8', 'application/json', 201],
    ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 201],
    ['application/json; profile=a', 'application/json; profile=a', 201],
    ['application/json; profile=a', 'application/json; profile=b', 415],
    ['APPLICATION/JSON', 'application/json', 201],
    ['application/vnd.thing+json', 'application/vnd.thing+json', 201],
    ['application/*', 'application/json', 201],
    ['*/*', 'application/json', 201],
    ['application/json', 'application/vnd.thing+json', 415],
    ['application/json', 'nonsense', 415],
    ['application/json', undefined, 415],
    ['nonsense', 'nonsense', 201],
    ['nonsense', 'text/plain', 415],
  ])("'%s' and a body of type %s: %i", async (declared, sent, status) => {
    const mock = await mockOf(thingsApi([declared]))
    expect((await post(mock, sent, '{"title":"a"}')).status).toBe(status)
  })
})

describe('other bodies', () => {
  it('are typed by the schema when they are text', async () => {
    const mock = await mockOf(thingsApi(['text/plain'], { type: 'integer', maximum: 5 }))
    expect((await post(mock, 'text/plain', '5')).status).toBe(201)
    expect((await post(mock, 'text/plain', '6')).status).toBe(400)
    expect((await post(mock, 'text/plain; charset=utf-8', Uint8Array.of(0xff))).status).toBe(400)
  })

  it('are not validated when they are binary', async () => {
    const mock = await mockOf(
      thingsApi(['application/octet-stream', 'image/*'], { type: 'string', format: 'binary' }),
    )
    expect((await post(mock, 'application/octet-stream', Uint8Array.of(0, 255))).status).toBe(201)
    expect((await post(mock, 'image/png', Uint8Array.of(0, 255))).status).toBe(201)
    expect((await post(mock, 'video/mp4', Uint8Array.of(0, 255))).status).toBe(415)
  })
})
