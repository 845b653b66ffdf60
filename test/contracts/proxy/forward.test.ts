import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sendBytes, serve, serveSockets, startWatched } from './running.ts'

/** A document that says nothing: what is passed on does not depend on it. */
const document = { openapi: '3.0.3', info: { title: 'Nothing', version: '1' }, paths: {} }

const head = (message: string): readonly string[] => message.split('\r\n\r\n')[0]?.split('\r\n') ?? []

describe('requests go through unchanged', () => {
  const echoOf = async (bytes: string, base = ''): Promise<IncomingMessage & { readonly body: string }> => {
    let received: (IncomingMessage & { readonly body: string }) | undefined
    const url = await serve(async (incoming, outgoing) => {
      const body = await text(incoming)
      received = Object.assign(incoming, { body })
      outgoing.end()
    })
    const proxy = await startWatched({ upstream: url + base, document })
    await sendBytes(proxy.url, bytes)
    if (!received) throw new Error('Nothing came through.')
    return received
  }

  it('with the case, order and duplicates of header fields', async () => {
    const { rawHeaders } = await echoOf(
      'GET / HTTP/1.1\r\nX-Aa: 1\r\nhost: proxy.test\r\nx-aA: 2\r\nACCEPT: */*\r\nConnection: close\r\n\r\n',
    )
    const rest = rawHeaders.filter(
      (_, index) => !/^(?:host|connection)$/i.test(rawHeaders[index - (index % 2)] ?? ''),
    )
    expect(rest).toEqual(['X-Aa', '1', 'x-aA', '2', 'ACCEPT', '*/*'])
  })

  it('with the Host of the API', async () => {
    const { headers, rawHeaders } = await echoOf(
      'GET / HTTP/1.1\r\nHost: proxy.test\r\nConnection: close\r\n\r\n',
    )
    expect(headers.host).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(rawHeaders.filter((name) => /^host$/i.test(name))).toHaveLength(1)
  })

  it.each([
    ['/a%7Eb//c/../d?x=1&x=%20&y', '/a%7Eb//c/../d?x=1&x=%20&y'],
    ['/a?', '/a?'],
    ['http://api.test/a?b', '/a?b'],
    ['http://api.test?b', '/?b'],
  ])('with %s as the target %s', async (target, url) => {
    expect((await echoOf(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).url).toBe(url)
  })

  it('below the path of the upstream', async () => {
    expect((await echoOf('GET /a?b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '/base/')).url).toBe(
      '/base/a?b',
    )
  })

  it.each([
    ['Content-Length: 5\r\n\r\nhello', 'content-length'],
    ['Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'transfer-encoding'],
  ])('with content that is framed as %j', async (framed, name) => {
    for (const method of ['POST', 'DELETE']) {
      const { body, headers } = await echoOf(
        `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${framed}`,
      )
      expect(body).toBe('hello')
      expect(
        Object.keys(headers).filter((name) => /^content-length$|^transfer-encoding$/.test(name)),
      ).toEqual([name])
    }
  })

  it('also for unusual methods and upgrades', async () => {
    const { method, headers } = await echoOf(
      'PROPFIND / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    )
    expect([method, headers.upgrade]).toEqual(['PROPFIND', undefined])
  })

  it('also with header sections larger than the default of Node', async () => {
    const { headers } = await echoOf(
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
    )
    expect(headers['x-long']).toHaveLength(100_000)
  })
})

describe('responses come back unchanged', () => {
  const answer = async (bytes: string, ask = 'GET'): Promise<string> => {
    const upstream = await serveSockets((socket) => socket.once('data', () => socket.end(bytes, 'latin1')))
    const proxy = await startWatched({ upstream, document })
    return sendBytes(proxy.url, `${ask} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  }

  it('with status, reason, and the case, order and duplicates of header fields', async () => {
    const lines = head(
      await answer(
        'HTTP/1.1 299 So So\r\nX-Aa: 1\r\nx-aA: 2\r\nSet-Cookie: a\r\nset-cookie: b\r\nContent-Length: 0\r\n\r\n',
      ),
    )
    expect(lines).toEqual([
      'HTTP/1.1 299 So So',
      'X-Aa: 1',
      'x-aA: 2',
      'Set-Cookie: a',
      'set-cookie: b',
      'Content-Length: 0',
      'Connection: close',
    ])
  })

  it.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 'GET', ''],
    ['204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n', 'GET', ''],
    ['304', 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', 'GET', ''],
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'HEAD', ''],
    ['content without a length', 'HTTP/1.0 200 OK\r\n\r\nhello', 'GET', '5\r\nhello\r\n0\r\n\r\n'],
    [
      'chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      'GET',
      '5\r\nhello\r\n0\r\n\r\n',
    ],
    [
      'trailers',
      'HTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-T: 1\r\n\r\n',
      'GET',
      '1\r\na\r\n0\r\nX-T: 1\r\n\r\n',
    ],
    [
      'an early hint before it',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na',
      'GET',
      'a',
    ],
  ])('for %s', async (_, bytes, ask, body) => {
    const came = await answer(bytes, ask)
    expect(came.slice(came.indexOf('\r\n\r\n') + 4)).toBe(body)
    expect(head(came)[0]).toBe(
      head(bytes.replace(/^HTTP\/1\.1 103.*?\r\n\r\n/s, ''))[0]?.replace('HTTP/1.0', 'HTTP/1.1'),
    )
  })

  it('byte for byte, with their content coding', async () => {
    const zipped = gzipSync('hello').toString('latin1')
    const came = await answer(
      `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${String(zipped.length)}\r\n\r\n${zipped}`,
    )
    expect(came).toContain('Content-Encoding: gzip')
    expect(came.endsWith(zipped)).toBe(true)
  })

  it('also when they are larger than what is judged', async () => {
    const large = Buffer.alloc(3_000_000, 'abc')
    const upstream = await serve(async (incoming, outgoing) => {
      const hash = createHash('sha1')
      for await (const chunk of incoming) hash.update(chunk as Buffer)
      outgoing.setHeader('X-Sent', hash.digest('hex'))
      outgoing.end(large)
    })
    const proxy = await startWatched({ upstream, document, maxBytes: 1000 })
    const response = await fetch(proxy.url, { method: 'POST', body: large })
    const sha1 = createHash('sha1').update(large).digest('hex')
    expect(response.headers.get('x-sent')).toBe(sha1)
    expect(
      createHash('sha1')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha1)
  })

  it('as they arrive, not at their end', async () => {
    let finish = (): void => undefined
    const upstream = await serve((_incoming, outgoing) => {
      outgoing.write('first')
      finish = () => outgoing.end('last')
    })
    const proxy = await startWatched({ upstream, document })
    const [response] = (await once(get(proxy.url), 'response')) as [IncomingMessage]
    const [chunk] = (await once(response, 'data')) as [Buffer]
    expect(chunk.toString()).toBe('first')
    finish()
    expect(await text(response)).toBe('last')
  })
})

describe('an API that does not answer', () => {
  it('is answered with 502 as JSON when it is not reachable', async () => {
    const proxy = await startWatched({ upstream: 'http://127.0.0.1:1', document })
    const response = await fetch(proxy.url)
    expect([response.status, await response.json()]).toEqual([
      502,
      {
        code: 'bad_gateway',
        message: 'stablehand proxy: http://127.0.0.1:1 gave no response: connect ECONNREFUSED 127.0.0.1:1.',
        status: 502,
      },
    ])
    const { notes, stopped } = await proxy.end()
    expect(notes).toEqual(['http://127.0.0.1:1 gave no response: connect ECONNREFUSED 127.0.0.1:1.'])
    expect(stopped).toMatchObject({ reason: 'unreachable', message: 'http://127.0.0.1:1 is not reachable.' })
  })

  it.each([
    ['closes the connection', ''],
    ['speaks another language', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['breaks off its head', 'HTTP/1.1 200 OK\r\nContent-'],
  ])('is 502 when it %s', async (_, bytes) => {
    const upstream = await serveSockets((socket) => socket.once('data', () => socket.end(bytes)))
    const proxy = await startWatched({ upstream, document })
    expect((await fetch(proxy.url)).status).toBe(502)
    expect(proxy.exchanges).toMatchObject([{ verdict: 'failed', status: 502 }])
    expect((await proxy.end()).stopped).toBeUndefined()
  })

  it('closes the connection to the client where the API closed its own', async () => {
    const upstream = await serveSockets((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')),
    )
    const proxy = await startWatched({ upstream, document })
    const came = await sendBytes(proxy.url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(came.endsWith('\r\n\r\nhalf')).toBe(true)
    expect((await proxy.end()).notes).toEqual([expect.stringMatching(/gave no response: aborted\.$/)])
  })

  it('is called again when it closed a reused connection', async () => {
    let requests = 0
    const upstream = await serveSockets((socket) => {
      socket.once('data', () => {
        requests += 1
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        socket.once('data', () => socket.destroy())
      })
    })
    const proxy = await startWatched({ upstream, document })
    for (const _ of [1, 2, 3]) expect(await (await fetch(proxy.url)).text()).toBe('ok')
    expect(requests).toBe(3)
  })

  it('never gets an unsafe request twice', async () => {
    let requests = 0
    const upstream = await serveSockets((socket) =>
      socket.once('data', () => {
        requests += 1
        socket.destroy()
      }),
    )
    const proxy = await startWatched({ upstream, document })
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      expect((await fetch(proxy.url, { method, body: '{}' })).status).toBe(502)
    }
    expect(requests).toBe(3)
  })
})

describe('a client that disconnects', () => {
  it('gets no response, and the request to the API is aborted', async () => {
    const events: string[] = []
    const upstream = await serve((_incoming, outgoing) => {
      events.push('asked')
      outgoing.once('close', () => events.push('gone'))
    })
    const proxy = await startWatched({ upstream, document })
    const asking = request(proxy.url)
    asking.on('error', () => undefined)
    asking.end()
    await expect.poll(() => events).toEqual(['asked'])
    asking.destroy()
    await expect.poll(() => events).toEqual(['asked', 'gone'])
    await expect
      .poll(() => proxy.exchanges)
      .toMatchObject([{ verdict: 'unjudged', status: undefined, says: ['the client went away'] }])
  })
})

describe('what the proxy does not support', () => {
  it.each([
    [
      'WebSockets',
      'GET /a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'A WebSocket was refused.',
    ],
    ['tunnels', 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n', 'A tunnel (CONNECT) was refused.'],
  ])('is refused in JSON: %s', async (_, bytes, note) => {
    const proxy = await startWatched({ upstream: 'http://127.0.0.1:1', document })
    const came = await sendBytes(proxy.url, bytes.replace('Upgrade\r\n', 'Upgrade, close\r\n'))
    expect(head(came)[0]).toBe('HTTP/1.1 501 Not Implemented')
    expect(JSON.parse(came.slice(came.indexOf('\r\n\r\n') + 4))).toMatchObject({
      code: 'not_implemented',
      status: 501,
    })
    expect((await proxy.end()).notes).toEqual([note])
  })

  it('malformed HTTP is refused by Node and does no harm', async () => {
    const proxy = await startWatched({
      upstream: await serve((_incoming, outgoing) => void outgoing.end('ok')),
      document,
    })
    expect(await sendBytes(proxy.url, 'NOT HTTP\r\n\r\n')).toContain('400 Bad Request')
    expect((await fetch(proxy.url)).status).toBe(200)
  })
})
