import Negotiator from 'negotiator'
import type { MediaType } from '../document.ts'

/** A media type taken apart (RFC 9110 §8.3.1): names in lower case, values of parameters as given. */
export interface ParsedMediaType {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyMap<string, string>
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const essence = new RegExp(`^(${token})/(${token})[ \\t]*(?=;|$)`)
const parameter = new RegExp(`;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*)?`, 'y')

/** `type/subtype; name=value`; undefined when the text is no media type or media range. */
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

/** Whether it is a list of changes to JSON (RFC 6902 §6). */
export function isJsonPatch(type: string): boolean {
  return /^application\/json-patch\+json\s*(?:;|$)/i.test(type)
}

/** Whether content of this type is JSON: `application/json`, `text/json` or any `+json` (RFC 6839 §3.1). */
export function isJsonType(type: string): boolean {
  if (type === 'application/json') return true
  const parsed = parseMediaType(type)
  return (
    parsed !== undefined && /^(?:application|text)\/json$|\+json$/.test(`${parsed.type}/${parsed.subtype}`)
  )
}

/** The content types with JSON first, and `application/json` before what is built on it: that is what most clients want. */
export function jsonFirst(content: readonly MediaType[]): readonly MediaType[] {
  const rank = ({ type }: MediaType): number =>
    isPlainJson(type) ? 0 : isJsonType(concreteType(type)) ? 1 : 2
  return [...content].sort((a, b) => rank(a) - rank(b))
}

const isPlainJson = (type: string): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type)

/** Whether content of this type is what an HTML form sends. */
export function isFormType(type: string): boolean {
  const { type: top, subtype } = parseMediaType(type) ?? {}
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(`${top ?? ''}/${subtype ?? ''}`)
}

/** Whether content of this type is XML data: `application/xml`, `text/xml` or `+xml` (RFC 7303), images and pages apart. */
export function isXmlType(type: string): boolean {
  const parsed = parseMediaType(type)
  if (parsed === undefined || parsed.type === 'image' || parsed.subtype === 'xhtml+xml') return false
  return /^(?:application|text)\/xml$|\+xml$/.test(`${parsed.type}/${parsed.subtype}`)
}

/** Whether a key of a `content` object says which content it is about. */
export function isMediaType(key: string): boolean {
  return parseMediaType(key) !== undefined || shortNames.test(key)
}

/**
 * A type that content can be sent as, for a key of a `content` object: itself, or for a range the likeliest member.
 * A key that is no media type at all stands for JSON.
 */
export function concreteType(key: string): string {
  const parsed = parseMediaType(key)
  if (parsed === undefined && shortNames.test(key)) return `application/${key.trim().toLowerCase()}`
  if (parsed === undefined || parsed.type === '*') return 'application/json'
  if (!parsed.subtype.includes('*')) return key.trim()
  if (parsed.subtype.startsWith('*+')) return `${parsed.type}/${parsed.subtype.slice(2)}`
  return concreteByType[parsed.type] ?? `${parsed.type}/octet-stream`
}

/** What documents write where they mean a media type. */
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
 * The declared media type that describes content of a type: the one that says most about it. A declared parameter must
 * be sent with that value, but `charset` may be left out (OpenAPI 3.2 §4.14 Media Type Object, RFC 9110 §12.5.1).
 */
export function matchMediaType(declared: readonly MediaType[], contentType: string): MediaType | undefined {
  const sent = parseMediaType(contentType)
  let best: MediaType | undefined
  let bestScore = 0
  for (const mediaType of declared) {
    const score = sent === undefined ? 0 : scoreOf(mediaType.type, sent)
    const exact = mediaType.type.trim().toLowerCase() === contentType.trim().toLowerCase()
    if (exact) return mediaType
    if (score > bestScore) [best, bestScore] = [mediaType, score]
  }
  return best
}

/** How closely a declared type or range fits; 0 when it does not. */
function scoreOf(key: string, sent: ParsedMediaType): number {
  const declared = parseMediaType(shortNames.test(key) ? concreteType(key) : key)
  if (declared === undefined) return 0
  const kind = kindScore(declared, sent)
  if (kind === 0) return 0
  let matching = 0
  for (const [name, value] of declared.parameters) {
    const given = sent.parameters.get(name)
    if (given?.toLowerCase() === value.toLowerCase()) matching++
    else if (given !== undefined || name !== 'charset') return 0
  }
  return kind * 100 + matching
}

function kindScore(declared: ParsedMediaType, sent: ParsedMediaType): number {
  if (declared.type === '*') return declared.subtype === '*' ? 1 : 0
  if (declared.type !== sent.type) return 0
  if (declared.subtype === sent.subtype) return 4
  if (declared.subtype === '*') return 2
  return declared.subtype.startsWith('*+') && sent.subtype.endsWith(declared.subtype.slice(1)) ? 3 : 0
}

/**
 * The offered type, as written, that the `Accept` field likes best; undefined when it accepts none of them. Without
 * a wish that can be understood the first is taken. Offered ranges count as anything within them.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || !/[^\s/]\/[^\s/]/.test(accept)) return offered[0]
  // A charset is no property of the types offered: all text is UTF-8.
  const wishes = new Negotiator({ headers: { accept: accept.replace(/;[ \t]*charset=[^;,]*/gi, '') } })
  const concrete = offered.filter((type) => parseMediaType(type) !== undefined && !type.includes('*'))
  const best = wishes.mediaTypes(concrete)[0]
  if (best !== undefined) return best
  const accepted = wishes.mediaTypes()
  return offered.find((type) => type.includes('*') && accepted.some((wish) => overlaps(type, wish)))
}

function overlaps(range: string, wish: string): boolean {
  const a = parseMediaType(range)
  const b = parseMediaType(wish)
  if (a === undefined || b === undefined) return false
  return kindScore(a, b) > 0 || kindScore(b, a) > 0
}
