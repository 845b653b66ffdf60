import type * as FormData from './body/form-data.ts'
import type * as Sequences from './body/sequences.ts'
import type { Document, MediaType } from './document.ts'
import {
  concreteType,
  isJsonType,
  isXmlType,
  parseMediaType,
  sequenceOf,
  type Sequence,
  type ParsedMediaType,
} from './http/media-type.ts'
import { decodeUtf8, isJsonObject, parseJson, stringifyJson, type Json } from './json.ts'
import { operationsOf } from './operations.ts'
import { coerce } from './parameters/coerce.ts'
import { textOf } from './parameters/encode.ts'
import { createFormReader, encodeForm, type FormReader } from './parameters/urlencoded.ts'
import { mediaTypeResolver } from './schemas/resolver.ts'
import { shapeOf, types, type Resolve, type Shape } from './schemas/shape.ts'
import { getOrInsertComputed } from './util/memo.ts'
import type * as XmlCodec from './xml/codec.ts'

/** Content that no JSON value represents, such as an image, is bytes. */
export type BodyReading =
  | { readonly kind: 'ok'; readonly value: Json | Uint8Array }
  | { readonly kind: 'malformed'; readonly message: string }

/** Loaded only for documents that use them: the XML parser alone takes as long to load as everything else. */
let xml: typeof XmlCodec | undefined
let formData: typeof FormData | undefined
let sequences: typeof Sequences | undefined

/**
 * Loads the codecs that a document's bodies need. Without it, XML, multipart and sequential bodies are read as bytes, and
 * values are not written as such.
 */
export async function prepareBodies(document: Document): Promise<void> {
  const uses = (matches: (type: string) => boolean): boolean =>
    operationsOf(document).operations.some(({ requestBody, responses }) =>
      [requestBody, ...responses].some((part) => part?.content.some(({ type }) => matches(type))),
    )
  if (uses((type) => isXmlType(concreteType(type)))) xml ??= await import('./xml/codec.ts')
  if (uses((type) => /^(?:multipart|\*)\//i.test(type))) formData ??= await import('./body/form-data.ts')
  if (uses((type) => sequenceOf(concreteType(type)) !== undefined))
    sequences ??= await import('./body/sequences.ts')
}

/**
 * Decodes the content of a message by its Content-Type: JSON, XML, forms (urlencoded and multipart) and text become a JSON
 * value, anything else stays bytes. `mediaType` is the declared media type that it matches. Never throws.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  if (isAnyFile(mediaType, resolve)) return { kind: 'ok', value: bytes }
  if (contentType === 'application/json') return decodeJson(bytes)
  const sent = parseMediaType(contentType)
  const kind = sent === undefined ? 'bytes' : kindOf(sent)
  if (kind === 'json') return decodeJson(bytes)
  if (kind === 'form') return decodeForm(bytes, mediaType, resolve)
  const sequence = sequenceIn(contentType, mediaType, resolve)
  if (sequences && sequence) {
    const text = decodeUtf8(bytes)
    return text === undefined ? notUtf8 : sequences.decodeSequence(text, sequence)
  }
  if (sent === undefined || kind === 'bytes') return { kind: 'ok', value: bytes }
  if (kind === 'xml' && !isText(mediaTypeShape(mediaType, resolve)))
    return decodeXmlBody(bytes, sent, mediaType, resolve)
  return (kind === 'multipart' ? decodeMultipart : decodeText)(bytes, sent, mediaType, resolve)
}

/** Whether content is bytes of any media type: a schema with `format: binary` for a range of media types. */
const isAnyFile = (mediaType: MediaType, resolve: Resolve): boolean =>
  mediaType.type.includes('*') && mediaTypeShape(mediaType, resolve).binary

/** The media type to send content as: bytes of any type are no JSON. */
export function typeToSend(mediaType: MediaType, resolve: Resolve = mediaTypeResolver(mediaType)): string {
  const type = concreteType(mediaType.type)
  return isJsonType(type) && isAnyFile(mediaType, resolve) ? 'application/octet-stream' : type
}

/** A body ready to send. */
export interface EncodedBody {
  readonly bytes: Uint8Array
  /** The concrete media type, with the boundary of a multipart body. */
  readonly contentType: string
}

/**
 * Encodes a value as its media type requires. A value that the media type cannot represent, such as an object in
 * `text/plain`, is written as JSON. `resolve` resolves the `$ref`s of the schema, by default in the document that the media
 * type was read from.
 */
export function encodeBody(
  value: Json | Uint8Array,
  mediaType: MediaType,
  resolve: Resolve = mediaTypeResolver(mediaType),
): EncodedBody {
  const contentType = typeToSend(mediaType, resolve)
  if (value instanceof Uint8Array) return { bytes: value, contentType }
  const parsed = parseMediaType(contentType)
  const kind = parsed ? kindOf(parsed) : 'json'
  if (kind === 'multipart' && formData) {
    const { bytes, boundary } = formData.encodeFormData(
      isJsonObject(value) ? value : { value },
      mediaType,
      resolve,
    )
    return { bytes, contentType: `${contentType.replace(/;.*/s, '')}; boundary=${boundary}` }
  }
  const sequence = sequenceIn(contentType, mediaType, resolve)
  const text =
    sequences && sequence
      ? sequences.encodeSequence(value, sequence, /json-seq\s*(?:;|$)/i.test(contentType))
      : kind === 'xml'
        ? encodeXmlText(value, mediaTypeShape(mediaType, resolve))
        : encodeText(value, kind, mediaType)
  return { bytes: new TextEncoder().encode(text), contentType }
}

/** How content is divided into items, if its schema is that of an array. Before `itemSchema`, schemas of events described a single one. */
function sequenceIn(contentType: string, mediaType: MediaType, resolve: Resolve): Sequence | undefined {
  const sequence = sequenceOf(contentType)
  if (sequence === undefined || (sequence === 'events' && !mediaType.itemSchema)) return undefined
  const isArray = (mediaTypeShape(mediaType, resolve).types & ~types.null) === types.array
  return isArray ? sequence : undefined
}

/** A string that is an XML document already is sent as it is. */
function encodeXmlText(value: Json, shape: Shape): string {
  const isDocument =
    typeof value === 'string' && (isText(shape) || (shape.types === types.any && /^\s*</.test(value)))
  return isDocument || !xml ? textOf(value) : xml.encodeXml(value, shape)
}

/** Whether the schema of XML is only a string, which is then the whole document. */
function isText({ types: allowed, xml }: Shape): boolean {
  return (allowed & ~types.null) === types.string && xml.name === undefined
}

function encodeText(value: Json, kind: ContentKind, mediaType: MediaType): string {
  if (kind === 'json') return stringifyJson(value)
  return kind === 'form' && isJsonObject(value) ? encodeForm(value, mediaType) : textOf(value)
}

type ContentKind = 'json' | 'xml' | 'form' | 'multipart' | 'text' | 'bytes'

const textual = /^text\/|[/+](?:xml|yaml|x-yaml|jsonl|x-ndjson|json-seq|javascript|graphql|toml|sql)$/

function kindOf({ type, subtype }: ParsedMediaType): ContentKind {
  const essence = `${type}/${subtype}`
  if (isJsonType(essence)) return 'json'
  if (isXmlType(essence)) return 'xml'
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
  const shape = mediaTypeShape(mediaType, resolve)
  if (!isForm(shape)) return { kind: 'ok', value: coerce(text, shape.types) }
  const read = getOrInsertComputed(formReaders, mediaType, () => createFormReader(mediaType, resolve))
  const value = read(text)
  if (typeof value !== 'symbol') return { kind: 'ok', value }
  return { kind: 'malformed', message: `The form is invalid: ${String(value.description)}.` }
}

function decodeMultipart(
  bytes: Uint8Array,
  sent: ParsedMediaType,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  const boundary = sent.parameters.get('boundary')
  if (boundary === undefined || boundary === '') {
    return { kind: 'malformed', message: 'The Content-Type of the multipart body has no boundary.' }
  }
  if (!formData) return { kind: 'ok', value: bytes }
  const shape = mediaTypeShape(mediaType, resolve)
  const reading = formData.readFormData(bytes, boundary, shape)
  return isForm(shape) || reading.kind === 'malformed' ? reading : { kind: 'ok', value: bytes }
}

/** Whether a form is read as an object. If its schema is something else, it is read as one text, or stays bytes. */
function isForm({ types: allowed }: Shape): boolean {
  return (allowed & types.object) !== 0
}

function decodeXmlBody(
  bytes: Uint8Array,
  sent: ParsedMediaType,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  if (!xml) return { kind: 'ok', value: bytes }
  const charset = sent.parameters.get('charset') ?? declaredEncoding(bytes)
  const text = textIn(bytes, charset)
  return text === undefined ? notInCharset(charset) : xml.decodeXml(text, mediaTypeShape(mediaType, resolve))
}

/** The encoding by the byte order mark or XML declaration (XML 1.0 §4.3.3, Appendix F). */
function declaredEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 100))
  return /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}

/** Text stays bytes if its schema does not allow a single value, as it cannot be validated. */
function decodeText(
  bytes: Uint8Array,
  sent: ParsedMediaType,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  const allowed = mediaTypeShape(mediaType, resolve).types
  if ((allowed & types.scalar) === 0) return { kind: 'ok', value: bytes }
  const charset = sent.parameters.get('charset') ?? 'utf-8'
  const text = textIn(bytes, charset)
  return text === undefined ? notInCharset(charset) : { kind: 'ok', value: coerce(text, allowed) }
}

function textIn(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const notInCharset = (charset: string): BodyReading => ({
  kind: 'malformed',
  message: `The body is not valid ${charset} text.`,
})

const shapes = new WeakMap<MediaType, Shape>()

/** The shape of a media type's values. Cached. */
function mediaTypeShape(mediaType: MediaType, resolve: Resolve): Shape {
  return getOrInsertComputed(shapes, mediaType, () => shapeOf(mediaType.schema, resolve))
}
