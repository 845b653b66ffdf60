import { encodeBody } from '../../spec/body.ts'
import { responseFor, type MediaType, type Operation } from '../../spec/document.ts'
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
  const media = response && chooseMedia(response.content, request)
  if (media === undefined) return { type: 'application/json', body: jsonText(body) }
  const type = jsonTypeOf(media)
  if (type !== undefined) return { type, body: jsonText(body) }
  const { contentType, bytes } = encodeBody(body, media)
  return { type: contentType, body: bytes }
}

const jsonTypes = new WeakMap<MediaType, { readonly type: string | undefined }>()

/** The Content-Type of a media type that is JSON; undefined for others. */
function jsonTypeOf(media: MediaType): string | undefined {
  let known = jsonTypes.get(media)
  if (known === undefined) {
    const type = concreteType(media.type)
    known = { type: isJsonType(type) ? type : undefined }
    jsonTypes.set(media, known)
  }
  return known.type
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
export function hasContent(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}
