import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Incoming, Wire } from './exchange.ts'
import { stringifyJson } from './json.ts'

export interface Running {
  /** `http://127.0.0.1:49152`, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

export type Exchange = (incoming: Incoming) => Wire

const largestBody = 1024 * 1024

/** Serves on a free port of 127.0.0.1. */
export async function listen(exchange: Exchange): Promise<Running> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    void serve(request, response, exchange)
  })
  server.on('clientError', refuseUnreadable)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
  const body = await readBody(request).catch(() => null)
  if (body === null) return
  const { method = '', url = '' } = request
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  const headers = request.headers as Incoming['headers']
  send(response, method, safely(exchange, { method, target, headers, body }))
}

/** Reads the body; undefined if it is too large, in which case the rest is discarded. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= largestBody) chunks.push(chunk)
  }
  return size > largestBody ? undefined : Buffer.concat(chunks)
}

function safely(exchange: Exchange, incoming: Incoming): Wire {
  try {
    return exchange(incoming)
  } catch {
    return failure(500, 'internal_error', 'Something went wrong.')
  }
}

function failure(status: number, code: string, message: string): Wire {
  const text = stringifyJson({ code, message, status })
  return { status, headers: { 'Content-Type': 'application/json' }, text }
}

function send(response: ServerResponse, method: string, { status, headers, text }: Wire): void {
  const length = text === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(text)) }
  response.writeHead(status, { ...length, ...headers })
  response.end(method === 'HEAD' ? undefined : text)
}

/** Answers on the socket, since Node's parser makes no request object of what it refuses. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return
  const overflow = error.code === 'HPE_HEADER_OVERFLOW'
  const { status, text = '' } = overflow
    ? failure(431, 'header_fields_too_large', 'The header is too large.')
    : failure(400, 'malformed_request', 'The request is not HTTP.')
  const head = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.end(
    `HTTP/1.1 ${status} ${overflow ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n${head.join('\r\n')}\r\n\r\n${text}`,
  )
}
