import { encodeBody } from '../../spec/body.ts'
import { responseFor, type Operation } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { concreteType, isJsonType } from '../../spec/media-type.ts'
import type { Ok } from '../behaviour.ts'
import { jsonText } from './json-text.ts'
import { chooseMedia } from './negotiate.ts'

/** Content of a response as it is sent. */
export interface Payload {
  /** The Content-Type. */
  readonly type: string
  readonly body: string | Uint8Array
}

/** Writes a body in the media type negotiated for its response; JSON where the operation declares none. */
export function payloadOf(
  request: HttpRequest,
  operation: Operation | undefined,
  { status, body }: Ok,
): Payload | undefined {
  if (body === undefined || !hasContent(status)) return undefined
  const response = operation && responseFor(operation, status)
  const media = chooseMedia(response?.content ?? [], request)
  const type = media === undefined ? 'application/json' : concreteType(media.type)
  if (media === undefined || isJsonType(type)) return { type, body: jsonText(body) }
  const { contentType, bytes } = encodeBody(body, media)
  return { type: contentType, body: bytes }
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
export function hasContent(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}
