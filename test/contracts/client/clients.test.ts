import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createTcp, type Server as TcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Client, type Delivery } from '../../../contracts/client/client.ts'
import { fetchClient } from '../../../contracts/client/fetch-client.ts'
import { httpClient } from '../../../contracts/client/http-client.ts'
import { parseResponse, sendRaw } from '../../../contracts/client/raw-request.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { listen as listenAt } from '../../support/listen.ts'

const request = (given: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path: '/pets',
  query: '',
  headers: {},
  body: undefined,
  ...given,
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listen(server: TcpServer): Promise<URL> {
  const { url, close } = await listenAt(server)
  closing.push(close)
  return new URL(url)
}

async function http(
  listener: RequestListener,
  options: Parameters<typeof httpClient>[1] = {},
): Promise<Client> {
  const client = httpClient(new URL('/api/', await listen(createHttp(listener))), options)
  closing.push(() => client.close())
  return client
}

const answered = (delivery: Delivery): Extract<Delivery, { kind: 'answered' }>['exchange'] => {
  if (delivery.kind !== 'answered') throw new Error(`${delivery.reason}: ${delivery.message}`)
  return delivery.exchange
}

describe('the HTTP client', () => {
  it('sends requests below the base path, byte for byte', async () => {
    const client = await http((incoming, outgoing) => outgoing.end(incoming.url))
    const { response } = answered(await client.send(request({ path: '/pets/%E0%A4%A', query: 'id=1&id=2' })))
    expect(Buffer.from(response.body).toString()).toBe('/api/pets/%E0%A4%A?id=1&id=2')
  })

  it('keeps every field line as received', async () => {
    const client = await http((_, outgoing) => {
      outgoing.writeHead(200, ['X-Id', '1', 'x-id', '2', 'ETag', '"a"'])
      outgoing.end()
    })
    const { fields, headers } = answered(await client.send(request())).response
    expect(fields.slice(0, 3)).toEqual([
      ['X-Id', '1'],
      ['x-id', '2'],
      ['ETag', '"a"'],
    ])
    expect(headers).toMatchObject({ 'x-id': ['1', '2'], etag: '"a"' })
  })

  it('sends repeated headers, odd methods and bodies of any method', async () => {
    const client = await http((incoming, outgoing) => {
      incoming.on('data', (chunk: Buffer) =>
        outgoing.write(`${incoming.method ?? ''} ${String(incoming.headers['x-a'])} ${chunk.toString()}`),
      )
      incoming.on('end', () => outgoing.end())
    })
    const sent = request({ method: 'PROPFIND', headers: { 'x-a': ['1', '2'] }, body: Buffer.from('{}') })
    expect(Buffer.from(answered(await client.send(sent)).response.body).toString()).toBe('PROPFIND 1, 2 {}')
  })

  it('reads no more of a response than allowed', async () => {
    const client = await http((_, outgoing) => outgoing.end('x'.repeat(10_000)), { maxBytes: 100 })
    const { response } = answered(await client.send(request()))
    expect([response.body.length, response.truncated]).toEqual([100, true])
  })

  it('reports that nothing is listening', async () => {
    const client = httpClient(new URL('http://127.0.0.1:1'))
    closing.push(() => client.close())
    expect(await client.send(request())).toMatchObject({ kind: 'failed', reason: 'unreachable' })
  })

  it('reports that no response came in time', async () => {
    const client = await http(() => undefined, { timeout: 50 })
    expect(await client.send(request())).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  it('receives responses that arrived while the process was busy', async () => {
    const script = `
      const server = require('node:http').createServer((_, response) => response.end('here'))
      server.listen(0, '127.0.0.1', () => process.send(server.address().port))`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    closing.push(async () => void child.kill())
    const [port] = (await once(child, 'message')) as [number]
    const client = httpClient(new URL(`http://127.0.0.1:${String(port)}`), { timeout: 100 })
    closing.push(() => client.close())
    const sent = client.send(request())
    for (const end = performance.now() + 300; performance.now() < end;);
    expect(answered(await sent).response.status).toBe(200)
  })

  it('reports a closed connection after two attempts', async () => {
    let requests = 0
    const client = await http((incoming) => {
      requests += 1
      incoming.socket.destroy()
    })
    expect(await client.send(request())).toMatchObject({ kind: 'failed', reason: 'reset' })
    expect(requests).toBe(2)
  })

  it.each([0, 1])('reports that the server ended while %i other requests were waiting', async (besides) => {
    let requests = 0
    const server = createHttp(() => {
      requests += 1
      if (requests <= besides) return
      server.close()
      server.closeAllConnections()
    })
    const client = httpClient(await listen(server))
    closing.push(() => client.close())
    const sent = Array.from({ length: besides + 1 }, () => client.send(request()))
    for (const delivery of await Promise.all(sent))
      expect(delivery).toMatchObject({ kind: 'failed', reason: 'ended', besides })
  })

  it('reports a response that is not HTTP', async () => {
    const url = await listen(createTcp((socket) => socket.end('SSH-2.0-OpenSSH\r\n')))
    const client = httpClient(url)
    closing.push(() => client.close())
    expect(await client.send(request())).toMatchObject({ kind: 'failed', reason: 'malformed' })
  })

  it('reports a request that cannot be sent', async () => {
    const client = await http((_, outgoing) => outgoing.end())
    expect(await client.send(request({ headers: { 'x-a': 'a\nb' } }))).toMatchObject({
      kind: 'failed',
      reason: 'unsendable',
    })
  })

  it('goes on after a request that cannot be sent', async () => {
    const client = await http((_, outgoing) => outgoing.end(), { connections: 1, timeout: 1000 })
    await client.send(request())
    await client.send(request({ headers: { 'x-a': '中' } }))
    expect(await client.send(request())).toMatchObject({ kind: 'answered' })
  })
})

describe('the fetch client', () => {
  it('calls a handler with a web Request', async () => {
    const client = fetchClient(
      async (request) =>
        new Response(`${request.method} ${request.url} ${await request.text()}`, {
          status: 201,
          headers: { 'X-Id': '1' },
        }),
    )
    const { response } = answered(
      await client.send(request({ method: 'POST', query: 'a=1', body: Buffer.from('{}') })),
    )
    expect([response.status, response.headers['x-id'], Buffer.from(response.body).toString()]).toEqual([
      201,
      '1',
      'POST http://in-process.test/pets?a=1 {}',
    ])
  })

  it('reports a handler that throws or takes too long', async () => {
    const broken = fetchClient(() => Promise.reject(new Error('no')))
    expect(await broken.send(request())).toMatchObject({ kind: 'failed', reason: 'reset' })
    const slow = fetchClient(() => new Promise(() => undefined), { timeout: 20 })
    expect(await slow.send(request())).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })
})

describe('the raw sender', () => {
  it('sends malformed requests and keeps bytes after the response', async () => {
    const url = await listen(
      createTcp((socket) =>
        socket.once('data', (chunk) =>
          socket.end(`HTTP/1.1 204 No Content\r\nX-Got: ${String(chunk.length)}\r\n\r\nrest`),
        ),
      ),
    )
    const response = await sendRaw(url.origin, Buffer.from('GET /\xff HTTP/1.1\r\n\r\n', 'latin1'), 1000)
    expect(response).toMatchObject({
      kind: 'answered',
      response: { status: 204, headers: { 'x-got': '19' } },
    })
    expect(response.kind === 'answered' && Buffer.from(response.rest).toString()).toBe('rest')
  })

  it('reports a closed connection, a timeout and an unreachable server', async () => {
    const closes = await listen(createTcp((socket) => socket.destroy()))
    expect(await sendRaw(closes.origin, Buffer.from('x'), 500)).toEqual({ kind: 'closed' })
    const still = await listen(createTcp(() => undefined))
    expect(await sendRaw(still.origin, Buffer.from('x'), 50)).toEqual({ kind: 'timeout' })
    expect(await sendRaw('http://127.0.0.1:1', Buffer.from('x'), 500)).toEqual({ kind: 'unreachable' })
  })

  it('reads responses by length, by chunks and until the connection closes', () => {
    const body = (text: string): string => {
      const response = parseResponse(Buffer.from(text.replaceAll('\n', '\r\n')))
      return response.kind === 'answered' ? Buffer.from(response.response.body).toString() : response.kind
    }
    expect(body('HTTP/1.1 200 OK\nContent-Length: 2\n\nabc')).toBe('ab')
    expect(body('HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nab\n1\nc\n0\n\n')).toBe('abc')
    expect(body('HTTP/1.1 200 OK\n\nabc')).toBe('abc')
    expect(body('HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\n\nabc')).toBe('abc')
    expect(body('hello')).toBe('malformed')
  })

  it('skips any number of informational responses', () => {
    const bytes = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(40_000))
    expect(parseResponse(bytes)).toEqual({ kind: 'malformed' })
    const answered = parseResponse(Buffer.concat([bytes, Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')]))
    expect(answered).toMatchObject({ kind: 'answered', response: { status: 204 } })
  })

  it('limits how much it reads', async () => {
    const endless = await listen(
      createTcp((socket) => {
        socket.on('error', () => undefined)
        const more = (): void => {
          if (!socket.destroyed) socket.write('x: y\r\n'.repeat(10_000), more)
        }
        more()
      }),
    )
    expect(await sendRaw(endless.origin, Buffer.from('x'), 60_000)).toEqual({ kind: 'malformed' })
  })
})
