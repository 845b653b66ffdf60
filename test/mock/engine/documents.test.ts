import { describe, expect, it } from 'vitest'
import { createMock, ok, type HttpResponse } from '../../../mock/index.ts'

const json = {
  'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
}

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Off where the document asks for what no message can have. Default true. */
  readonly selfCheck?: boolean
}

/** The answer of an operation that stands alone in its document. */
async function ask(operation: object, asked: Asked = {}, root: object = {}): Promise<HttpResponse> {
  const { method = 'GET', path = '/odd', headers = {}, body, selfCheck = true } = asked
  const document = {
    openapi: '3.1.0',
    info: { title: 'Odd', version: '1' },
    paths: { '/odd': { [method.toLowerCase()]: operation } },
    ...root,
  }
  const mock = await createMock({
    document,
    selfCheck,
    onError: (error) => {
      throw error
    },
  })
  return mock.handle({
    method,
    path,
    query: '',
    headers,
    body: body === undefined ? undefined : new TextEncoder().encode(body),
  })
}

it('answers an operation that declares no success with a bare 200', async () => {
  expect(await ask({ responses: { 404: { description: 'gone' } } })).toMatchObject({
    status: 200,
    body: undefined,
  })
  expect(await ask({})).toMatchObject({ status: 200, body: undefined })
})

it('answers a range with its first status', async () => {
  expect(await ask({ responses: { '2XX': { description: 'ok', content: json } } })).toMatchObject({
    status: 200,
  })
})

it('sends no content with 204, though the document has some', async () => {
  const reply = await ask({ responses: { 204: { description: 'none', content: json } } })
  expect([reply.status, reply.body, reply.headers['Content-Length']]).toEqual([204, undefined, undefined])
})

it.each([
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['application/vnd.odd+json', 'application/vnd.odd+json'],
])('sends content declared as %s', async (type, want) => {
  const reply = await ask({
    responses: { 200: { description: 'ok', content: { [type]: json['application/json'] } } },
  })
  expect(reply.headers['Content-Type']).toBe(want)
  expect(JSON.parse(String(reply.body))).toEqual({ n: expect.any(Number) })
})

it('prefers JSON, unless asked for something else', async () => {
  const content = { 'text/plain': { schema: { type: 'string' } }, ...json }
  const operation = { responses: { 200: { description: 'ok', content } } }
  expect((await ask(operation)).headers['Content-Type']).toBe('application/json')
  expect((await ask(operation, { headers: { accept: 'text/*' } })).headers['Content-Type']).toBe('text/plain')
})

it('prefers a valid example to a generated value, and never uses one that breaks its schema', async () => {
  const content = (example: object) => ({ 'application/json': { ...json['application/json'], example } })
  const post = { method: 'POST' }
  const given = await ask({ responses: { 200: { description: 'ok', content: content({ n: 42 }) } } }, post)
  expect(given.body).toBe('{"n":42}')
  const broken = await ask(
    { responses: { 200: { description: 'ok', content: content({ n: 'many' }) } } },
    post,
  )
  expect(JSON.parse(String(broken.body))).toEqual({ n: expect.any(Number) })
})

it('sends the header fields that a response must have', async () => {
  const headers = {
    'X-Rate': { required: true, schema: { type: 'integer', minimum: 5, maximum: 5 } },
    'X-Shards': { required: true, schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] },
    'X-Optional': { schema: { type: 'string' } },
  }
  const reply = await ask({ responses: { 200: { description: 'ok', headers, content: json } } })
  expect(reply.headers).toMatchObject({ 'X-Rate': '5', 'X-Shards': 'a,b' })
  expect(reply.headers['X-Optional']).toBeUndefined()
})

it('answers a HEAD and an OPTIONS that the document describes itself', async () => {
  const operation = {
    responses: {
      200: { description: 'ok', headers: { 'X-Own': { required: true, schema: { const: 'yes' } } } },
    },
  }
  for (const method of ['HEAD', 'OPTIONS']) {
    expect(await ask(operation, { method })).toMatchObject({
      status: 200,
      headers: { 'X-Own': 'yes' },
      body: undefined,
    })
  }
})

it('answers a HEAD that the document describes like the GET beside it, without the content', async () => {
  const tune = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  }
  const content = { 'application/json': { schema: tune } }
  const described = (own: object): object => ({
    responses: { 200: { description: 'ok', ...own }, 404: { description: 'no' } },
  })
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
  const paths = {
    '/tunes': {
      get: described({ content: { 'application/json': { schema: { type: 'array', items: tune } } } }),
      head: described({}),
    },
    '/tunes/{id}': { ...at, get: described({ content }), head: described({}) },
    '/time': { get: described({ content }), head: described({}) },
  }
  const mock = await createMock({
    document: { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths },
    selfCheck: true,
  })
  const send = (method: string, path: string): ReturnType<typeof mock.handle> =>
    mock.handle({ method, path, query: '', headers: {}, body: undefined })
  for (const path of ['/tunes', '/tunes/1', '/time']) {
    const [get, head] = [await send('GET', path), await send('HEAD', path)]
    expect(get.headers['ETag']).toBeDefined()
    expect(head).toEqual({ ...get, headers: { ...get.headers, Date: head.headers['Date'] }, body: undefined })
  }
  expect(await send('HEAD', '/tunes/999')).toMatchObject({ status: 404, body: undefined })
})

it.each([
  ['https://api.example.com/v1', '/v1'],
  ['/v1/', '/v1'],
  ['{scheme}://{host}/{version}', '/v2'],
])('answers below the path of its server %s too', async (url, base) => {
  const variables = {
    scheme: { default: 'https' },
    host: { default: 'api.example.com' },
    version: { default: 'v2' },
  }
  const operation = {
    responses: {
      201: {
        description: 'made',
        headers: { Location: { required: true, schema: { type: 'string' }, example: '/odd/7' } },
      },
    },
  }
  const root = { servers: [{ url, variables }] }
  const at = (path: string) => ask(operation, { method: 'POST', path }, root)
  expect(await at('/odd')).toMatchObject({ status: 201, headers: { Location: '/odd/7' } })
  expect(await at(`${base}/odd`)).toMatchObject({ status: 201, headers: { Location: `${base}/odd/7` } })
  expect((await at('/other/odd')).status).toBe(404)
})

it('tells the age of operations by the extensions of any vendor', async () => {
  const operation = { deprecated: true, 'x-sunset': '2031-01-01', responses: { 200: { description: 'ok' } } }
  expect((await ask(operation)).headers).toMatchObject({
    Deprecation: '@0',
    Sunset: 'Wed, 01 Jan 2031 00:00:00 GMT',
  })
})

describe('a header field that the document says more of', () => {
  const text = { type: 'string' }
  const says = async (headers: object, operation: object = {}): Promise<HttpResponse['headers']> =>
    (await ask({ ...operation, responses: { 200: { description: 'ok', headers, content: json } } })).headers

  it.each([
    ['is fixed', { required: true, schema: { ...text, const: 'private, no-cache' } }, 'private, no-cache'],
    ['has one value', { schema: { ...text, enum: ['no-store'] } }, 'no-store'],
    ['is shown', { schema: text, example: 'max-age=60' }, 'max-age=60'],
    ['is left open', { schema: text }, 'no-cache'],
  ])('is how long an answer keeps, where that %s', async (_, field, value) => {
    expect(await says({ 'Cache-Control': field })).toMatchObject({ 'Cache-Control': value })
  })

  it.each([
    ['shows', { schema: { ...text, examples: ['@1735689600'] } }, {}, '@1735689600'],
    ['shows as drafts had it', { schema: text, example: 'true' }, {}, '@0'],
    [
      'shows, but knows better',
      { schema: text, example: '@7' },
      { 'x-deprecated-since': '1970-01-01' },
      '@0',
    ],
  ])('is since when an operation is deprecated, as the document %s', async (_, field, own, value) => {
    const headers = await says({ deprecation: field }, { deprecated: true, ...own })
    expect(headers).toMatchObject({ Deprecation: value })
  })

  it('is what a rule says', async () => {
    const headers = { 'Cache-Control': { schema: text, example: 'no-store' } }
    const odd = {
      get: { operationId: 'odd', responses: { 200: { description: 'ok', headers, content: json } } },
    }
    const mock = await createMock({
      document: { openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths: { '/odd': odd } },
      behaviours: { odd: () => ok(200, { n: 1 }, { 'Cache-Control': 'max-age=1' }) },
    })
    const reply = await mock.handle({ method: 'GET', path: '/odd', query: '', headers: {}, body: undefined })
    expect(reply.headers).toMatchObject({ 'Cache-Control': 'max-age=1' })
  })
})

it('keeps path parameters from breaking out of its links', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Links', version: '1' },
    paths: {
      '/old/{id}': {
        get: {
          deprecated: true,
          'x-deprecated-successor': '/new?id={id}',
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  }
  const mock = await createMock({ document })
  const get = (id: string) =>
    mock.handle({ method: 'GET', path: `/old/${id}`, query: '', headers: {}, body: undefined })
  expect((await get('1>;rel="x"&a=b')).headers['Link']).toBe(
    '</new?id=1%3E%3Brel%3D%22x%22%26a%3Db>; rel="successor-version"',
  )
  expect((await get('%C3%A9')).headers['Link']).toBe('</new?id=%C3%A9>; rel="successor-version"')
  expect((await get('%zz')).headers['Link']).toBe('</new?id=%25zz>; rel="successor-version"')
})

it('survives header fields that no message can have, and leaves those of the connection alone', async () => {
  const schema = { type: 'string' }
  const headers = {
    'X Spaced': { required: true, schema },
    'Transfer-Encoding': { required: true, schema, example: 'gzip, chunked' },
    'X-Umlaut': { required: true, schema, example: 'Zoë' },
  }
  const reply = await ask({ responses: { 200: { description: 'ok', headers } } }, { selfCheck: false })
  expect(reply.headers).toMatchObject({ 'X-Umlaut': 'Zo%C3%AB' })
  expect(Object.keys(reply.headers)).not.toContain('X Spaced')
  expect(Object.keys(reply.headers)).not.toContain('Transfer-Encoding')
})

describe('a made-up answer to what was sent', () => {
  const text = { type: 'string' }
  const account = {
    type: 'object',
    required: ['name', 'level', 'password'],
    properties: { name: text, level: { type: 'integer', maximum: 9 }, password: text },
  }
  const signUp = async (answer: object, sent: object): Promise<unknown> => {
    const reply = await ask(
      {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: 'Welcome', content: { 'application/json': { schema: answer } } } },
      },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) },
    )
    return JSON.parse(String(reply.body))
  }

  it('says what is called alike as it was sent, at the top or within', async () => {
    const sent = { name: 'Nils', level: 3, more: true }
    const made = { name: 'Nils', level: 3, password: expect.any(String) }
    expect(await signUp(account, sent)).toEqual(made)
    const held = { type: 'object', required: ['account'], properties: { account } }
    expect(await signUp(held, sent)).toEqual({ account: made })
  })

  it('leaves out what is for the server only, wherever that is', async () => {
    const safe = { type: 'object', properties: { hint: text, answer: { ...text, writeOnly: true } } }
    const sent = { safe: { hint: 'First pet', answer: 'Momo' } }
    const answer = await signUp({ type: 'object', required: ['safe'], properties: { safe } }, sent)
    expect(answer).toEqual({ safe: { hint: 'First pet' } })
  })

  it('says nothing that its schema does not let it, and no secrets', async () => {
    const answer = await signUp(account, { name: 5, level: 10, password: 'hush' })
    expect(answer).toEqual({
      name: expect.any(String),
      level: expect.any(Number),
      password: expect.any(String),
    })
    expect(answer).not.toMatchObject({ level: 10 })
    expect(answer).not.toMatchObject({ password: 'hush' })
  })
})
