import { decodeBody, encodeBody } from '../../spec/body.ts'
import type { MediaType } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { isJsonType } from '../../spec/http/media-type.ts'
import { mediaTypeResolver } from '../../spec/schemas/resolver.ts'

/**
 * A value as whoever gets it reads it: forms and XML have one text for `5` and `"5"`, and none for an empty array.
 * Undefined when it cannot be read at all.
 */
export function carried(mediaType: MediaType, value: Json): Json | undefined {
  if (isJsonType(mediaType.type)) return value
  const { bytes, contentType } = encodeBody(value, mediaType)
  const reading = decodeBody(bytes, contentType, mediaType, mediaTypeResolver(mediaType))
  return reading.kind === 'malformed' || reading.value instanceof Uint8Array ? undefined : reading.value
}
