import { decodeBody, encodeBody } from '../../spec/body.ts'
import type { MediaType } from '../../spec/document.ts'
import { isJsonType } from '../../spec/http/media-type.ts'
import type { Json } from '../../spec/json.ts'
import { mediaTypeResolver } from '../../spec/schemas/resolver.ts'

/**
 * The value as the receiver of a body decodes it: forms and XML do not distinguish `5` from `"5"` and cannot carry an empty array.
 * Undefined when the encoded body cannot be decoded.
 */
export function afterRoundTrip(mediaType: MediaType, value: Json): Json | undefined {
  if (isJsonType(mediaType.type)) return value
  const { bytes, contentType } = encodeBody(value, mediaType)
  const reading = decodeBody(bytes, contentType, mediaType, mediaTypeResolver(mediaType))
  return reading.kind === 'malformed' || reading.value instanceof Uint8Array ? undefined : reading.value
}
