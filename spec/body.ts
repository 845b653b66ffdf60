import type { Document, MediaType } from './document.ts'
import type * as FormData from './body/form-data.ts'
import { decodeUtf8, isJsonObject, parseJson, stringifyJson, type Json } from './json.ts'
import {
  concreteType,
  isJsonType,
  isXmlType,
  parseMediaType,
  type ParsedMediaType,
} from './http/media-type.ts'
import { operationsOf } from './operations.ts'
import { coerce } from './parameters/coerce.ts'
import { textOf } from './parameters/encode.ts'
import { createFormReader, encodeForm, type FormReader } from './parameters/urlencoded.ts'
import { shapeOf, types, type Resolve, type Shape } from './schemas/shape.ts'
import { mediaTypeResolver } from './schemas/resolver.ts'
import type * as XmlCodec from './xml/codec.ts'

/** Bytes stand for content that no JSON value describes: images, archives. */
export type BodyReading =
  | { readonly kind: 'ok'; readonly value: Json | Uint8Array }
  | { readonly kind: 'malformed'; readonly message: string }

/** With its parser it takes as long to load as all else, and few documents have use for it. */
let xml: typeof XmlCodec | undefined
let formData: typeof FormData | undefined

/**
 * Makes ready for the bodies of a document. Where that was not done, XML and multipart forms that are read stay bytes, and
 * none are written.
 */
export async function prepareBodies(document: Document): Promise<void> {
  const has = (isMeant: (type: string) => boolean): boolean =>
    operationsOf(document).operations.some(({ requestBody, responses }) =>
      [requestBody, ...responses].some((part) => part?.content.some(({ type }) => isMeant(type))),
    )
  if (has((type) => isXmlType(concreteType(type)))) xml ??= await import('./xml/codec.ts')
  if (has((type) => /^(?:multipart|\*)\//i.test(type))) formData ??= await import('./body/form-data.ts')
}

/**
 * Reads the content of a message as the media type its Content-Type names: JSON, XML, forms (urlencoded and multipart)
 * and text become a value, all else stays bytes. `mediaType` is the declared one that describes it. Never throws.
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
  if (kind === 'xml' && !isText(knownShape(mediaType, resolve)))
    return decodeXmlBody(bytes, sent, mediaType, resolve)
  return (kind === 'multipart' ? decodeMultipart : decodeText)(bytes, sent, mediaType, resolve)
}

/** Content as it is sent. */
export interface EncodedBody {
  readonly bytes: Uint8Array
  /** The Content-Type: that of the media type made concrete, with the boundary of a multipart body. */
  readonly contentType: string
}

/**
 * Writes a value as its media type asks. Where a media type has no form for a value (an object as text) it is written as
 * JSON text. `resolve` follows the `$ref`s of its schema; media types of a document have their own.
 */
export function encodeBody(
  value: Json | Uint8Array,
  mediaType: MediaType,
  resolve: Resolve = mediaTypeResolver(mediaType),
): EncodedBody {
  const contentType = concreteType(mediaType.type)
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
  const text =
    kind === 'xml' ? encodeXmlText(value, knownShape(mediaType, resolve)) : encodeText(value, kind, mediaType)
  return { bytes: new TextEncoder().encode(text), contentType }
}

/** A whole document, given as its text, is sent as it is. */
function encodeXmlText(value: Json, shape: Shape): string {
  const isWhole =
    typeof value === 'string' && (isText(shape) || (shape.types === types.any && /^\s*</.test(value)))
  return isWhole || !xml ? textOf(value) : xml.encodeXml(value, shape)
}

/** Whether XML is described as nothing but a text: then it is that text. */
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
  const shape = knownShape(mediaType, resolve)
  if (!isForm(shape)) return { kind: 'ok', value: coerce(text, shape.types) }
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
  if (!formData) return { kind: 'ok', value: bytes }
  const shape = knownShape(mediaType, resolve)
  const reading = formData.readFormData(bytes, boundary, shape)
  return isForm(shape) || reading.kind === 'malformed' ? reading : { kind: 'ok', value: bytes }
}

/** Documents describe forms as something else than an object: a text is then all of it, and parts cannot be validated. */
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
  return text === undefined ? notIn(charset) : xml.decodeXml(text, knownShape(mediaType, resolve))
}

/** By its byte order mark or XML declaration (XML 1.0 §4.3.3, Appendix F). */
function declaredEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 100))
  return /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}

/** Text that the schema does not describe as a single value stays bytes: it cannot be validated. */
function decodeText(
  bytes: Uint8Array,
  sent: ParsedMediaType,
  mediaType: MediaType,
  resolve: Resolve,
): BodyReading {
  const allowed = knownShape(mediaType, resolve).types
  if ((allowed & types.scalar) === 0) return { kind: 'ok', value: bytes }
  const charset = sent.parameters.get('charset') ?? 'utf-8'
  const text = textIn(bytes, charset)
  return text === undefined ? notIn(charset) : { kind: 'ok', value: coerce(text, allowed) }
}

function textIn(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const notIn = (charset: string): BodyReading => ({
  kind: 'malformed',
  message: `The body is no text in ${charset}.`,
})

const shapes = new WeakMap<MediaType, Shape>()

/** Worked out once per media type. */
function knownShape(mediaType: MediaType, resolve: Resolve): Shape {
  const shape = shapes.get(mediaType) ?? shapeOf(mediaType.schema, resolve)
  shapes.set(mediaType, shape)
  return shape
}
