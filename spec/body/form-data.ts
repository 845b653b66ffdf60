import type { MediaType } from '../document.ts'
import { isJsonType } from '../http/media-type.ts'
import { decodeUtf8, isArray, parseJson, stringifyJson, type Json, type JsonObject } from '../json.ts'
import { coerce } from '../parameters/coerce.ts'
import { textOf } from '../parameters/encode.ts'
import { formOf } from '../parameters/read-values.ts'
import { shapeOf, types, type Resolve, type Shape } from '../schemas/shape.ts'
import { own } from '../util/object.ts'
import { noteFiles } from './files.ts'
import { formatMultipart, parseMultipart, type Part } from './multipart.ts'

export type FormDataReading =
  | { readonly kind: 'ok'; readonly value: JsonObject }
  | { readonly kind: 'malformed'; readonly message: string }

/**
 * Reads `multipart/form-data` as an object (OpenAPI 3.2 §4.15 Encoding Object, RFC 7578). Parts of the same name form an
 * array. A JSON part is parsed, the text of any other part is converted to a type that the schema allows. A file is a
 * string, as its schema is: its text if it is UTF-8, otherwise base64. `filesIn` has its name and type.
 */
export function readFormData(body: Uint8Array, boundary: string, shape: Shape): FormDataReading {
  const reading = parseMultipart(body, boundary)
  if (reading.kind === 'malformed') return reading
  const members = new Map<string, Json[]>()
  for (const part of reading.parts) {
    if (part.name === undefined) return { kind: 'malformed', message: 'A part of the form has no name.' }
    const value = readPart(part, shape.member(part.name))
    if (value === undefined)
      return { kind: 'malformed', message: `The part '${part.name}' is not valid JSON.` }
    members.set(part.name, [...(members.get(part.name) ?? []), value])
  }
  const entries = [...members].map(([name, values]) => [name, memberOf(values, shape.member(name))] as const)
  const value = Object.fromEntries(entries)
  noteFiles(value, reading.parts)
  return { kind: 'ok', value }
}

function memberOf(values: readonly Json[], shape: Shape): Json {
  const [value] = values
  return values.length === 1 && value !== undefined && (formOf(shape) !== 'array' || isArray(value))
    ? value
    : values
}

/** Undefined for a part of a JSON type that is not valid JSON. Browsers give every Blob a file name, even of JSON. */
function readPart({ contentType, filename, content }: Part, shape: Shape): Json | undefined {
  const decoded = decodeUtf8(content)
  if (decoded === undefined) return toBase64(content)
  const allowed = formOf(shape) === 'array' ? shape.types | shape.items().types : shape.types
  const isFile = filename !== undefined && (allowed & types.string) !== 0
  if (isFile) return decoded
  if (contentType === undefined || !isJsonType(contentType)) return coerce(decoded, allowed)
  const reading = parseJson(decoded)
  return reading.kind === 'ok' ? reading.value : undefined
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Writes an object as `multipart/form-data`: each member is a part, each item of an array a part too, objects are JSON. */
export function encodeFormData(
  value: JsonObject,
  mediaType: MediaType,
  resolve: Resolve,
): { readonly bytes: Uint8Array; readonly boundary: string } {
  const shape = shapeOf(mediaType.schema, resolve)
  const parts = Object.entries(value).flatMap(([name, member]) => {
    const property = shape.member(name)
    const isFile = property.binary || property.items().binary
    const declared = own(mediaType.encoding[name], 'contentType')
    const contentType = typeof declared === 'string' && !/[*,]/.test(declared) ? declared : undefined
    return (isArray(member) ? member : [member]).map((item) => partOf(name, item, contentType, isFile))
  })
  return formatMultipart(parts)
}

function partOf(name: string, value: Json, declared: string | undefined, isFile: boolean): Part {
  const isComposite = typeof value === 'object' && value !== null
  const contentType =
    declared ?? (isFile ? 'application/octet-stream' : isComposite ? 'application/json' : undefined)
  const text = contentType !== undefined && isJsonType(contentType) ? stringifyJson(value) : textOf(value)
  return { name, filename: isFile ? name : undefined, contentType, content: new TextEncoder().encode(text) }
}
