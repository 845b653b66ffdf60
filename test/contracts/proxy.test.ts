import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startProxy } from '../../contracts/proxy.ts'
import { loadDocument } from '../../spec/load.ts'
import { startStore } from '../saboteurs/petstore/start.ts'
import { services } from '../saboteurs/services.ts'
import { checksIn, closing, serve, startWatched, type Watched } from './proxy/running.ts'
import { visitPetStore } from './proxy/visit.ts'

const petStore = services[0] as (typeof services)[number]
const petStoreDocument = await loadDocument(petStore.document)

async function watchStore(defect?: string): Promise<Watched> {
  const store = await startStore(defect === undefined ? {} : { defect })
  closing(() => store.close())
  return startWatched({ upstream: store.url, document: petStoreDocument })
}

const json = (schema: object): object => ({
  description: 'Fine',
  content: { 'application/json': { schema } },
})
const document = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.test/v1' }],
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
    },
  },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: { 200: json({ type: 'array', items: { type: 'integer' } }) },
      },
      post: {
        operationId: 'createNote',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
            },
          },
        },
        responses: { 201: json({ type: 'object' }) },
      },
    },
    '/secrets': {
      get: {
        operationId: 'listSecrets',
        security: [{ token: [] }, { key: [] }],
        responses: { 200: json({ type: 'object' }) },
      },
    },
  },
}

/** Answers everything with that. */
async function watchAnswer(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  status = 200,
): Promise<Watched> {
  const answer: RequestListener = (incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () =>
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body),
    )
  }
  return startWatched({ upstream: await serve(answer), document })
}

describe('a healthy API behind the proxy', () => {
  it('has no findings, only notes about invalid requests of the client', async () => {
    const proxy = await watchStore()
    await visitPetStore(proxy.url)
    const { findings, notes, cases, finished } = await proxy.end()
    expect(
      findings.map(({ check, severity, operation, actual }) => [check, severity, operation, actual]),
    ).toEqual([
      ['client-request', 'warning', 'getPet', 'path petId: 0 must be at least 1'],
      [
        'client-request',
        'warning',
        'createPet',
        "body/categoryId: The value must have the property 'categoryId'",
      ],
      ['client-request', 'warning', 'createPet', 'body/name: "" must have at least 1 character'],
    ])
    expect(notes).toEqual(['PUT /pets is not in the document.'])
    expect(cases.filter(({ verdict }) => verdict.kind === 'skipped')).toEqual([])
    expect(finished?.requests).toBe(proxy.exchanges.length)
  })

  it('prints a line for each exchange, in order', async () => {
    const proxy = await watchStore()
    for (const path of ['/pets?limit=1', '/pets/0', '/nothing']) await fetch(proxy.url + path)
    expect(proxy.exchanges).toEqual([
      {
        method: 'GET',
        target: '/pets?limit=1',
        status: 200,
        milliseconds: expect.any(Number),
        verdict: 'fine',
        says: [],
      },
      {
        method: 'GET',
        target: '/pets/0',
        status: 400,
        milliseconds: expect.any(Number),
        verdict: 'warning',
        says: ['client-request'],
      },
      {
        method: 'GET',
        target: '/nothing',
        status: 404,
        milliseconds: expect.any(Number),
        verdict: 'unjudged',
        says: ['not in the document'],
      },
    ])
  })

  it('has a case for each operation, skipped if it was not called', async () => {
    const proxy = await watchStore()
    await fetch(`${proxy.url}/categories`)
    const { cases } = await proxy.end()
    expect(cases).toHaveLength(17)
    expect(
      cases.filter(({ verdict }) => verdict.kind === 'passed').map((exchange) => exchange.case.path),
    ).toEqual(['traffic/listCategories'])
    expect(cases.filter(({ verdict }) => verdict.kind === 'skipped')).toHaveLength(16)
  })
})

describe('a defect that responses show is reported from real traffic', () => {
  const visible = new Set([
    'status-declared',
    'no-content',
    'content-type',
    'response-body',
    'response-headers',
    'information-leak',
    'deprecation-header',
    'sunset-header',
    'sunset-order',
    'undeclared-deprecation',
  ])
  const defects = petStore.defects.filter(({ check }) => visible.has(check))

  it.each(defects.map(({ id, check }) => [check, id]))('%s: %s', async (check, id) => {
    const proxy = await watchStore(id)
    await visitPetStore(proxy.url)
    const { findings } = await proxy.end()
    expect(
      checksIn(findings.filter(({ severity, check: checkId }) => severity === 'error' || checkId === check)),
    ).toEqual([check])
  })

  it('covers more than thirty checks', () => {
    expect(defects.length).toBeGreaterThan(30)
  })
})

describe('the proxy judges', () => {
  it('compressed responses', async () => {
    const proxy = await watchAnswer(gzipSync('["one"]'), { 'Content-Encoding': 'gzip' })
    expect(await (await fetch(`${proxy.url}/notes`)).text()).toBe('["one"]')
    const { findings } = await proxy.end()
    expect(findings.map(({ check, at, actual }) => [check, at, actual])).toEqual([
      ['response-body', '/0', 'a mismatch: "one" must be an integer'],
    ])
  })

  it('compressed requests', async () => {
    const proxy = await watchAnswer('{}', {}, 201)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    await fetch(`${proxy.url}/notes`, { method: 'POST', headers, body: gzipSync('{"text":1}') })
    expect((await proxy.end()).findings.map(({ actual }) => actual)).toEqual([
      'body/text: 1 must be a string',
    ])
  })

  it.each([
    ['{"text":', 'application/json', /^The text is not valid JSON/],
    ['text=1', 'text/plain', /^The Content-Type 'text\/plain' is not accepted/],
  ])('a request whose body cannot be read: %s as %s', async (body, type, actual) => {
    const proxy = await watchAnswer('{}', {}, 201)
    await fetch(`${proxy.url}/notes`, { method: 'POST', headers: { 'content-type': type }, body })
    expect((await proxy.end()).findings).toMatchObject([
      { check: 'client-request', severity: 'warning', actual: expect.stringMatching(actual) },
    ])
  })

  it('responses to HEAD, except for their content', async () => {
    const proxy = await watchAnswer('', { 'Content-Type': 'text/html' })
    await fetch(`${proxy.url}/notes`, { method: 'HEAD' })
    expect(proxy.exchanges).toMatchObject([{ verdict: 'fine' }])
  })

  it.each(['/notes', '/v1/notes'])(
    'requests below the root or a server of the document: %s',
    async (path) => {
      const proxy = await watchAnswer('["one"]')
      await fetch(proxy.url + path)
      expect(proxy.exchanges).toMatchObject([{ verdict: 'error', says: ['response-body'] }])
    },
  )

  it('an API that accepts requests without credentials', async () => {
    const proxy = await watchAnswer('{}')
    await fetch(`${proxy.url}/secrets`, { headers: { Authorization: 'Bearer abcdefgh' } })
    await fetch(`${proxy.url}/secrets?key=abcdefgh`)
    expect(proxy.exchanges).toMatchObject([{ verdict: 'fine' }, { verdict: 'fine' }])
    await fetch(`${proxy.url}/secrets`)
    expect((await proxy.end()).findings.map(({ check, actual }) => [check, actual])).toEqual([
      ['unauthorized', '200'],
    ])
  })

  it('an API that does not serve a documented operation', async () => {
    const upstream = await serve((incoming) => void incoming.socket.destroy())
    const proxy = await startWatched({ upstream, document })
    expect((await fetch(`${proxy.url}/notes`)).status).toBe(502)
    const { findings } = await proxy.end()
    expect(findings).toMatchObject([{ check: 'server-error', operation: 'listNotes', response: null }])
  })
})

describe('the proxy does not judge', () => {
  it('a body that is too large, and says so', async () => {
    const large = `[${'1,'.repeat(1000)}"one"]`
    const upstream = await serve(
      (_incoming, outgoing) =>
        void outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(large),
    )
    const proxy = await startWatched({ upstream, document, maxBytes: 1000 })
    expect(await (await fetch(`${proxy.url}/notes`)).text()).toBe(large)
    const { findings, notes } = await proxy.end()
    expect(findings).toEqual([])
    expect(notes).toEqual(['A response body of listNotes could not be read whole, and was not judged.'])
  })

  it('content in an unknown coding', async () => {
    const proxy = await watchAnswer('?', { 'Content-Encoding': 'aes128gcm' })
    await fetch(`${proxy.url}/notes`)
    expect((await proxy.end()).findings).toEqual([])
  })

  it.each([
    ['a preflight request', 'OPTIONS', { 'Access-Control-Request-Method': 'POST' }, 204],
    ['a part of the content', 'GET', { Range: 'bytes=0-1' }, 206],
  ])('is %s', async (says, method, headers, status) => {
    const proxy = await watchAnswer('', {}, status)
    await fetch(`${proxy.url}/notes`, { method, headers })
    expect(proxy.exchanges).toMatchObject([{ verdict: 'unjudged', says: [says] }])
    expect((await proxy.end()).notes).toEqual([])
  })

  it('undocumented paths, which it counts', async () => {
    const proxy = await watchAnswer('{}')
    for (const path of ['/health', '/health', '/notes/1']) await fetch(proxy.url + path)
    await fetch(`${proxy.url}/notes`, { method: 'PUT' })
    expect((await proxy.end()).notes).toEqual([
      'GET /health is not in the document. (2 times)',
      'GET /notes/1 is not in the document.',
      'PUT /notes is not in the document.',
    ])
  })
})

describe('a finding of the proxy', () => {
  it('is reported once for each cause', async () => {
    const proxy = await watchAnswer('["one","two"]')
    for (const _ of [1, 2, 3]) await fetch(`${proxy.url}/notes`)
    expect((await proxy.end()).findings).toHaveLength(1)
    expect(proxy.exchanges.map(({ verdict }) => verdict)).toEqual(['error', 'error', 'error'])
  })

  it('has a curl command that reproduces it at the API itself', async () => {
    const proxy = await watchAnswer('{"text":5}', {}, 200)
    const headers = { 'Content-Type': 'application/json', 'X-Trace': "it's" }
    await fetch(`${proxy.url}/notes?a=b%20c`, { method: 'POST', headers, body: '{"text":"Größe"}' })
    const { findings } = await proxy.end()
    const curl = findings[0]?.curl ?? ''
    expect(findings).toMatchObject([{ check: 'status-declared', replay: '' }])
    expect(curl).not.toContain(proxy.url)
    const { stdout } = await promisify(execFile)('sh', ['-c', curl])
    expect(stdout).toContain('HTTP/1.1 200 OK')
    expect(stdout).toContain('{"text":5}')
  })

  it('contains no credentials of clients', async () => {
    const proxy = await watchAnswer('{"you":"t0p-secret"}')
    await fetch(`${proxy.url}/notes?access_token=t0p-secret`, {
      headers: { Authorization: 'Bearer t0p-secret', Cookie: 'sid=s-123456' },
    })
    const { findings } = await proxy.end()
    expect(findings).toHaveLength(1)
    expect(JSON.stringify([findings, proxy.exchanges])).not.toMatch(/t0p-secret|s-123456/)
    expect(findings[0]?.curl).toContain('"$STABLEHAND_AUTHORIZATION"')
  })
})

describe('a recorded archive', () => {
  it('contains every exchange unchanged, with credentials hidden', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
    closing(() => rm(folder, { recursive: true, force: true }))
    const record = join(folder, 'all.har')
    const long = `[${'1,'.repeat(20_000)}1]`
    const upstream = await serve(
      (_incoming, outgoing) =>
        void outgoing.writeHead(200, { 'Content-Type': 'application/json', 'X-Two': ['1', '2'] }).end(long),
    )
    const proxy = await startWatched({ upstream, document, record })
    await fetch(`${proxy.url}/notes?a=1`, { headers: { Authorization: 'Bearer t0p-secret' } })
    await fetch(`${proxy.url}/unknown`, { method: 'POST', body: '{"password":"hunter22"}' })
    await proxy.end()
    const text = await readFile(record, 'utf8')
    const { log } = JSON.parse(text) as { log: { entries: unknown[] } }
    expect(text).not.toMatch(/t0p-secret|hunter22/)
    expect(log.entries).toMatchObject([
      {
        request: { method: 'GET', url: `${upstream}/notes?a=1`, queryString: [{ name: 'a', value: '1' }] },
        response: {
          status: 200,
          headers: expect.arrayContaining([
            { name: 'X-Two', value: '1' },
            { name: 'X-Two', value: '2' },
          ]),
          content: { text: long, size: long.length },
        },
      },
      {
        request: {
          method: 'POST',
          url: `${upstream}/unknown`,
          postData: { text: '{"password":"$STABLEHAND_PASSWORD"}' },
        },
      },
    ])
  })

  it('is refused before the first request if it cannot be written', async () => {
    const upstream = await serve((_incoming, outgoing) => void outgoing.end())
    await expect(
      startProxy({ upstream, document, port: 0, record: '/no-such-folder/all.har' }),
    ).rejects.toThrow('The archive cannot be written: ENOENT')
  })
})

describe('a second opinion', () => {
  it('judges each exchange, and is reported if it differs', async () => {
    const upstream = await serve(
      (_incoming, outgoing) =>
        void outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('[1.0e400]'),
    )
    const proxy = await startWatched({ upstream, document, secondOpinion: true })
    await fetch(`${proxy.url}/notes`)
    const { notes } = await proxy.end()
    expect(notes).toEqual([
      expect.stringMatching(/^Disagreement about listNotes, response 200\. We say .+; Prism says /),
    ])
    expect(proxy.exchanges).toMatchObject([{ verdict: 'error', says: ['response-body', 'Prism disagrees'] }])
  })

  it('adds nothing if both agree, except for ids beyond 2^53', async () => {
    const store = await startStore()
    closing(() => store.close())
    const proxy = await startWatched({
      upstream: store.url,
      document: petStoreDocument,
      secondOpinion: true,
    })
    await visitPetStore(proxy.url)
    const [undeclared, ...differences] = (await proxy.end()).notes
    expect(undeclared).toBe('PUT /pets is not in the document.')
    // The store has a category whose id no double can hold.
    expect(differences.length).toBeGreaterThan(0)
    for (const difference of differences)
      expect(difference).toMatch(/We say that it is valid; Prism says .* must be <= 9007199254740991$/)
  })
})

it('reports that its port is in use', async () => {
  const upstream = await serve((_incoming, outgoing) => void outgoing.end())
  const port = Number(new URL(upstream).port)
  await expect(startProxy({ upstream, document, port })).rejects.toThrow(
    `Port ${String(port)} on 127.0.0.1 is in use.`,
  )
})
