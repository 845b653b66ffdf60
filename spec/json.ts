import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json'

/**
 * A JSON value. An integer beyond ±(2^53 - 1) is a bigint, so that int64 survives exactly; every other number is a
 * number. Values are never mutated once parsed.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

/** `position`: index into the text, in UTF-16 code units from 0. */
export type JsonReading =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'malformed'; readonly message: string; readonly position?: number }

/** Arrays and objects inside one another, at most. */
export const maxDepth = 512

/**
 * Reads a JSON text (RFC 8259) and never throws. Stricter than the RFC where it leaves a choice: a key used twice in
 * one object, nesting deeper than {@link maxDepth} and a number too large for a double are malformed. An integer
 * written without fraction and exponent is exact, whatever its size.
 */
export function parseJson(text: string): JsonReading {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return explain(text)
  }
  if (typeof value !== 'object' && typeof value !== 'number') return { kind: 'ok', value }
  if (isAsWritten(value, text)) return { kind: 'ok', value }
  const seen: Survey = { members: 0, large: false, tooDeep: false }
  survey(value, 0, seen)
  if (seen.tooDeep) return malformed(`The JSON is nested deeper than ${maxDepth} levels.`)
  if (seen.members !== countMembers(text)) return duplicateKey(text)
  return seen.large ? parseExactly(text) : { kind: 'ok', value }
}

/**
 * Whether nothing can have been lost: the value is written as it was, it holds no number of so many digits that a double
 * may not, and is too short to be nested too deep. So most JSON is, and this takes a fraction of looking through it.
 */
function isAsWritten(value: Json, text: string): boolean {
  return text.length < 2 * maxDepth && !manyDigits.test(text) && JSON.stringify(value) === text
}

const manyDigits = /\d{16}/

/** Text of UTF-8 bytes, without a byte order mark; undefined when they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON text of a value, bigints as integers. `space` indents as in `JSON.stringify`. */
export function stringifyJson(value: Json, space?: number | string): string {
  // A program around us may have taught bigints to be strings in JSON: ours stay numbers.
  if ('toJSON' in BigInt.prototype) return stringifyLossless(value, null, space) ?? 'null'
  try {
    return JSON.stringify(value, null, space)
  } catch {
    return stringifyLossless(value, null, space) ?? 'null'
  }
}

/** Whether two values are the same JSON: 1n equals 1, the order of an object's members does not matter. */
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

/** Whether the value is a JSON object: neither null nor an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value)
}

/** The member of an object, whatever it is called (`constructor` too); undefined where there is none. */
export function memberNamed(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** What property names lead to; undefined where there is no such member. */
export function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce(memberNamed, value)
}

/** `Array.isArray` that narrows a readonly array too. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function equalNumbers(a: Json, b: Json): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number.isInteger(b) && BigInt(b) === a
  return typeof a === 'number' && typeof b === 'bigint' && equalNumbers(b, a)
}

interface Survey {
  /** Members of all objects. */
  members: number
  /** A number of 2^53 or more, which JSON.parse may have rounded. */
  large: boolean
  tooDeep: boolean
}

function survey(value: Json, depth: number, seen: Survey): void {
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) seen.large = true
  } else if (typeof value === 'object' && value !== null) {
    if (depth === maxDepth) seen.tooDeep = true
    else surveyMembers(value, depth + 1, seen)
  }
}

function surveyMembers(value: readonly Json[] | JsonObject, depth: number, seen: Survey): void {
  if (isArray(value)) {
    for (const item of value) survey(item, depth, seen)
    return
  }
  const names = Object.keys(value)
  seen.members += names.length
  for (const name of names) survey(value[name]!, depth, seen)
}

/** Colons outside strings: the members that the text of valid JSON spells out. */
function countMembers(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon) count++
  }
  return count
}

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** Index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

/** Finds the key that a text of valid JSON holds twice in one object. */
function duplicateKey(text: string): JsonReading {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === openBrace) open.push(new Set())
    else if (code === closeBrace) open.pop()
    else if (code === quote) {
      const end = endOfString(text, at)
      const key = isKey(text, end) ? (JSON.parse(text.slice(at, end + 1)) as string) : undefined
      if (key !== undefined && open.at(-1)?.has(key)) {
        return malformed(
          `The key ${JSON.stringify(key)} stands twice in one object, again at position ${at}.`,
          at,
        )
      }
      if (key !== undefined) open.at(-1)?.add(key)
      at = end
    }
  }
  return malformed('A key stands twice in one object.')
}

/** Whether the string that ends at `end` is followed by a colon. */
function isKey(text: string, end: number): boolean {
  beforeColon.lastIndex = end + 1
  return beforeColon.test(text)
}

const beforeColon = /[ \t\r\n]*:/y

/** Reads JSON known to be valid once more, with every integer exact. */
function parseExactly(text: string): JsonReading {
  try {
    return { kind: 'ok', value: parseLossless(text, null, readNumber) as Json }
  } catch (error) {
    return malformed(
      error instanceof RangeError ? error.message : 'The JSON holds a number that cannot be read.',
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

/** Says what is wrong with a text that JSON.parse refuses, in words that do not depend on the version of Node. */
function explain(text: string): JsonReading {
  if (/^[ \t\r\n]*$/.test(text)) return malformed('The text is empty, not JSON.', 0)
  const reason = refusal(text)
  const position = /at position (\d+)$/.exec(reason)?.[1]
  if (position === undefined) return malformed('The text is not JSON.')
  return malformed(`The text is not JSON: ${reason}.`, Number(position))
}

function refusal(text: string): string {
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
