import { headerValues } from '../../spec/http.ts'
import { toHeaders, type Received } from './client.ts'
import { decodeContent } from './content-coding.ts'

/** Builds the response from its parts and decodes its content: servers may choose a coding unasked (RFC 9110 §12.5.3). */
export function received(
  status: number,
  fields: Received['fields'],
  chunks: readonly Uint8Array[],
  { truncated, maxBytes }: { readonly truncated: boolean; readonly maxBytes: number },
): Received {
  const headers = toHeaders(fields)
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  if (truncated) return { status, headers, fields, body: bytes.subarray(0, maxBytes), truncated }
  const codings = headerValues(headers, 'content-encoding')
  const body = codings.length === 0 ? bytes : decodeContent(bytes, codings, maxBytes)
  const isUndecodable =
    bytes.length > 0 && body === bytes && codings.some((each) => !/^\s*identity\s*$/i.test(each))
  return {
    status,
    headers,
    fields,
    body: body ?? bytes,
    truncated: body === undefined,
    ...(isUndecodable && { isUndecodable }),
  }
}
