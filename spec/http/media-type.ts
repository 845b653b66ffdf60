import Negotiator from 'negotiator'
import type { MediaType } from '../document.ts'

/** A parsed media type (RFC 9110 §8.3.1): names are in lower case, parameter values as written. */
export interface ParsedMediaType {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyMap<string, string>
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const essence = new RegExp(`^(${token})/(${token})[ \\t]*(?=;|$)`)
const parameter = new RegExp(`;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*)?`, 'y')

/** Parses a media type or media range, `type/subtype; name=value`; undefined when the text is neither. */
export function parseMediaType(text: string): ParsedMediaType | undefined {
  const trimmed = text.trim()
  const match = essence.exec(trimmed)
  if (match === null) return undefined
  const parameters = new Map<string, string>()
  let at = match[0].length
  while (at < trimmed.length) {
    parameter.lastIndex = at
    const found = parameter.exec(trimmed)
    if (found === null) return undefined
    const [whole, name, plain, quoted] = found
    if (name !== undefined) parameters.set(name.toLowerCase(), plain ?? quoted!.replace(/\\(.)/g, '$1'))
    at += whole.length
  }
  return { type: match[1]!.toLowerCase(), subtype: match[2]!.toLowerCase(), parameters }
}

/** Whether the type is JSON Patch (RFC 6902 §6). */
export function isJsonPatch(type: string): boolean {
  return /^application\/json-patch\+json\s*(?:;|$)/i.test(type)
}

/** Whether the type is JSON merge patch (RFC 7396 §4). */
export function isMergePatch(type: string): boolean {
  return /^application\/merge-patch\+json\s*(?:;|$)/i.test(type)
}

/** Whether the type is JSON: `application/json`, `text/json` or any `+json` (RFC 6839 §3.1). */
export function isJsonType(type: string): boolean {
  if (type === 'application/json') return true
  const parsed = parseMediaType(type)
  return (
    parsed !== undefined && /^(?:application|text)\/json$|\+json$/.test(`${parsed.type}/${parsed.subtype}`)
  )
}

/** How content is divided into items: lines of JSON, or events (OpenAPI 3.2 §4.14.3). */
export type Sequence = 'lines' | 'events'

/** How content of this type is divided into items; undefined if it is not sequential. */
export function sequenceOf(type: string): Sequence | undefined {
  const { type: top, subtype } = parseMediaType(type) ?? {}
  const essence = `${top ?? ''}/${subtype ?? ''}`
  if (essence === 'text/event-stream') return 'events'
  return /^application\/(?:(?:x-)?(?:jsonl|jsonlines|ndjson)|json-seq|.*\+json-seq)$/.test(essence)
    ? 'lines'
    : undefined
}

/** Sorts media types as most clients prefer them: `application/json`, other JSON types, the rest. */
export function jsonFirst(content: readonly MediaType[]): readonly MediaType[] {
  const rank = ({ type }: MediaType): number =>
    isPlainJson(type) ? 0 : isJsonType(concreteType(type)) ? 1 : 2
  return [...content].sort((a, b) => rank(a) - rank(b))
}

const isPlainJson = (type: string): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type)

/** Whether the type is one that HTML forms send. */
export function isFormType(type: string): boolean {
  const { type: top, subtype } = parseMediaType(type) ?? {}
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(`${top ?? ''}/${subtype ?? ''}`)
}

/** Whether the type is XML data: `application/xml`, `text/xml` or `+xml` (RFC 7303), but not an image or a web page. */
export function isXmlType(type: string): boolean {
  const parsed = parseMediaType(type)
  if (parsed === undefined || parsed.type === 'image' || parsed.subtype === 'xhtml+xml') return false
  return /^(?:application|text)\/xml$|\+xml$/.test(`${parsed.type}/${parsed.subtype}`)
}

/** Whether a key of a `content` object is a media type, or a short name for one. */
export function isMediaType(key: string): boolean {
  return parseMediaType(key) !== undefined || shortNames.test(key)
}

/**
 * The media type to send content as, for a key of a `content` object: itself, or the most likely member of a range.
 * A key that is not a media type stands for JSON.
 */
export function concreteType(key: string): string {
  const parsed = parseMediaType(key)
  if (parsed === undefined && shortNames.test(key)) return `application/${key.trim().toLowerCase()}`
  if (parsed === undefined || parsed.type === '*') return 'application/json'
  if (!parsed.subtype.includes('*')) return key.trim()
  if (parsed.subtype.startsWith('*+')) return `${parsed.type}/${parsed.subtype.slice(2)}`
  return concreteByType[parsed.type] ?? `${parsed.type}/octet-stream`
}

/** Short names that some documents use as media types. */
const shortNames = /^\s*(?:json|xml|pdf|zip|gzip|yaml|octet-stream)\s*$/i

const concreteByType: Readonly<Record<string, string>> = {
  application: 'application/json',
  text: 'text/plain',
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  multipart: 'multipart/form-data',
}

/**
 * The declared media type or range that matches a Content-Type most specifically; undefined when none does. A declared
 * parameter must be sent with its value, except that `charset` may be omitted (OpenAPI 3.2 §4.14 Media Type Object,
 * RFC 9110 §12.5.1).
 */
export function matchMediaType(declared: readonly MediaType[], contentType: string): MediaType | undefined {
  const sent = parseMediaType(contentType)
  let best: MediaType | undefined
  let bestScore = 0
  for (const mediaType of declared) {
    const score = sent === undefined ? 0 : matchScore(mediaType.type, sent)
    const exact = mediaType.type.trim().toLowerCase() === contentType.trim().toLowerCase()
    if (exact) return mediaType
    if (score > bestScore) [best, bestScore] = [mediaType, score]
  }
  return best
}

/** How specifically a declared type or range matches; 0 when it does not. */
function matchScore(key: string, sent: ParsedMediaType): number {
  const declared = parseMediaType(shortNames.test(key) ? concreteType(key) : key)
  if (declared === undefined) return 0
  const specificity = typeScore(declared, sent)
  if (specificity === 0) return 0
  let matching = 0
  for (const [name, value] of declared.parameters) {
    const given = sent.parameters.get(name)
    if (given?.toLowerCase() === value.toLowerCase()) matching++
    else if (given !== undefined || name !== 'charset') return 0
  }
  return specificity * 100 + matching
}

/** 4 for the same type, 3 for a suffix such as `*+json`, 2 for `type/*`, 1 for any type, 0 for no match. */
function typeScore(declared: ParsedMediaType, sent: ParsedMediaType): number {
  if (declared.type === '*') return declared.subtype === '*' ? 1 : 0
  if (declared.type !== sent.type) return 0
  if (declared.subtype === sent.subtype) return 4
  if (declared.subtype === '*') return 2
  return declared.subtype.startsWith('*+') && sent.subtype.endsWith(declared.subtype.slice(1)) ? 3 : 0
}

/**
 * The offered type, as written, that an `Accept` field prefers; undefined when it accepts none of them. The first if the
 * field is missing or invalid. An offered range is accepted if any type within it is. A client that asks for one kind of JSON, as
 * for `application/vnd.example.v3+json`, can read any other.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || !/[^\s/]\/[^\s/]/.test(accept)) return offered[0]
  // All text we offer is UTF-8, so a charset in `Accept` does not matter.
  const negotiator = new Negotiator({ headers: { accept: accept.replace(/;[ \t]*charset=[^;,]*/gi, '') } })
  const concrete = offered.filter((type) => parseMediaType(type) !== undefined && !type.includes('*'))
  const accepted = negotiator.mediaTypes()
  return (
    negotiator.mediaTypes(concrete)[0] ??
    offered.find((type) => accepted.some((range) => overlaps(type, range)))
  )
}

function overlaps(one: string, other: string): boolean {
  if (isJsonType(one) && isJsonType(other)) return true
  const a = parseMediaType(one)
  const b = parseMediaType(other)
  if (a === undefined || b === undefined) return false
  return typeScore(a, b) > 0 || typeScore(b, a) > 0
}

/** Whether content of a media type is text or structured data, rather than bytes. */
export const isTextual = (type: string): boolean => /[/+](?:json|xml)\b|^text\//i.test(type)
