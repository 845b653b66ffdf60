import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { maxHeaders } from '../engine/limits.ts'
import { statusText } from '../engine/status-text.ts'
import type { Mock } from '../index.ts'

/** A request that never came to be one. */
export interface Fault {
  readonly status: number
  readonly code: string
  readonly message: string
}

export type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

export const malformed: Fault = {
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

export async function answer(mock: Mock, response: ServerResponse, fault: Fault): Promise<void> {
  const { status, headers, body } = await mock.refuse(fault.status, fault.code, fault.message)
  if (!response.headersSent) response.writeHead(status, headers as Record<string, string>).end(body)
}

/** Answers on the bare connection, where there is no request to answer to, and ends it. */
export async function answerRaw(mock: Mock, socket: Socket, fault: Fault): Promise<void> {
  const { status, headers, body } = await mock.refuse(fault.status, fault.code, fault.message)
  const fields = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`HTTP/1.1 ${status} ${statusText(status)}\r\n${fields.join('')}\r\n`)
  socket.end(body ?? '')
}
