import { memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import { isEqual, ordered, type Value } from './compare-values.ts'
import { tokensOf } from './filter-tokens.ts'
import type { RecordFilter } from './record-filter.ts'

type Term = (record: JsonObject) => Value

const token = /\s*(?:(?<text>'(?:[^']|'')*')|(?<mark>[(),])|(?<word>[^\s(),']+))/y

/**
 * Parses a `$filter` (OData 4.01 URL Conventions §5.1.1) into a predicate. Supports comparisons and `in`, combined by `and`, `or`
 * and `not`, of properties, paths, literals and some text functions. Undefined for anything else.
 */
export function odataFilter(expression: Value): RecordFilter | undefined {
  const tokens = typeof expression === 'string' ? tokensOf(token, expression) : undefined
  if (!tokens) return undefined
  let at = 0
  const next = (value: string): boolean => {
    const isNext = tokens[at]?.kind !== 'text' && tokens[at]?.value === value
    if (isNext) at++
    return isNext
  }
  const expect = (value: string): void => {
    if (!next(value)) throw new SyntaxError(value)
  }
  const either = (): Term => {
    const terms = [both()]
    while (next('or')) terms.push(both())
    return terms.length === 1 ? terms[0]! : (record) => terms.some((term) => term(record) === true)
  }
  const both = (): Term => {
    const terms = [negated()]
    while (next('and')) terms.push(negated())
    return terms.length === 1 ? terms[0]! : (record) => terms.every((term) => term(record) === true)
  }
  const negated = (): Term => {
    if (!next('not')) return compared()
    const term = negated()
    return (record) => term(record) !== true
  }
  const compared = (): Term => {
    const left = operand()
    if (next('in')) {
      expect('(')
      const options = list()
      return (record) => options.some((option) => isEqual(left(record), option(record)))
    }
    const name = Object.keys(comparisons).find(next)
    if (name === undefined) return left
    const right = operand()
    return (record) => comparisons[name]!(left(record), right(record))
  }
  /** Items up to the closing parenthesis. */
  const list = (): readonly Term[] => {
    const terms = [either()]
    while (next(',')) terms.push(either())
    expect(')')
    return terms
  }
  const operand = (): Term => {
    if (next('(')) {
      const inside = either()
      expect(')')
      return inside
    }
    const { kind, value } = tokens[at++] ?? { kind: 'mark', value: '' }
    if (kind === 'text') return constant(value.slice(1, -1).replaceAll("''", "'"))
    if (kind === 'mark') throw new SyntaxError(value)
    if (!next('(')) return literal(value) ?? path(value)
    const call = functions[value]
    if (!call) throw new SyntaxError(value)
    const given = list()
    return (record) => call(...given.map((term) => term(record)))
  }
  try {
    const term = either()
    return at === tokens.length ? (record) => term(record) === true : undefined
  } catch {
    return undefined
  }
}

const constant =
  (value: Json): Term =>
  () =>
    value

/** Numbers, `null`, `true` and `false`. Other unquoted words that begin with a digit, such as dates and UUIDs, are texts. */
function literal(word: string): Term | undefined {
  if (word === 'null' || word === 'true' || word === 'false') return constant(JSON.parse(word) as Json)
  if (/^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(word)) return constant(Number(word))
  return /^\d|^[\da-f]{8}-/i.test(word) ? constant(word) : undefined
}

/** A path of property names: `author/name` is the name of the author. */
function path(word: string): Term {
  const names = word.split('/')
  if (!names.every((name) => /^[\p{L}_@$][\w.@-]*$/u.test(name))) throw new SyntaxError(word)
  return (record) => memberAt(record, names)
}

const comparisons: Readonly<Record<string, (one: Value, other: Value) => boolean>> = {
  eq: isEqual,
  ne: (one, other) => !isEqual(one, other),
  gt: (one, other) => (ordered(one, other) ?? 0) > 0,
  ge: (one, other) => (ordered(one, other) ?? -1) >= 0,
  lt: (one, other) => (ordered(one, other) ?? 0) < 0,
  le: (one, other) => (ordered(one, other) ?? 1) <= 0,
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : '')

const functions: Readonly<Record<string, (...given: readonly Value[]) => Value>> = {
  contains: (text, part) => textOf(text).includes(textOf(part)),
  startswith: (text, part) => textOf(text).startsWith(textOf(part)),
  endswith: (text, part) => textOf(text).endsWith(textOf(part)),
  tolower: (text) => textOf(text).toLowerCase(),
  toupper: (text) => textOf(text).toUpperCase(),
  trim: (text) => textOf(text).trim(),
  length: (text) => textOf(text).length,
}
