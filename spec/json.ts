import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json'
import { countMembers, findDuplicateKey } from './json/object-keys.ts'

/**
 * A JSON value. An integer beyond ±(2^53 - 1) is a bigint, so that int64 survives exactly; every other number is a
 * number. Values are never mutated once parsed.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

export type JsonReading =
  | { readonly kind: 'ok'; readonly value: Json }
  | {
      readonly kind: 'malformed'
      readonly message: string
      /** An index into the text, in UTF-16 code units. */
      readonly position?: number
      /** The key that an otherwise valid text repeats in one object. */
      readonly duplicateKey?: string
    }

/** Deepest nesting of arrays and objects. */
export const maxDepth = 512

/**
 * Parses a JSON text (RFC 8259) and never throws. Stricter than the RFC requires: a key repeated in one object, nesting
 * deeper than {@link maxDepth} and a number too large for a double are malformed. Integers written without fraction and
 * exponent are exact, whatever their size.
 */
export function parseJson(text: string): JsonReading {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return explainSyntaxError(text)
  }
  if (typeof value !== 'object' && typeof value !== 'number') return { kind: 'ok', value }
  if (isLossless(value, text)) return { kind: 'ok', value }
  const survey: Survey = { members: 0, hasLargeNumber: false, isTooDeep: false }
  surveyValue(value, 0, survey)
  if (survey.isTooDeep) return malformed(`The JSON is nested deeper than ${maxDepth} levels.`)
  // JSON.parse keeps one of several equal keys.
  if (survey.members !== countMembers(text)) return duplicateKey(text)
  return survey.hasLargeNumber ? parseExactly(text) : { kind: 'ok', value }
}

/**
 * Whether JSON.parse certainly lost nothing: the value serializes to the same text, which has no number with more digits
 * than a double can hold, and is too short to be nested too deep. True of most JSON, and much cheaper than traversing it.
 */
function isLossless(value: Json, text: string): boolean {
  return text.length < 2 * maxDepth && !manyDigits.test(text) && JSON.stringify(value) === text
}

const manyDigits = /\d{16}/

/** Decodes UTF-8 and removes a byte order mark; undefined for invalid bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON text of a value, bigints as integers. `space` indents as in `JSON.stringify`. */
export function stringifyJson(value: Json, space?: number | string): string {
  // The host program may have made bigints serialize as strings: ours must stay numbers.
  if ('toJSON' in BigInt.prototype) return stringifyLossless(value, null, space) ?? 'null'
  try {
    return JSON.stringify(value, null, space)
  } catch {
    return stringifyLossless(value, null, space) ?? 'null'
  }
}

/** Whether two values are equal JSON: 1n equals 1, and the order of an object's members does not matter. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return equalNumbers(a, b)
  if (a === null || b === null) return false
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]!))
  if (isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equalJson(a[name]!, b[name]!))
  )
}

/** Whether the value is a JSON object, so neither null nor an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value)
}

/** The own member of an object, safe for names such as `constructor`; undefined when there is none. */
export function memberNamed(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The name of an array's first item in a path (RFC 6901 §4). */
export const firstItem = '0'

/** The nested member that a path of names leads to, or the first item of a list; undefined when there is none. */
export function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce(
    (whole, name) => (name === firstItem && isArray(whole) ? whole[0] : memberNamed(whole, name)),
    value,
  )
}

/** The value with nothing around it but what the path names: `{"data": 3}` for `data`. */
export const wrappedAt = (path: readonly string[], value: Json): Json =>
  path.reduceRight<Json>((inner, name) => (name === firstItem ? [inner] : { [name]: inner }), value)

/** `Array.isArray` that also narrows to readonly arrays. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function equalNumbers(a: Json, b: Json): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number.isInteger(b) && BigInt(b) === a
  return typeof a === 'number' && typeof b === 'bigint' && equalNumbers(b, a)
}

interface Survey {
  /** The number of members of all objects. */
  members: number
  /** Whether there is a number beyond ±(2^53 - 1), which JSON.parse may have rounded. */
  hasLargeNumber: boolean
  isTooDeep: boolean
}

function surveyValue(value: Json, depth: number, survey: Survey): void {
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) survey.hasLargeNumber = true
  } else if (typeof value === 'object' && value !== null) {
    if (depth === maxDepth) survey.isTooDeep = true
    else surveyMembers(value, depth + 1, survey)
  }
}

function surveyMembers(value: readonly Json[] | JsonObject, depth: number, survey: Survey): void {
  if (isArray(value)) {
    for (const item of value) surveyValue(item, depth, survey)
    return
  }
  const names = Object.keys(value)
  survey.members += names.length
  for (const name of names) surveyValue(value[name]!, depth, survey)
}

function duplicateKey(text: string): JsonReading {
  const duplicate = findDuplicateKey(text)
  if (!duplicate) return malformed('A key is repeated in one object.')
  const { key, position } = duplicate
  const message = `The key ${JSON.stringify(key)} is repeated in one object, at position ${position}.`
  return { kind: 'malformed', message, position, duplicateKey: key }
}

/** Parses a valid JSON text again, with every integer exact. */
function parseExactly(text: string): JsonReading {
  try {
    return { kind: 'ok', value: parseLossless(text, null, readNumber) as Json }
  } catch (error) {
    return malformed(
      error instanceof RangeError ? error.message : 'The JSON contains a number that cannot be read.',
    )
  }
}

function readNumber(text: string): number | bigint {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new RangeError(`The number ${shorten(text)} is too large.`)
  return Number.isSafeInteger(value) || !/^-?[0-9]+$/.test(text) ? value : BigInt(text)
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Describes a syntax error; the messages of JSON.parse depend on the version of Node. */
function explainSyntaxError(text: string): JsonReading {
  if (/^[ \t\r\n]*$/.test(text)) return malformed('The text is empty. It must be JSON.', 0)
  const reason = parserMessage(text)
  const position = /at position (\d+)$/.exec(reason)?.[1]
  if (position === undefined) return malformed('The text is not valid JSON.')
  return malformed(`The text is not valid JSON: ${reason}.`, Number(position))
}

function parserMessage(text: string): string {
  try {
    parseLossless(text)
    return ''
  } catch (error) {
    return error instanceof SyntaxError ? error.message : ''
  }
}

function malformed(message: string, position?: number): JsonReading {
  return { kind: 'malformed', message, ...(position !== undefined && { position }) }
}
