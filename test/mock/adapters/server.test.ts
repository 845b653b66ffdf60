import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type LogEntry, type RunningServer } from '../../../mock/adapters/server.ts'
import { createMock, type Mock } from '../../../mock/index.ts'
import { parseJson, type Json, type JsonObject } from '../../../spec/json.ts'

let mock: Mock
let running: RunningServer
const log: LogEntry[] = []

beforeEach(async () => {
  log.length = 0
  mock = await createMock({ selfCheck: true })
  running = await startServer(mock, { port: 0, host: '127.0.0.1', log: (entry) => log.push(entry) })
})

afterEach(() => running.close())

interface RawReply {
  readonly status: number
  readonly head: string
  readonly json: Json
}

/** Sends the bytes unchanged and reads until the server closes the connection. */
async function raw(bytes: string): Promise<RawReply> {
  const { port, hostname } = new URL(running.url)
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const reading = parseJson(body)
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    json: reading.kind === 'ok' ? reading.value : null,
  }
}

const close = 'Host: pets\r\nConnection: close\r\n'

describe('the stand-alone server', () => {
  it.each([
    ['a request that is not HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    [
      'contradictory body lengths',
      `POST /pets HTTP/1.1\r\n${close}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
      'malformed_request',
    ],
    ['a missing Host', 'GET /pets HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    ['a method unknown to Node', `FROB /pets HTTP/1.1\r\n${close}\r\n`, 501, 'not_implemented'],
    ['a method known to Node only', `PROPFIND /pets HTTP/1.1\r\n${close}\r\n`, 501, 'not_implemented'],
    ['CONNECT', `CONNECT pets:80 HTTP/1.1\r\n${close}\r\n`, 501, 'not_implemented'],
    [
      'header fields beyond the limit of the mock',
      `GET /pets HTTP/1.1\r\n${close}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'header fields beyond the limit of the parser',
      `GET /pets HTTP/1.1\r\n${close}X: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a URL beyond the limit',
      `GET /pets?${'x'.repeat(20_000)} HTTP/1.1\r\n${close}\r\n`,
      414,
      'uri_too_long',
    ],
    [
      'an unknown Expect',
      `GET /pets HTTP/1.1\r\n${close}Expect: the-unexpected\r\n\r\n`,
      417,
      'expectation_failed',
    ],
    ['a path that cannot be decoded', `GET /pets/%zz HTTP/1.1\r\n${close}\r\n`, 400, 'malformed_request'],
    ['a path with raw bytes', `GET /pets/\xff\xfe HTTP/1.1\r\n${close}\r\n`, 400, 'malformed_request'],
  ])("responds to %s in the document's error format", async (_, bytes, status, code) => {
    const reply = await raw(bytes)
    expect([reply.status, reply.json]).toEqual([status, expect.objectContaining({ code, status })])
    expect(reply.head).toContain('content-type: application/json')
  })

  it('accepts an absolute-form target', async () => {
    const reply = await raw(`GET http://pets.test/pets?limit=1 HTTP/1.1\r\n${close}\r\n`)
    expect([reply.status, (reply.json as Json[]).length]).toEqual([200, 1])
  })

  it('answers OPTIONS * for itself', async () => {
    expect((await raw(`OPTIONS * HTTP/1.1\r\n${close}\r\n`)).status).toBe(204)
  })

  it('leads a browser from its root to the console, but no program', async () => {
    const open = (accept: string): Promise<Response> =>
      fetch(running.url, { headers: { Accept: accept }, redirect: 'manual' })
    const { status, headers } = await open('text/html,application/xhtml+xml,*/*;q=0.8')
    expect([status, headers.get('location')]).toEqual([303, '/_mock/'])
    expect((await open('*/*')).status).toBe(404)
  })

  it('serves the root that the document declares, to a browser too', async () => {
    const get = { responses: { 200: { description: 'Home', content: { 'text/html': {} } } } }
    const info = { title: 'Site', version: '1' }
    const site = await createMock({ document: { openapi: '3.1.0', info, paths: { '/': { get } } } })
    const { url, close: stop } = await startServer(site, { port: 0, host: '127.0.0.1' })
    expect((await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status).toBe(200)
    await stop()
  })

  it('does not reveal Express or Node in its header fields', async () => {
    const { head } = await raw(`GET /pets HTTP/1.1\r\n${close}\r\n`)
    expect(head).not.toContain('x-powered-by')
    expect(head.match(/^etag:/gm)).toHaveLength(1)
    expect(head.match(/^date:/gm)).toHaveLength(1)
  })

  it('delivers the 413 response to a client that is still sending', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    const reply = await raw(
      `POST /pets HTTP/1.1\r\n${close}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect([reply.status, (reply.json as JsonObject)['code']]).toEqual([413, 'payload_too_large'])
  })

  it('reads chunked bodies', async () => {
    const json = '{"name":"Luna","categoryId":1}'
    const chunks = [...json].map((character) => `1\r\n${character}\r\n`).join('')
    const reply = await raw(
      `POST /pets HTTP/1.1\r\n${close}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    )
    expect(reply.status).toBe(201)
  })

  it('keeps connections alive', async () => {
    const reply = await raw(
      `GET /categories HTTP/1.1\r\nHost: pets\r\n\r\nGET /pets?limit=1 HTTP/1.1\r\n${close}\r\n`,
    )
    expect(reply.status).toBe(200)
    expect(log.map(({ url }) => url)).toEqual(['/categories', '/pets?limit=1'])
  })

  it('survives a client that disconnects during a request', async () => {
    const { port, hostname } = new URL(running.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /pets HTTP/1.1\r\nHost: pets\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
        )
        socket.destroy()
        resolve()
      })
    })
    expect((await fetch(`${running.url}/pets`)).status).toBe(200)
  })

  it('logs each response', async () => {
    await fetch(`${running.url}/pets?limit=0`)
    expect(log).toEqual([
      { requestId: '1', method: 'GET', url: '/pets?limit=0', status: 400, milliseconds: expect.any(Number) },
    ])
  })

  it('reports that its port is in use', async () => {
    const { port } = new URL(running.url)
    await expect(startServer(mock, { port: Number(port), host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use.`,
    )
  })

  it('reports that its host is not an address of this machine', async () => {
    await expect(startServer(mock, { port: 0, host: '192.0.2.1' })).rejects.toThrow(
      '192.0.2.1 is not an address of this machine.',
    )
  })

  it('closes although a connection is kept alive', async () => {
    await fetch(`${running.url}/pets`)
    const start = performance.now()
    await running.close()
    expect(performance.now() - start).toBeLessThan(2_000)
    await expect(fetch(`${running.url}/pets`)).rejects.toThrow('fetch failed')
  })

  it('finishes open requests before it closes', async () => {
    const begun = once(running.server, 'request')
    const slow = fetch(`${running.url}/pets`, { headers: { Prefer: 'delay=300' } })
    await begun
    await running.close()
    expect((await slow).status).toBe(200)
  })
})
