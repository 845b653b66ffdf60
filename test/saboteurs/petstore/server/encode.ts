import type { Reply, Wire } from '../../shared/exchange.ts'
import { matchesTag } from '../../shared/header-fields.ts'
import { decoded } from '../../shared/paths.ts'
import type { Call } from './call.ts'
import type { Parts } from './steps.ts'

const deprecation = '@1764892800'
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT'
const documentation = '<https://petstore.example/deprecations/get-pet>; rel="deprecation"'

/** Encodes the reply: adds the ETag and the headers of the deprecated getPet; answers 304 if the client has that version. */
export function encode(call: Call, reply: Reply, parts: Parts): Wire {
  const { status, body } = reply
  const headers = { ...reply.headers, ...lifecycle(call, status) }
  if (body === undefined) return { status, headers, text: undefined }
  const text = parts.codec.stringify(body, call)
  const typed = { 'Content-Type': 'application/json', ...headers }
  if (status >= 300) return { status, headers: typed, text }
  const tag = parts.tag(text, call)
  const noneMatch =
    call.method === 'GET' || call.method === 'HEAD' ? call.headers['if-none-match'] : undefined
  const known = noneMatch !== undefined && matchesTag(noneMatch, tag, 'weak')
  if (known) return { status: 304, headers: { ...headers, ETag: tag }, text: undefined }
  return { status, headers: { ...typed, ETag: tag }, text }
}

/** The Deprecation and Sunset headers (RFC 9745, RFC 8594). After the sunset there is no Deprecation, only 410. */
function lifecycle({ operationId, path }: Call, status: number): Record<string, string> {
  if (operationId !== 'getPet') return {}
  const id = decoded(path['petId'] ?? '')
  const successor = id === undefined ? [] : [`</pets?id=${encodeURIComponent(id)}>; rel="successor-version"`]
  const headers = { Sunset: sunset, Link: [...successor, documentation].join(', ') }
  return status === 410 ? headers : { Deprecation: deprecation, ...headers }
}
