import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../mock/adapters/server.ts'
import { createMock } from '../../mock/index.ts'
import { open, send, statusesOf } from './sockets.ts'

const thing = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string' },
    code: { type: 'string', pattern: '^(a+)+$' },
    tags: { type: 'array', uniqueItems: true },
    tree: { $ref: '#/components/schemas/Tree' },
  },
}
const content = (schema: object): object => ({ 'application/json': { schema } })
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'string' } },
          { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
        ],
        responses: { 200: { description: 'ok', content: content({ type: 'array', items: thing }) } },
      },
      post: {
        requestBody: {
          required: true,
          content: Object.fromEntries(
            [
              'application/json',
              'application/xml',
              'application/x-www-form-urlencoded',
              'multipart/form-data',
            ].map((type) => [type, { schema: thing }]),
          ),
        },
        responses: { 201: { description: 'made', content: content(thing) } },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'ok', content: content(thing) } } },
    },
  },
  components: {
    schemas: {
      Tree: {
        anyOf: [
          { type: 'string' },
          { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } },
        ],
      },
    },
  },
}

/** Errors that led to a 500 response. */
const defects: unknown[] = []
let running: RunningServer

beforeAll(async () => {
  const world = { '/things': [{ id: 1, title: 'first' }] }
  const mock = await createMock({ document, world, onError: (error) => defects.push(error) })
  running = await startServer(mock, {
    port: 0,
    host: '127.0.0.1',
    requestTimeout: 5_000,
    maxConnections: 1_200,
  })
})

afterAll(() => running.close())

beforeEach(() => {
  defects.length = 0
})

const host = 'Host: things.test\r\n'
const last = `${host}Connection: close\r\n`
const get = (target: string, fields = ''): string => `GET ${target} HTTP/1.1\r\n${last}${fields}\r\n`
const post = (type: string, body: string | Uint8Array, fields = ''): Buffer => {
  const bytes = Buffer.from(body as string)
  const head = `POST /things HTTP/1.1\r\n${last}Content-Type: ${type}\r\n${fields}Content-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}
const chunked = (rest: string): string =>
  `POST /things HTTP/1.1\r\n${last}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${rest}`
const framed = (fields: string, rest = ''): string =>
  `POST /things HTTP/1.1\r\n${last}${fields}\r\n\r\n${rest}`

/** Whether the server still answers a normal request correctly. */
async function isWell(): Promise<boolean> {
  const answer = await send(running.url, get('/things/1'))
  return answer.startsWith('HTTP/1.1 200 ') && answer.endsWith('{"id":1,"title":"first"}')
}

async function statusOf(bytes: string | Uint8Array): Promise<number> {
  const received = await send(running.url, bytes)
  const [status = 0, ...more] = statusesOf(received)
  expect(more).toEqual([])
  expect(defects).toEqual([])
  return status
}

describe('a malformed request head', () => {
  it.each<[name: string, bytes: string | Uint8Array, status: number]>([
    ['a TLS handshake', Uint8Array.of(0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3), 400],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown HTTP version', `GET /things HTTP/9.9\r\n${last}\r\n`, 400],
    ['obsolete line folding', get('/things', 'X: a\r\n b\r\n'), 400],
    ['white space before the first field', `GET /things HTTP/1.1\r\n X: a\r\n${last}\r\n`, 400],
    ['bare line feeds', get('/things').replaceAll('\r', ''), 400],
    ['a bare carriage return', get('/things', 'X: a\rb\r\n'), 400],
    ['NUL in a header field', get('/things', 'X: a\0b\r\n'), 400],
    ['NUL in the request target', get('/thi\0ngs'), 400],
    ['two Host fields', get('/things', 'Host: other.test\r\n'), 400],
    ['an authority as request target', get('things.test:80'), 400],
    ['an asterisk as request target', get('*'), 404],
    ['an absolute target of another server', get('http://u:p@other.test:99999/things'), 200],
    ['a path above the root', get('/../../etc/passwd'), 404],
    ['CONNECT', `CONNECT things.test:443 HTTP/1.1\r\n${last}\r\n`, 501],
    ['two thousand header fields', get('/things', 'a:\r\n'.repeat(2_000)), 200],
    ['header fields beyond the limit', get('/things', 'a: b\r\n'.repeat(20_000)), 431],
    ['ten thousand query parameters', get(`/things?${'a=1&'.repeat(10_000)}`), 414],
    ['broken percent encoding', get('/things?q=%&filter[%zz]=%80'), 400],
    ['a query parameter nested a thousand levels deep', get(`/things?filter${'[a]'.repeat(1_000)}=1`), 400],
    [
      'query parameters named __proto__ and constructor',
      get('/things?filter[__proto__][x]=1&filter[constructor][prototype][y]=1'),
      200,
    ],
    ['__proto__ as id', get('/things/__proto__'), 400],
    ['__proto__ as session name', get('/_s/__proto__/things'), 200],
  ])('%s', async (_, bytes, status) => {
    expect(await statusOf(bytes)).toBe(status)
    expect(await isWell()).toBe(true)
  })
})

describe('a body of ambiguous length', () => {
  it.each<[name: string, bytes: string, status: number]>([
    ['Content-Length and chunked', framed('Content-Length: 2\r\nTransfer-Encoding: chunked', '{}'), 400],
    ['two Content-Length fields', framed('Content-Length: 2\r\nContent-Length: 5', '{}'), 400],
    ['a list as Content-Length', framed('Content-Length: 2, 2', '{}'), 400],
    ['a negative Content-Length', framed('Content-Length: -2', '{}'), 400],
    ['a Content-Length of 40 digits', framed(`Content-Length: ${'9'.repeat(40)}`, '{}'), 400],
    ['chunked before gzip', framed('Transfer-Encoding: chunked, gzip', '0\r\n\r\n'), 400],
    ['gzip before chunked', framed('Transfer-Encoding: gzip, chunked', '0\r\n\r\n'), 501],
    ['an unknown transfer coding', framed('Transfer-Encoding: xchunked', '0\r\n\r\n'), 501],
    ['chunked after a control character', framed('Transfer-Encoding: \x0bchunked', '0\r\n\r\n'), 400],
    [
      'a space before the colon of Transfer-Encoding',
      framed('Transfer-Encoding : chunked', '0\r\n\r\n'),
      400,
    ],
    ['chunked in HTTP/1.0', framed('Transfer-Encoding: chunked', '0\r\n\r\n').replace('1.1', '1.0'), 400],
    ['a chunk size that is not a number', chunked('zz\r\n'), 400],
    ['a negative chunk size', chunked('-1\r\n'), 400],
    ['a chunk size beyond 64 bits', chunked('ffffffffffffffffff\r\n'), 400],
    ['a chunk longer than its size', chunked('1\r\nab\r\n0\r\n\r\n'), 400],
    ['a chunk with a long extension', chunked(`1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`), 413],
    ['long trailers', chunked(`0\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`), 431],
  ])('%s', async (_, bytes, status) => {
    const smuggled = `GET /things/1 HTTP/1.1\r\n${host}\r\n`
    expect(await statusOf(bytes + smuggled)).toBe(status)
    expect(await isWell()).toBe(true)
  })

  it('does not affect the response to the request before it', async () => {
    const before = `GET /things/1 HTTP/1.1\r\n${host}Prefer: delay=30\r\n\r\n`
    const received = await send(running.url, `${before}nonsense\r\n\r\n`)
    expect(statusesOf(received)).toEqual([200])
    expect(await isWell()).toBe(true)
  })
})

describe('a malicious body', () => {
  const json = (text: string | Uint8Array): Buffer => post('application/json', text)
  const nested = (depth: number): string => `${'{"child":'.repeat(depth)}5${'}'.repeat(depth)}`

  it.each<[name: string, bytes: Uint8Array, status: number]>([
    ['a hundred thousand unclosed brackets', json('['.repeat(100_000)), 400],
    [
      'JSON arrays nested a hundred thousand levels deep',
      json('['.repeat(100_000) + ']'.repeat(100_000)),
      400,
    ],
    ['a hundred thousand unclosed XML elements', post('application/xml', '<a>'.repeat(100_000)), 400],
    ['an XML entity definition', post('application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), 400],
    ['a recursive anyOf four hundred levels deep', json(`{"title":"a","tree":${nested(400)}}`), 400],
    ['a string that makes a pattern backtrack', json(`{"title":"a","code":"${'a'.repeat(100_000)}!"}`), 400],
    [
      'a duplicate among a hundred thousand unique items',
      json(`{"title":"a","tags":[${'[0],'.repeat(100_000)}[0]]}`),
      400,
    ],
    ['a repeated key', json(`{${'"title":"a",'.repeat(20_000)}"title":"a"}`), 400],
    ['a number of a hundred thousand digits', json(`{"title":${'9'.repeat(100_000)}}`), 400],
    ['a lone surrogate in UTF-8', json(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)), 400],
    ['UTF-16', json(Buffer.from('{"title":"a"}', 'utf16le')), 400],
    [
      'a gzip bomb',
      post('application/json', gzipSync(Buffer.alloc(10_000_000)), 'Content-Encoding: gzip\r\n'),
      415,
    ],
    [
      'two thousand multipart parts',
      post(
        'multipart/form-data; boundary=b',
        `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n'.repeat(2_000)}--b--\r\n`,
      ),
      400,
    ],
    ['more than 1 MiB', json('['.repeat(1024 * 1024 + 1)), 413],
    [
      'chunks of more than 1 MiB',
      Buffer.from(chunked(`200000\r\n${'['.repeat(0x200000)}\r\n0\r\n\r\n`)),
      413,
    ],
  ])('%s', async (_, bytes, status) => {
    expect(await statusOf(bytes)).toBe(status)
    expect(await isWell()).toBe(true)
  })

  it.each<[type: string, body: string]>([
    [
      'application/json',
      '{"title":"a","__proto__":{"evil":1},"constructor":{"prototype":{"evil":1}},"toString":1}',
    ],
    ['application/x-www-form-urlencoded', 'title=a&__proto__=1&__proto__[evil]=1&constructor=2&toString=3'],
    [
      'application/xml',
      '<a><title>a</title><__proto__><evil>1</evil></__proto__><constructor>1</constructor></a>',
    ],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name="__proto__"\r\nContent-Type: application/json\r\n\r\n{"evil":1}\r\n--b--\r\n',
    ],
  ])('treats __proto__ and constructor in %s as ordinary names', async (type, body) => {
    expect(await statusOf(post(type, body))).toBe(201)
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined()
    expect(await isWell()).toBe(true)
  })

  it('is not read to the end once it is refused', async () => {
    const { socket, ended, received } = open(
      running.url,
      `POST /things HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`,
    )
    const piece = Buffer.alloc(1024 * 1024, 0x20)
    let sent = 0
    const pump = (): void => {
      while (!socket.destroyed && socket.writable && sent < 1_000) {
        sent += 1
        if (!socket.write(piece)) return void socket.once('drain', pump)
      }
    }
    pump()
    await ended
    expect(statusesOf(received())).toEqual(received() === '' ? [] : [413])
    expect(sent).toBeLessThan(200)
    expect(await isWell()).toBe(true)
  })
})

describe('the control plane', () => {
  const local = (method: string, target: string, body = ''): string =>
    `${method} /_mock/${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

  it.each<[bytes: string, status: number]>([
    [local('GET', '__proto__'), 404],
    [local('GET', '../../package.json'), 404],
    [local('GET', '%2e%2e%2f%2e%2e%2fpackage.json'), 404],
    [local('GET', '%00'), 404],
    [local('GET', '%zz'), 400],
    [local('GET', 'state/__proto__'), 400],
    [local('PUT', 'state', '['.repeat(100_000)), 400],
    [local('PUT', 'state', '{"__proto__":[],"constructor":[]}'), 422],
    [local('PUT', 'faults', '{"__proto__":{"evil":1}}'), 400],
    [local('PURGE', 'state'), 501],
    [local('GET', 'state').replace('localhost', 'evil.test'), 403],
  ])('%j is answered with %i', async (bytes, status) => {
    expect(await statusOf(bytes)).toBe(status)
    expect(await isWell()).toBe(true)
  })
})

describe('connections', () => {
  it('leave room for one more beside a thousand idle ones', { timeout: 30_000 }, async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) =>
      open(running.url, index % 2 === 0 ? '' : `POST /things HTTP/1.1\r\n${host}Content-Length: 10\r\n`),
    )
    await Promise.all(lines.map(async ({ socket }) => socket.connecting && once(socket, 'connect')))
    expect(await isWell()).toBe(true)
    for (const { socket } of lines) socket.destroy()
    await Promise.all(lines.map(({ ended }) => ended))
  })

  it('continue in HTTP/1.1 when a client asks for another protocol', async () => {
    const upgrade = `GET /things/1 HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    const { socket, received, ended } = open(running.url, upgrade)
    await once(socket, 'data')
    socket.write(get('/things/1'))
    await ended
    expect(statusesOf(received())).toEqual([200, 200])
  })

  it('are closed with 408 when a request arrives too slowly', async () => {
    const mock = await createMock({ document, world: 'empty' })
    const impatient = await startServer(mock, { port: 0, host: '127.0.0.1', requestTimeout: 50 })
    const head = `POST /things HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 10\r\n`
    const slow = [head, `${head}\r\n{`, 'GET /thi']
    expect((await Promise.all(slow.map((bytes) => send(impatient.url, bytes)))).flatMap(statusesOf)).toEqual([
      408, 408, 408,
    ])
    await impatient.close()
  })

  it('above the maximum are closed at once', async () => {
    const mock = await createMock({ document, world: 'empty' })
    const small = await startServer(mock, { port: 0, host: '127.0.0.1', maxConnections: 1 })
    const first = open(small.url, '')
    await once(first.socket, 'connect')
    expect(await send(small.url, get('/things'))).toBe('')
    first.socket.destroy()
    await small.close()
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    'GET',
    'POST',
    ' ',
    '/things',
    '/things/1',
    '?q=',
    '%',
    '*',
    'HTTP/1.1',
    'HTTP/1.0',
    '\r\n',
    '\n',
    '\r\n\r\n',
    host,
    'Content-Length: ',
    'Transfer-Encoding: chunked\r\n',
    'Content-Type: application/json\r\n',
    'Connection: keep-alive\r\n',
    'Expect: 100-continue\r\n',
    ': ',
    '0',
    '5',
    '{"title":"a"}',
    '\0',
    '\xff',
  ),
  fc.uint8Array({ maxLength: 6 }).map((all) => String.fromCharCode(...all)),
)
const bytes = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))

it('never responds 500 to random bytes, and answers the next request', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 5, maxLength: 5 }), async (all) => {
      const answers = await Promise.all(
        all.map(async (request) => {
          const line = open(running.url, request)
          // An incomplete request would otherwise wait for the timeout.
          line.socket.end()
          await line.ended
          return line.received()
        }),
      )
      expect(answers.flatMap(statusesOf).filter((status) => status === 500 || status > 501)).toEqual([])
      expect(defects).toEqual([])
    }),
    { seed: 1, numRuns: 60 },
  )
  expect(await isWell()).toBe(true)
})
