import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { statusText } from '../engine/errors/status-text.ts'
import { maxHeaders } from '../engine/request/limit.ts'
import type { Mock } from '../index.ts'

/** A protocol error, and the response to it. */
export interface ProtocolError {
  readonly status: number
  readonly code: string
  readonly message: string
}

export type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

const malformed: ProtocolError = {
  status: 400,
  code: 'malformed_request',
  message: 'This is not a valid HTTP request.',
}

export const noMethod: ProtocolError = {
  status: 501,
  code: 'not_implemented',
  message: 'The method is not supported.',
}

/** RFC 9110 §10.1.1. */
export const unmet: ProtocolError = {
  status: 417,
  code: 'expectation_failed',
  message: 'The only supported expectation is 100-continue.',
}

const tooLarge: ProtocolError = {
  status: 431,
  code: 'headers_too_large',
  message: `The header fields are larger than ${maxHeaders} bytes.`,
}

const largeExtensions: ProtocolError = {
  status: 413,
  code: 'payload_too_large',
  message: 'The chunk extensions are too large.',
}

const late: ProtocolError = {
  status: 408,
  code: 'request_timeout',
  message: 'The request did not arrive in time.',
}

const known: Readonly<Record<string, ProtocolError>> = {
  HPE_HEADER_OVERFLOW: tooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: largeExtensions,
  ERR_HTTP_REQUEST_TIMEOUT: late,
}

/** The protocol error for an error of Node's HTTP parser. */
export function protocolErrorOf({ code, rawPacket }: ParserError): ProtocolError {
  const startsWithToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ /.test(rawPacket?.toString('latin1') ?? '')
  if (code === 'HPE_INVALID_METHOD' && startsWithToken) return noMethod
  return known[code ?? ''] ?? malformed
}

/** Finds protocol errors that Node's parser accepts. */
export function protocolErrorOfHead({
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): ProtocolError | undefined {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    return httpVersion === '1.0' ? faultyFraming : unknownCoding
  if (httpVersion !== '1.1') return undefined
  if (headers.host === undefined) return { ...malformed, message: 'The Host header field is missing.' }
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  // RFC 9112 §3.2.
  return hosts > 1 ? { ...malformed, message: 'There is more than one Host header field.' } : undefined
}

/** RFC 9112 §6.1. */
const unknownCoding: ProtocolError = {
  status: 501,
  code: 'not_implemented',
  message: 'The only supported transfer coding is chunked.',
}

const faultyFraming: ProtocolError = { ...malformed, message: 'HTTP/1.0 does not support Transfer-Encoding.' }

export async function answer(mock: Mock, response: ServerResponse, error: ProtocolError): Promise<void> {
  const { status, headers, body } = await mock.refuse(error.status, error.code, error.message)
  if (!response.headersSent) response.writeHead(status, headers as Record<string, string>).end(body)
}

/** Answers, then closes the connection, because it is unclear where the request ends. */
export async function answerLast(mock: Mock, response: ServerResponse, error: ProtocolError): Promise<void> {
  response.shouldKeepAlive = false
  await answer(mock, response, error)
}

/** Answers a parse error. A complete request before the error is still answered normally, and only once. */
export function answerBroken(mock: Mock, socket: Socket, error: ProtocolError): void {
  // Node's own handler uses this internal property too; there is no public way.
  const { _httpMessage: response } = socket as Socket & { readonly _httpMessage?: ServerResponse | null }
  if (!response) return void answerRaw(mock, socket, error)
  if (!response.headersSent && !response.req.complete) return void answerLast(mock, response, error)
  response.shouldKeepAlive = false
  response.once('finish', () => endSoon(socket))
}

/** Writes a response directly to the socket, for errors without a request, and closes it. */
export async function answerRaw(mock: Mock, socket: Socket, error: ProtocolError): Promise<void> {
  const { status, headers, body } = await mock.refuse(error.status, error.code, error.message)
  const fields = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`HTTP/1.1 ${status} ${statusText(status)}\r\n${fields.join('')}\r\n`)
  endSoon(socket, body)
}

/** Milliseconds a client has to read the response. */
const closeTimeout = 2_000

/**
 * Closes a connection when the client does, or after a timeout. Closing it at once would reset it if part of the request
 * is unread, and the client could lose the response (RFC 9112 §9.6).
 */
function endSoon(socket: Socket, last: string | Uint8Array = ''): void {
  socket.end(last)
  const timer = setTimeout(() => socket.destroy(), closeTimeout)
  socket.once('close', () => clearTimeout(timer))
}
