import { describe, expect, it } from 'vitest'
import { createMock, ok, type HttpResponse } from '../../../mock/index.ts'

const json = {
  'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
}

interface RequestParts {
  readonly method?: string
  readonly path?: string
  readonly query?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** False for documents that require invalid header fields. Default true. */
  readonly selfCheck?: boolean
}

/** The response of a mock whose document has only this operation. */
async function ask(operation: object, request: RequestParts = {}, root: object = {}): Promise<HttpResponse> {
  const { method = 'GET', path = '/odd', query = '', headers = {}, body, selfCheck = true } = request
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
    query,
    headers,
    body: body === undefined ? undefined : new TextEncoder().encode(body),
  })
}

it('responds 200 without content for an operation that declares no success', async () => {
  expect(await ask({ responses: { 404: { description: 'gone' } } })).toMatchObject({
    status: 200,
    body: undefined,
  })
  expect(await ask({})).toMatchObject({ status: 200, body: undefined })
})

it('responds with the first status of a range', async () => {
  expect(await ask({ responses: { '2XX': { description: 'ok', content: json } } })).toMatchObject({
    status: 200,
  })
})

it('sends no content with 204 even if the document declares some', async () => {
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

it('prefers JSON unless the client asks for another type', async () => {
  const content = { 'text/plain': { schema: { type: 'string' } }, ...json }
  const operation = { responses: { 200: { description: 'ok', content } } }
  expect((await ask(operation)).headers['Content-Type']).toBe('application/json')
  expect((await ask(operation, { headers: { accept: 'text/*' } })).headers['Content-Type']).toBe('text/plain')
})

it('prefers a valid example to a generated value and never sends an invalid one', async () => {
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

it('sends required header fields', async () => {
  const headers = {
    'X-Rate': { required: true, schema: { type: 'integer', minimum: 5, maximum: 5 } },
    'X-Shards': { required: true, schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] },
    'X-Optional': { schema: { type: 'string' } },
  }
  const reply = await ask({ responses: { 200: { description: 'ok', headers, content: json } } })
  expect(reply.headers).toMatchObject({ 'X-Rate': '5', 'X-Shards': 'a,b' })
  expect(reply.headers['X-Optional']).toBeUndefined()
})

it('answers HEAD and OPTIONS operations that the document declares', async () => {
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

it('answers a declared HEAD like the GET of its path, without content', async () => {
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
    '/verses/{id}': { ...at, get: described({ content }), head: { ...at, ...described({}) } },
    '/time': { get: described({ content }), head: described({}) },
    '/ping': {
      get: described({ content: { 'text/plain': { schema: { const: 'OK' } } } }),
      head: described({ content: { 'text/plain': { schema: { const: 'nothing' } } } }),
    },
  }
  const mock = await createMock({
    document: { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths },
    selfCheck: true,
  })
  const send = (method: string, path: string): ReturnType<typeof mock.handle> =>
    mock.handle({ method, path, query: '', headers: {}, body: undefined })
  for (const path of ['/tunes', '/tunes/1', '/verses/3', '/time', '/ping']) {
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
])('serves paths below the server path %s too', async (url, base) => {
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

it('reads lifecycle extensions of any vendor', async () => {
  const operation = { deprecated: true, 'x-sunset': '2031-01-01', responses: { 200: { description: 'ok' } } }
  expect((await ask(operation)).headers).toMatchObject({
    Deprecation: '@0',
    Sunset: 'Wed, 01 Jan 2031 00:00:00 GMT',
  })
})

describe('a declared header field', () => {
  const text = { type: 'string' }
  const says = async (headers: object, operation: object = {}): Promise<HttpResponse['headers']> =>
    (await ask({ ...operation, responses: { 200: { description: 'ok', headers, content: json } } })).headers

  it.each([
    [
      'it is a const',
      { required: true, schema: { ...text, const: 'private, no-cache' } },
      'private, no-cache',
    ],
    ['its enum has one value', { schema: { ...text, enum: ['no-store'] } }, 'no-store'],
    ['it has an example', { schema: text, example: 'max-age=60' }, 'max-age=60'],
    ['it has no value (the default is no-cache)', { schema: text }, 'no-cache'],
  ])('sets the cache lifetime where %s', async (_, field, value) => {
    expect(await says({ 'Cache-Control': field })).toMatchObject({ 'Cache-Control': value })
  })

  it.each([
    ['has an example', { schema: { ...text, examples: ['@1735689600'] } }, {}, '@1735689600'],
    ['gives it in the format of earlier drafts', { schema: text, example: 'true' }, {}, '@0'],
    [
      'has an example that its extension overrides',
      { schema: text, example: '@7' },
      { 'x-deprecated-since': '1970-01-01' },
      '@0',
    ],
  ])('sets the deprecation date where the document %s', async (_, field, own, value) => {
    const headers = await says({ deprecation: field }, { deprecated: true, ...own })
    expect(headers).toMatchObject({ Deprecation: value })
  })

  it('can be set by a behaviour', async () => {
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

it('encodes path parameters in links', async () => {
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

it('omits invalid and hop-by-hop header fields', async () => {
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

describe('a generated response', () => {
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

  it('repeats request properties of the same name, also nested', async () => {
    const sent = { name: 'Nils', level: 3, more: true }
    const created = { name: 'Nils', level: 3, password: expect.any(String) }
    expect(await signUp(account, sent)).toEqual(created)
    const held = { type: 'object', required: ['account'], properties: { account } }
    expect(await signUp(held, sent)).toEqual({ account: created })
  })

  it('omits writeOnly properties at any depth', async () => {
    const safe = { type: 'object', properties: { hint: text, answer: { ...text, writeOnly: true } } }
    const sent = { safe: { hint: 'First pet', answer: 'Momo' } }
    const answer = await signUp({ type: 'object', required: ['safe'], properties: { safe } }, sent)
    expect(answer).toEqual({ safe: { hint: 'First pet' } })
  })

  it('repeats nothing its schema does not allow, and no secrets', async () => {
    const answer = await signUp(account, { name: 5, level: 10, password: 'hush' })
    expect(answer).toEqual({
      name: expect.any(String),
      level: expect.any(Number),
      password: expect.any(String),
    })
    expect(answer).not.toMatchObject({ level: 10 })
    expect(answer).not.toMatchObject({ password: 'hush' })
  })

  it('says what it is described to say, unless an example does', async () => {
    const told = { type: 'object', required: ['message'], properties: { message: text } }
    expect(await signUp(told, {})).toEqual({ message: 'Welcome' })
    const greeting = { ...text, example: 'Glad to have you' }
    expect(await signUp({ ...told, properties: { message: greeting } }, {})).toEqual({
      message: 'Glad to have you',
    })
  })

  it('repeats what a request sends instead of an example', async () => {
    const shown = { ...account, example: { name: 'Ada', level: 1, password: 'x' } }
    expect(await signUp(shown, { name: 'Nils' })).toMatchObject({ name: 'Nils', level: 1 })
  })

  it('repeats what tells which record is read', async () => {
    const schema = { type: 'object', required: ['team', 'size'], properties: { team: text, size: text } }
    const reply = await ask(
      {
        parameters: [
          { name: 'team', in: 'query', required: true, schema: text },
          { name: 'size', in: 'query', schema: text },
        ],
        responses: { 200: { description: 'A team', content: { 'application/json': { schema } } } },
      },
      { query: 'team=ops&size=none' },
    )
    expect(JSON.parse(String(reply.body))).toMatchObject({
      team: 'ops',
      size: expect.not.stringMatching('none') as string,
    })
  })
})
