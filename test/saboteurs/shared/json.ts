/** JSON with exact integers: one beyond ±(2^53 - 1) is a bigint. Parsed strictly by RFC 8259. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

const token =
  /[ \t\n\r]*(?:[{}[\],:]|"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y
const end = /^[ \t\n\r]*$/
const deepest = 200

interface Cursor {
  readonly text: string
  at: number
}

/** Throws a SyntaxError for text that is not JSON, repeats a name in an object, or is nested too deeply. */
export function parseJson(text: string): Json {
  const cursor = { text, at: 0 }
  const value = readValue(cursor, next(cursor), 0)
  if (!end.test(text.slice(cursor.at))) throw new SyntaxError(`Something follows the value at ${cursor.at}.`)
  return value
}

/** The digits as an integer: a bigint if a number would not hold it exactly. */
function exactInteger(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}

/** The text as an integer if it is one, else the text itself. */
export const integerOrText = (text: string): Json =>
  /^-?(?:0|[1-9]\d*)$/.test(text) ? exactInteger(text) : text

export function stringifyJson(value: Json): string {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`,
  )
  return `{${members.join(',')}}`
}

/** A string as it is, any other value as JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : stringifyJson(value ?? null)
}

export const isArray = (value: Json): value is readonly Json[] => Array.isArray(value)

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value)
}

function next(cursor: Cursor): string {
  token.lastIndex = cursor.at
  const match = token.exec(cursor.text)
  if (match === null) throw new SyntaxError(`Not JSON at ${cursor.at}.`)
  cursor.at = token.lastIndex
  return match[0].trimStart()
}

function readValue(cursor: Cursor, first: string, depth: number): Json {
  if (depth > deepest) throw new SyntaxError('Nested too deeply.')
  if (first === '{') return readObject(cursor, depth)
  if (first === '[') return readArray(cursor, depth)
  if (/^-?\d+$/.test(first)) return exactInteger(first)
  if (first.length === 1 && !/\d/.test(first))
    throw new SyntaxError(`Unexpected ${first} before ${cursor.at}.`)
  return JSON.parse(first) as Json
}

function readObject(cursor: Cursor, depth: number): JsonObject {
  const members = new Map<string, Json>()
  let name = next(cursor)
  if (name === '}') return {}
  for (;;) {
    if (!name.startsWith('"')) throw new SyntaxError(`A name is expected before ${cursor.at}.`)
    const key = JSON.parse(name) as string
    if (members.has(key)) throw new SyntaxError(`The name ${name} occurs twice in one object.`)
    if (next(cursor) !== ':') throw new SyntaxError(`A colon is expected before ${cursor.at}.`)
    members.set(key, readValue(cursor, next(cursor), depth + 1))
    if (endsWith('}', next(cursor), cursor)) return Object.fromEntries(members)
    name = next(cursor)
  }
}

function readArray(cursor: Cursor, depth: number): readonly Json[] {
  const items: Json[] = []
  let first = next(cursor)
  if (first === ']') return []
  for (;;) {
    items.push(readValue(cursor, first, depth + 1))
    if (endsWith(']', next(cursor), cursor)) return items
    first = next(cursor)
  }
}

function endsWith(bracket: string, token: string, cursor: Cursor): boolean {
  if (token !== bracket && token !== ',') throw new SyntaxError(`Unexpected ${token} before ${cursor.at}.`)
  return token === bracket
}
