import type { MediaType } from './document.ts'
import { encodeFormData, readFormData } from './form-data.ts'
import { decodeUtf8, isJsonObject, parseJson, stringifyJson, type Json } from './json.ts'
import { concreteType, isJsonType, parseMediaType, type ParsedMediaType } from './media-type.ts'
import { coerce } from './parameters/coerce.ts'
import { textOf } from './parameters/encode.ts'
import { createFormReader, encodeForm, type FormReader } from './parameters/form.ts'
import { shapeOf, types, type Resolve, type Shape } from './parameters/shape.ts'

/** Bytes stand for content that no JSON value describes: images, archives, XML. */
export type BodyReading =
  | { readonly kind: 'ok'; readonly value: Json | Uint8Array }
  | { readonly kind: 'malformed'; readonly message: string }

/**
 * Reads the content of a message as the media type its Content-Type names: JSON, forms (urlencoded and multipart) and
 * text become a value, all else stays bytes. `mediaType` is the declared one that describes it. Never throws.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  if (contentType === 'application/json') return decodeJson(bytes)
  const sent = parseMediaType(contentType)
  const kind = sent === undefined ? 'bytes' : kindOf(sent)
  if (kind === 'json') return decodeJson(bytes)
  if (kind === 'form') return decodeForm(bytes, mediaType, resolve)
  if (sent === undefined || kind === 'bytes') return { kind: 'ok', value: bytes }
  return (kind === 'text' ? decodeText : decodeMultipart)(bytes, sent, mediaType, resolve)
}

export interface EncodedBody {
  readonly bytes: Uint8Array
  /** The Content-Type: that of the media type made concrete, with the boundary of a multipart body. */
  readonly contentType: string
}

/**
 * Writes a value as its media type asks. Where a media type has no form for a value (an object as text or XML) it is
 * written as JSON text. `resolve` lets properties of a multipart form that are files be found behind a `$ref`.
 */
export function encodeBody(
  value: Json | Uint8Array,
  mediaType: MediaType,
  resolve: Resolve = (node) => node.schema,
): EncodedBody {
  const contentType = concreteType(mediaType.type)
  if (value instanceof Uint8Array) return { bytes: value, contentType }
  const parsed = parseMediaType(contentType)
  const kind = parsed ? kindOf(parsed) : 'json'
  if (kind === 'multipart' && isJsonObject(value)) {
    const { bytes, boundary } = encodeFormData(value, mediaType, resolve)
    return { bytes, contentType: `${contentType.replace(/;.*/s, '')}; boundary=${boundary}` }
  }
  return { bytes: new TextEncoder().encode(encodeText(value, kind, mediaType)), contentType }
}

function encodeText(value: Json, kind: ContentKind, mediaType: MediaType): string {
  if (kind === 'json') return stringifyJson(value)
  return kind === 'form' && isJsonObject(value) ? encodeForm(value, mediaType) : textOf(value)
}

type ContentKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes'

const textual = /^text\/|[/+](?:xml|yaml|x-yaml|jsonl|x-ndjson|json-seq|javascript|graphql|toml|sql)$/

function kindOf({ type, subtype }: ParsedMediaType): ContentKind {
  const essence = `${type}/${subtype}`
  if (isJsonType(essence)) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  if (essence === 'multipart/form-data') return 'multipart'
  return textual.test(essence) ? 'text' : 'bytes'
}

function decodeJson(bytes: Uint8Array): BodyReading {
  const text = decodeUtf8(bytes)
  return text === undefined ? notUtf8 : parseJson(text)
}

const notUtf8: BodyReading = { kind: 'malformed', message: 'The body is not UTF-8.' }

const formReaders = new WeakMap<MediaType, FormReader>()

function decodeForm(bytes: Uint8Array, mediaType: MediaType, resolve: Resolve): BodyReading {
  const text = decodeUtf8(bytes)
  if (text === undefined) return notUtf8
  const read = formReaders.get(mediaType) ?? createFormReader(mediaType, resolve)
  formReaders.set(mediaType, read)
  const value = read(text)
  if (typeof value !== 'symbol') return { kind: 'ok', value }
  return { kind: 'malformed', message: `The form cannot be read: ${String(value.description)}.` }
}

function decodeMultipart(
  bytes: Uint8Array,
  sent: ParsedMediaType,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  const boundary = sent.parameters.get('boundary')
  if (boundary === undefined || boundary === '') {
    return { kind: 'malformed', message: 'The Content-Type of the multipart body names no boundary.' }
  }
  return readFormData(bytes, boundary, knownShape(mediaType, resolve))
}

/** Text that the schema does not describe as a single value (XML as an object) stays bytes: it cannot be validated. */
function decodeText(
  bytes: Uint8Array,
  sent: ParsedMediaType,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  const allowed = knownShape(mediaType, resolve).types
  if ((allowed & types.scalar) === 0) return { kind: 'ok', value: bytes }
  const charset = sent.parameters.get('charset') ?? 'utf-8'
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes)
    return { kind: 'ok', value: coerce(text, allowed) }
  } catch {
    return { kind: 'malformed', message: `The body is no text in ${charset}.` }
  }
}

const shapes = new WeakMap<MediaType, Shape>()

/** Worked out once per media type. */
function knownShape(mediaType: MediaType, resolve: Resolve): Shape {
  const shape = shapes.get(mediaType) ?? shapeOf(mediaType.schema, resolve)
  shapes.set(mediaType, shape)
  return shape
}
