import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { untilAnswered } from '../../../contracts/client/wait.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener, port = 0): Promise<URL> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api`)
}

/** A URL at which nothing listens. */
async function deserted(): Promise<URL> {
  const url = await serve(() => undefined)
  const [server] = servers.splice(0)
  server?.close()
  return url
}

describe('waiting for an API', () => {
  it('ends with the first response, whatever its status', async () => {
    const targets: (string | undefined)[] = []
    const url = await serve(({ url: target }, response) => {
      targets.push(target)
      response.writeHead(404).end('There is nothing here.')
    })
    expect(await untilAnswered(url, 60_000)).toBeUndefined()
    expect(targets).toEqual(['/api/'])
  })

  it('retries while nothing is listening', async () => {
    const url = await deserted()
    const waiting = untilAnswered(url, 60_000)
    setTimeout(() => void serve((_, response) => response.end(), Number(url.port)), 300)
    expect(await waiting).toBeUndefined()
  })

  it.each([502, 503, 504])('retries while a gateway answers %i', async (status) => {
    let requests = 0
    const url = await serve((_, response) => {
      requests += 1
      response.writeHead(requests === 1 ? status : 200).end()
    })
    expect(await untilAnswered(url, 60_000)).toBeUndefined()
    expect(requests).toBe(2)
  })

  it('retries when the connection is closed without a response', async () => {
    let requests = 0
    const url = await serve(({ socket }, response) => {
      requests += 1
      // A connection that fails is tried twice by itself.
      if (requests <= 2) socket.destroy()
      else response.end()
    })
    expect(await untilAnswered(url, 60_000)).toBeUndefined()
  })

  it('ends in time, and reports the last problem', async () => {
    const url = await deserted()
    expect(await untilAnswered(url, 300)).toContain('ECONNREFUSED')
    const busy = await serve((_, response) => response.writeHead(503).end())
    expect(await untilAnswered(busy, 300)).toBe('the answer is 503')
    const silent = await serve(() => undefined)
    expect(await untilAnswered(silent, 300)).toBe('no response within 0.3 s')
  })

  it('reads only the header section of an endless response', async () => {
    const url = await serve((_, response) => {
      response.write('.')
      const more = setInterval(() => response.write('.'), 5)
      response.on('close', () => clearInterval(more))
    })
    expect(await untilAnswered(url, 60_000)).toBeUndefined()
  })
})
