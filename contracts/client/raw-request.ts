import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { toHeaders, type Received } from './client.ts'
import { onDeadline } from './deadline.ts'

export type RawAnswer =
  | {
      readonly kind: 'answered'
      readonly response: Received
      /** Bytes after the end of the response. */ readonly rest: Uint8Array
    }
  | { readonly kind: 'closed' | 'unreachable' | 'timeout' | 'malformed' }

/** Most bytes that are read: responses to such requests are short. */
const maxBytes = 1024 * 1024

/**
 * Sends bytes on a connection of their own and reads until the server closes it. For requests that are not well-formed, and to see what
 * follows a response that must not have content. The bytes should include `Connection: close`.
 */
export async function sendRaw(target: string, bytes: Uint8Array, timeout: number): Promise<RawAnswer> {
  const url = new URL(target)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket =
    url.protocol === 'https:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
  const { received, ended, connected } = await collect(socket, bytes, timeout)
  if (received.length > 0) return parseResponse(received)
  if (!connected) return { kind: 'unreachable' }
  return { kind: ended ? 'closed' : 'timeout' }
}

function collect(
  socket: Socket,
  bytes: Uint8Array,
  timeout: number,
): Promise<{ received: Buffer; ended: boolean; connected: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  let connected = false
  return new Promise((resolve) => {
    const finish = (ended: boolean): void => {
      cancelDeadline()
      socket.destroy()
      resolve({ received: Buffer.concat(chunks), ended, connected })
    }
    const cancelDeadline = onDeadline(timeout, () => finish(false))
    socket.on('connect', () => {
      connected = true
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) finish(true)
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    socket.on('end', () => finish(true))
    socket.write(bytes)
  })
}

/** Parses the final HTTP/1.x response in everything that was received on a connection (RFC 9112 §4 to §7). */
export function parseResponse(received: Uint8Array): RawAnswer {
  let buffer = Buffer.from(received)
  for (let head = readHead(buffer); head; head = readHead(buffer)) {
    const { status, lines, end } = head
    buffer = buffer.subarray(end)
    if (status >= 200) return parseFinal(status, lines, buffer)
  }
  return { kind: 'malformed' }
}

function readHead(buffer: Buffer): { status: number; lines: readonly string[]; end: number } | undefined {
  const end = buffer.indexOf('\r\n\r\n')
  const [first, ...lines] = buffer.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.[01] ([1-5][0-9]{2})(?: |$)/.exec(first ?? '')?.[1])
  return end < 0 || Number.isNaN(status) ? undefined : { status, lines, end: end + 4 }
}

function parseFinal(status: number, lines: readonly string[], content: Buffer): RawAnswer {
  const fields = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const headers = toHeaders(fields)
  const { body, rest } = split(content, status, headers)
  return { kind: 'answered', response: { status, headers, fields, body, truncated: false }, rest }
}

function split(
  content: Buffer,
  status: number,
  headers: Received['headers'],
): { body: Buffer; rest: Buffer } {
  if (status === 204 || status === 304) return { body: Buffer.alloc(0), rest: content }
  if (/chunked/i.test([headers['transfer-encoding']].flat().join())) return unchunk(content)
  const length = Number([headers['content-length']].flat()[0] ?? content.length)
  return { body: content.subarray(0, length), rest: content.subarray(length) }
}

function unchunk(content: Buffer): { body: Buffer; rest: Buffer } {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = content.indexOf('\r\n', at)
    const size =
      lineEnd < 0 ? Number.NaN : Number.parseInt(content.subarray(at, lineEnd).toString('latin1'), 16)
    if (Number.isNaN(size)) return { body: Buffer.concat(chunks), rest: content.subarray(at) }
    if (size === 0) {
      const end = content.indexOf('\r\n\r\n', lineEnd)
      return { body: Buffer.concat(chunks), rest: content.subarray(end < 0 ? content.length : end + 4) }
    }
    chunks.push(content.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
