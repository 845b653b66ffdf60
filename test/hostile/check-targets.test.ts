import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { runContract, type Report } from '../../contracts/index.ts'
import { listen } from '../support/listen.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Answer = (socket: Socket, method: string) => void

/** Starts a TCP server that handles each request with `answer`, and returns its URL. */
async function answering(answer: Answer): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.setEncoding('latin1').on('data', (head: string) => {
      const method = /^([A-Z]+) /.exec(head)?.[1]
      if (method === undefined) return
      answer(socket, method)
    })
  })
  const { url, close } = await listen(server)
  closing.push(close)
  return url
}

const news = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, next: { type: 'object' } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'News', version: '1' },
  paths: {
    '/news': {
      get: {
        operationId: 'readNews',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        responses: {
          '200': { description: 'ok', content: { 'application/json': { schema: news } } },
          '400': { description: 'refused' },
        },
      },
    },
  },
}

/** Runs a whole check; each test passes only if this returns a report. */
async function run(answer: Answer): Promise<Report> {
  return runContract({
    target: await answering(answer),
    document,
    phases: ['examples', 'coverage', 'stateful'],
    include: ['readNews'],
    timeout: 1_000,
  })
}

const checksOf = ({ findings }: Report): ReadonlySet<string> => new Set(findings.map(({ check }) => check))

const head = (fields: string, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${fields}\r\n`

/** Sends the same response to every request and keeps the connection open. */
const always =
  (response: string | Buffer): Answer =>
  (socket) =>
    void socket.write(response, 'latin1')

const withBody = (body: string | Buffer, fields = ''): Buffer =>
  Buffer.concat([
    Buffer.from(head(`${fields}Content-Length: ${String(Buffer.byteLength(body))}\r\n`), 'latin1'),
    Buffer.from(body),
  ])

/** Writes the same piece again and again until the connection is closed. */
function forEver(socket: Socket, piece: string): void {
  if (!socket.destroyed) socket.write(piece, () => setImmediate(forEver, socket, piece))
}

describe('a check ends with a report against a target that', () => {
  it('streams its response forever', async () => {
    const report = await run((socket) => {
      socket.write(head(''))
      forEver(socket, ' '.repeat(500_000))
    })
    expect([...checksOf(report)]).toEqual(['invalid-refused'])
  })

  it('sends a header section without end', async () => {
    const report = await run((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      forEver(socket, 'x: y\r\n'.repeat(10_000))
    })
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('sends a million header fields', async () => {
    const report = await run(always(head('x:\r\n'.repeat(1_000_000))))
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('sends 100 Continue forever', async () => {
    const report = await run((socket) => forEver(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)))
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('redirects in circles', async () => {
    const report = await run(always('HTTP/1.1 302 Found\r\nLocation: /news\r\nContent-Length: 0\r\n\r\n'))
    expect([...checksOf(report)]).toContain('status-declared')
  })

  it('sends a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))
    const report = await run(always(withBody(bomb, 'Content-Encoding: gzip\r\n')))
    expect([...checksOf(report)]).toEqual(['invalid-refused'])
  })

  it('announces a gigabyte and sends it as fast as it is read', async () => {
    const report = await run((socket, method) => {
      socket.write(head(`Content-Length: ${String(2 ** 30)}\r\n`))
      if (method !== 'HEAD') forEver(socket, '"'.repeat(500_000))
    })
    expect([...checksOf(report)]).toEqual(['invalid-refused'])
  })

  it('sends one byte at a time', async () => {
    const report = await run((socket) => {
      const bytes = [...withBody('{"title":"x"}').toString('latin1')]
      const timer = setInterval(() => void socket.write(bytes.shift() ?? ''), 100)
      socket.on('close', () => clearInterval(timer))
    })
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('announces more than it sends', async () => {
    const report = await run((socket) => void socket.end(`${head('Content-Length: 100\r\n')}{"title":`))
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('sends JSON nested a hundred thousand levels deep', async () => {
    const report = await run(always(withBody(`${'{"next":'.repeat(100_000)}{}${'}'.repeat(100_000)}`)))
    expect([...checksOf(report)]).toContain('response-body')
  })

  it('sends members called __proto__, constructor and toString', async () => {
    const body = '{"title":"x","__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1}'
    const report = await run(always(withBody(body)))
    expect([...checksOf(report)]).not.toContain('response-schema')
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('sends header fields called __proto__ and constructor', async () => {
    const report = await run(always(withBody('{"title":"x"}', '__proto__: a\r\nconstructor: b\r\n')))
    expect([...checksOf(report)]).not.toContain('response-schema')
  })

  it('does not speak HTTP', async () => {
    const report = await run((socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('closes every connection at once', async () => {
    const report = await run((socket) => void socket.destroy())
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('sends two responses to one request', async () => {
    const response = withBody('{"title":"x"}')
    const report = await run(always(Buffer.concat([response, response])))
    expect([...checksOf(report)]).toEqual(['invalid-refused'])
  })

  it('sends chunks with invalid sizes', async () => {
    const report = await run(always(`${head('Transfer-Encoding: chunked\r\n')}zz\r\n{}\r\n0\r\n\r\n`))
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('sends NUL and other control characters in header fields', async () => {
    const report = await run(always(head('X-Zero: a\u0000b\r\nContent-Length: 0\r\n')))
    expect([...checksOf(report)]).toContain('server-error')
  })

  it('sends bytes that are not UTF-8', async () => {
    const report = await run(
      always(withBody(Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]))),
    )
    expect([...checksOf(report)]).toContain('response-body')
  })
})
