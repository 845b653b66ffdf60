import { refuse, type Refused } from '../../behaviour.ts'
import type { Exchange } from '../exchange.ts'

/** Largest request body, in bytes, by default. */
export const defaultMaxBody: number = 1024 * 1024
/** Greatest length of path and query together, in characters. */
const maxUrl: number = 8 * 1024
/** Greatest length of all field names and values together, in characters. */
export const maxHeaders: number = 16 * 1024

/** The pipeline's first step. Refuses requests that are too large: 414 (RFC 9110 §15.5.15), 431 (RFC 6585 §5), 413 (RFC 9110 §15.5.14). */
export function limit({ request, engine: { maxBody } }: Exchange): Refused | undefined {
  if (request.path.length + request.query.length + 1 > maxUrl) {
    return refuse(
      414,
      'uri_too_long',
      `The URL is too long: path and query may have ${maxUrl} characters at most.`,
    )
  }
  if (headersSize(request.headers) > maxHeaders) {
    return refuse(
      431,
      'headers_too_large',
      `The header fields are too large: all of them together may have ${maxHeaders} bytes at most.`,
    )
  }
  if (request.body !== undefined && request.body.length > maxBody) {
    return refuse(
      413,
      'payload_too_large',
      `The request body has ${request.body.length} bytes; the limit is ${maxBody} bytes.`,
    )
  }
  return undefined
}

function headersSize(headers: Exchange['request']['headers']): number {
  let size = 0
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') size += name.length + value.length
    else for (const line of value ?? []) size += name.length + line.length
  }
  return size
}
