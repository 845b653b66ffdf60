import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { curlScript } from '../../../contracts/findings/curl-script.ts'
import { curlCommand, shellQuote } from '../../../contracts/findings/curl.ts'
import { createRedactor } from '../../../contracts/findings/redact.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { answerOf } from '../support/petstore-answers.ts'

const shell = (script: string, env: NodeJS.ProcessEnv = {}): Promise<{ stdout: string }> =>
  promisify(execFile)('sh', ['-c', script], { env: { ...process.env, ...env } })

const open = createRedactor([])
const request = (given: Partial<HttpRequest>): HttpRequest => ({
  method: 'GET',
  path: '/',
  query: '',
  headers: {},
  body: undefined,
  ...given,
})

describe('shellQuote', () => {
  it('leaves plain words as they are', () => {
    expect(shellQuote('http://127.0.0.1:4010/pets/1')).toBe('http://127.0.0.1:4010/pets/1')
    expect(shellQuote('')).toBe("''")
  })

  it('keeps what the shell would change', () => {
    expect(shellQuote("it's $HOME `x`")).toBe(String.raw`'it'\''s $HOME ${'`x`'}'`)
  })

  it('leaves placeholders to the shell', () => {
    expect(shellQuote('Authorization: Bearer $STABLEHAND_TOKEN')).toBe(
      `'Authorization: Bearer '"$STABLEHAND_TOKEN"`,
    )
  })

  it('gives any text back through a shell', async () => {
    const texts = fc.sample(
      fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !/[\0\n]|\p{Surrogate}/u.test(text)),
      { numRuns: 40, seed: 7 },
    )
    const script = texts.map((text) => `printf '%s\\n' ${shellQuote(text)}`).join('\n')
    expect((await shell(script)).stdout).toBe(texts.map((text) => `${text}\n`).join(''))
  })
})

interface ReceivedRequest {
  readonly line: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

let server: Server
let target: string
const requests: ReceivedRequest[] = []

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      requests.push({
        line: `${incoming.method ?? ''} ${incoming.url ?? ''}`,
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      })
      outgoing.setHeader('ETag', '"new"').setHeader('Location', '/api/pets/43').end('{"data":{"id":42}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

async function sent(
  given: Partial<HttpRequest>,
  env: NodeJS.ProcessEnv = {},
  redactor = open,
): Promise<ReceivedRequest> {
  requests.length = 0
  await shell(curlCommand(target, request(given), redactor), env)
  return requests[0]!
}

describe('curlCommand sends', () => {
  it('the request target as it is', async () => {
    expect((await sent({ path: '/pets/%E0%A4%A', query: 'id=1&id=[2]&q={a}' })).line).toBe(
      'GET /api/pets/%E0%A4%A?id=1&id=[2]&q={a}',
    )
    expect((await sent({ path: '/pets/../x' })).line).toBe('GET /api/pets/../x')
  })

  it('the method', async () => {
    expect((await sent({ method: 'DELETE', path: '/pets/1' })).line).toBe('DELETE /api/pets/1')
    expect((await sent({ method: 'HEAD' })).line).toBe('HEAD /api/')
  })

  it('headers, repeated and empty ones too', async () => {
    const { headers } = await sent({
      headers: { accept: 'application/json', 'x-many': ['a', 'b'], 'x-empty': '', 'x-quoted': `"it's"` },
    })
    expect(headers).toMatchObject({
      accept: 'application/json',
      'x-many': 'a, b',
      'x-empty': '',
      'x-quoted': `"it's"`,
    })
  })

  it('a body, and its Content-Type only if there is one', async () => {
    const text = `{"name":"it's ünï 🐾\\n","id":9007199254740993}`
    const given = await sent({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(text),
    })
    expect([given.body.toString(), given.headers['content-type']]).toEqual([text, 'application/json'])
    expect((await sent({ method: 'POST', body: Buffer.from('{}') })).headers['content-type']).toBeUndefined()
  })

  it('a body that repeats itself for long, in few words', async () => {
    const text = `{"it's":"${'[['.repeat(5_000)}é${'🐾'.repeat(600)}"}`
    const given = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) }
    expect((await sent(given)).body.toString()).toBe(text)
    expect(curlCommand('http://127.0.0.1:1', request(given), open).length).toBeLessThan(300)
  })

  it.each([
    ['that is not UTF-8', [0x22, 0xff, 0xfe, 0x27, 0x25, 0x5c, 0x22]],
    ['with NUL', [0x61, 0x00, 0x62]],
    ['that looks like the name of a file', [...Buffer.from('@/etc/hosts')]],
  ])('a body %s', async (_, bytes) => {
    expect([...(await sent({ method: 'POST', body: Uint8Array.from(bytes) })).body]).toEqual(bytes)
  })

  it('secrets from the environment', async () => {
    const redactor = createRedactor([{ value: 's3cret', variable: 'STABLEHAND_TOKEN' }])
    const given = { headers: { authorization: 'Bearer s3cret' } }
    expect(curlCommand(target, request(given), redactor)).not.toContain('s3cret')
    expect((await sent(given, { STABLEHAND_TOKEN: 's3cret' }, redactor)).headers['authorization']).toBe(
      'Bearer s3cret',
    )
  })
})

describe('curlScript', () => {
  it('makes the record first and uses its new id', async () => {
    const creation = answerOf('createPet', {
      status: 201,
      body: { data: { id: 7 } },
      request: { path: '/pets', body: Buffer.from('{}') },
    })
    const fixture = { resource: '/pets', id: 7, key: [7], record: undefined, creation, gone: false }
    const read = answerOf('getPet', { status: 404, request: { path: '/pets/7' } })
    const draft = {
      ...read.draft,
      path: { petId: 7 },
      bindings: [{ in: 'path', at: 'petId', fixture }],
    } as const
    const script = curlScript(target, [{ ...read, draft }], open)
    expect(script.split('\n')).toHaveLength(2)
    requests.length = 0
    await shell(script)
    expect(requests.map(({ line }) => line)).toEqual(['POST /api/pets', 'GET /api/pets/42'])
  })

  it.each([
    ['from Location', [['Location', '/api/pets/7']], '/api/pets/43'],
    ['as the request chose it', [], '/api/pets/7'],
  ] as const)('uses the id of a new record that is not shown: %s', async (_, headers, expected) => {
    const body = { message: 'Made' }
    const creation = answerOf('createPet', { status: 201, headers, body, request: { path: '/pets' } })
    const fixture = { resource: '/pets', id: 7, key: [7], record: undefined, creation, gone: false }
    const read = answerOf('getPet', { status: 404, request: { path: '/pets/7' } })
    const bindings = [{ in: 'path', at: 'petId', fixture }] as const
    const draft = { ...read.draft, path: { petId: 7 }, bindings }
    requests.length = 0
    await shell(curlScript(target, [{ ...read, draft }], open))
    expect(requests.map(({ line }) => line.split(' ')[1])).toEqual(['/api/pets', expected])
  })

  it.each([
    ['alone', '"old"', '"new"'],
    ['among others, as a weak one', '"none", W/"old"', '"none", W/"new"'],
  ])('sends the entity tag that the record has now: %s', async (_, tags, expected) => {
    const first = answerOf('getPet', {
      status: 200,
      headers: [['ETag', '"old"']],
      request: { path: '/pets/7' },
    })
    const headers = { 'if-none-match': tags }
    const second = answerOf('getPet', { status: 304, request: { path: '/pets/7', headers } })
    requests.length = 0
    await shell(curlScript(target, [first, second], open))
    expect(requests.map((each) => each.headers['if-none-match'])).toEqual([undefined, expected])
  })

  it('sends an entity tag of which no earlier response has told as it is', async () => {
    const given = answerOf('getPet', {
      status: 200,
      request: { path: '/pets/7', headers: { 'if-none-match': '"other"' } },
    })
    requests.length = 0
    await shell(curlScript(target, [given], open))
    expect(requests[0]?.headers['if-none-match']).toBe('"other"')
  })

  it('uses the new id in content that is sent as it is, too', async () => {
    const creation = answerOf('createPet', {
      status: 201,
      body: { data: { id: 7 } },
      request: { path: '/pets', body: Buffer.from('{}') },
    })
    const fixture = { resource: '/pets', id: 7, key: [7], record: undefined, creation, gone: false }
    const bytes = Buffer.from('{"petId":7,"petId": 7 ,"size":77,"note":"7"}')
    const order = answerOf('placeOrder', { status: 201, request: { path: '/orders', body: bytes } })
    const body = { kind: 'bytes', contentType: 'application/json', bytes } as const
    const draft = { ...order.draft, body, bindings: [{ in: 'body', at: '/petId', fixture }] } as const
    requests.length = 0
    await shell(curlScript(target, [{ ...order, draft }], open))
    expect(requests.map(({ line }) => line)).toEqual(['POST /api/pets', 'POST /api/store/orders'])
    expect(requests[1]?.body.toString()).toBe('{"petId":42,"petId": 42 ,"size":77,"note":"7"}')
  })
})
