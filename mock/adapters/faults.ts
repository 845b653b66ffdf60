import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { maxHeaders } from '../engine/request/limit.ts'
import { statusText } from '../engine/errors/status-text.ts'
import type { Mock } from '../index.ts'

/** A request that never came to be one. */
export interface Fault {
  readonly status: number
  readonly code: string
  readonly message: string
}

export type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

const malformed: Fault = {
  status: 400,
  code: 'malformed_request',
  message: 'That is no HTTP request.',
}

export const noMethod: Fault = { status: 501, code: 'not_implemented', message: 'The method is not known.' }

/** RFC 9110 §10.1.1. */
export const unmet: Fault = {
  status: 417,
  code: 'expectation_failed',
  message: 'Only 100-continue can be expected.',
}

const tooLarge: Fault = {
  status: 431,
  code: 'headers_too_large',
  message: `The header fields are larger than ${maxHeaders} bytes.`,
}

const largeExtensions: Fault = {
  status: 413,
  code: 'payload_too_large',
  message: 'The chunk extensions are too large.',
}

const late: Fault = {
  status: 408,
  code: 'request_timeout',
  message: 'The request did not arrive in time.',
}

const known: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: tooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: largeExtensions,
  ERR_HTTP_REQUEST_TIMEOUT: late,
}

/** What the parser of Node stumbled over. */
export function faultOf({ code, rawPacket }: ParserError): Fault {
  const startsWithToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ /.test(rawPacket?.toString('latin1') ?? '')
  if (code === 'HPE_INVALID_METHOD' && startsWithToken) return noMethod
  return known[code ?? ''] ?? malformed
}

/** What Node's parser lets pass and HTTP does not. */
export function faultOfHead({ headers, rawHeaders, httpVersion }: IncomingMessage): Fault | undefined {
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
const unknownCoding: Fault = {
  status: 501,
  code: 'not_implemented',
  message: 'The only transfer coding that is known is chunked.',
}

const faultyFraming: Fault = { ...malformed, message: 'HTTP/1.0 knows no Transfer-Encoding.' }

export async function answer(mock: Mock, response: ServerResponse, fault: Fault): Promise<void> {
  const { status, headers, body } = await mock.refuse(fault.status, fault.code, fault.message)
  if (!response.headersSent) response.writeHead(status, headers as Record<string, string>).end(body)
}

/** Answers and ends the connection: where the content of the request ends is in doubt, what follows may be no request. */
export async function answerLast(mock: Mock, response: ServerResponse, fault: Fault): Promise<void> {
  response.shouldKeepAlive = false
  await answer(mock, response, fault)
}

/** Answers a connection whose bytes make no sense from here on. A request before them is answered as ever, and once. */
export function answerBroken(mock: Mock, socket: Socket, fault: Fault): void {
  // As Node's own answer does; there is no other way to know.
  const { _httpMessage: response } = socket as Socket & { readonly _httpMessage?: ServerResponse | null }
  if (!response) return void answerRaw(mock, socket, fault)
  if (!response.headersSent && !response.req.complete) return void answerLast(mock, response, fault)
  response.shouldKeepAlive = false
  response.once('finish', () => endSoon(socket))
}

/** Answers on the bare connection, where there is no request to answer to, and ends it. */
export async function answerRaw(mock: Mock, socket: Socket, fault: Fault): Promise<void> {
  const { status, headers, body } = await mock.refuse(fault.status, fault.code, fault.message)
  const fields = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`HTTP/1.1 ${status} ${statusText(status)}\r\n${fields.join('')}\r\n`)
  endSoon(socket, body)
}

/** Milliseconds that a client has to take its answer. */
const patience = 2_000

/**
 * Ends a connection when the client does, or soon. At once it would be reset where something of the request is still
 * unread, and the answer with it (RFC 9112 §9.6).
 */
function endSoon(socket: Socket, last: string | Uint8Array = ''): void {
  socket.end(last)
  const timer = setTimeout(() => socket.destroy(), patience)
  socket.once('close', () => clearTimeout(timer))
}
