import { encodeBody, typeToSend } from '../../../spec/body.ts'
import { responseFor, type MediaType, type Operation } from '../../../spec/document.ts'
import { hasContent, type HttpRequest } from '../../../spec/http.ts'
import { isJsonType } from '../../../spec/http/media-type.ts'
import type { Ok } from '../../behaviour.ts'
import { entityTag } from '../conditional/entity-tag.ts'
import { chooseMedia } from './choose-media.ts'
import { byteLength, jsonText, type JsonText } from './json-text.ts'

/** The content of a response, encoded. */
export interface Payload {
  /** The Content-Type. */
  readonly type: string
  readonly body: string | Uint8Array
  /** Length and entity tag of a JSON body, which are computed on first use. */
  readonly text?: JsonText
}

/** The Content-Length of a payload. */
export function lengthOf({ body, text }: Payload): number {
  if (text !== undefined) return text.length
  return typeof body === 'string' ? byteLength(body) : body.length
}

/** The entity tag of a payload. */
export function tagOf({ body, text }: Payload): string {
  return text === undefined ? entityTag(body) : text.tag
}

/** Encodes a body in the media type negotiated for the response; in JSON when the operation declares none. */
export function payloadOf(
  request: HttpRequest,
  operation: Operation | undefined,
  { status, body, content }: Ok,
): Payload | undefined {
  if (content !== undefined) return { type: content.type, body: content.bytes }
  if (body === undefined || !hasContent(status)) return undefined
  const response = operation && responseFor(operation, status)
  const media = response && chooseMedia(response.content, request)
  const type = media === undefined ? 'application/json' : jsonTypeOf(media)
  if (media === undefined || type !== undefined) return jsonPayload(type as string, jsonText(body))
  const { contentType, bytes } = encodeBody(body, media)
  return { type: contentType, body: bytes }
}

function jsonPayload(type: string, text: JsonText): Payload {
  return { type, body: text.text, text }
}

const jsonTypes = new WeakMap<MediaType, { readonly type: string | undefined }>()

/** The Content-Type of a media type that is JSON; undefined for others. */
function jsonTypeOf(media: MediaType): string | undefined {
  let known = jsonTypes.get(media)
  if (known === undefined) {
    const type = typeToSend(media)
    known = { type: isJsonType(type) ? type : undefined }
    jsonTypes.set(media, known)
  }
  return known.type
}
