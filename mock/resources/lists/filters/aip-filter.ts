import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json } from '../../../../spec/json.ts'
import { isEqual, ordered } from './compare-values.ts'
import { tokensOf } from './filter-tokens.ts'
import type { RecordFilter } from './record-filter.ts'
import { matcherOf } from './text-search.ts'
import { valuesAt } from './values-at.ts'

const token =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<mark>[<>!]=|[()=<>:~])|(?<word>[^\s()=<>!:~"']+))/y

/**
 * Parses a filter of Google's APIs (https://google.aip.dev/160) into a predicate: `state = "RUNNING" AND priority > 3`. Undefined for
 * anything else, such as a filter that names no property, which other APIs may understand in another way.
 */
export const aipFilter = (
  expression: Json | undefined,
  properties: ReadonlyMap<string, unknown>,
): RecordFilter | undefined => parse(expression, properties, false)

/** Parses what is searched for in the same way: a quoted text is the whole value, and what is named like no property is ignored. */
export const searchExpression = (
  expression: string,
  properties: ReadonlyMap<string, unknown>,
): RecordFilter | undefined => parse(expression, properties, true)

function parse(
  expression: Json | undefined,
  properties: ReadonlyMap<string, unknown>,
  isSearch: boolean,
): RecordFilter | undefined {
  const tokens = typeof expression === 'string' ? tokensOf(token, expression) : undefined
  if (!tokens) return undefined
  const names = new Map([...properties.keys()].map((name) => [normalizeName(name), name]))
  let at = 0
  const isNext = (...values: readonly string[]): boolean => {
    const next = tokens[at]
    return next !== undefined && next.kind !== 'text' && values.includes(next.value)
  }
  const skip = (value: string): boolean => {
    const matches = isNext(value)
    if (matches) at++
    return matches
  }
  // OR binds tighter than AND, which may be left out.
  const all = (): RecordFilter => {
    const terms = [any()]
    while (at < tokens.length && !isNext(')')) {
      skip('AND')
      terms.push(any())
    }
    return (record) => terms.every((term) => term(record))
  }
  const any = (): RecordFilter => {
    const terms = [negatable()]
    while (skip('OR')) terms.push(negatable())
    return (record) => terms.some((term) => term(record))
  }
  const negatable = (): RecordFilter => {
    const next = tokens[at]
    const isMinus = next?.kind === 'word' && /^-./.test(next.value)
    if (isMinus) tokens[at] = { kind: 'word', value: next.value.slice(1) }
    const term = isMinus || skip('NOT') ? negatable() : simple()
    return isMinus || next?.value === 'NOT' ? (record) => !term(record) : term
  }
  const simple = (): RecordFilter => {
    if (skip('(')) {
      const inside = all()
      if (!skip(')')) throw new SyntaxError(expression as string)
      return inside
    }
    const { kind, value } = tokens[at++] ?? { kind: 'mark', value: '' }
    if (kind === 'mark') throw new SyntaxError(value)
    const mark = tokens[at]?.kind === 'mark' ? tokens[at]!.value : ''
    const isWhole = isSearch && mark === ':' && tokens[at + 1]?.kind === 'text'
    const compare = isWhole ? comparesWhole : comparisons[mark]
    if (!compare) return matcherOf({ properties: undefined, atStart: false }, unquoted(value)) ?? (() => true)
    at++
    const operand = tokens[at++]
    const path = pathOf(value, names)
    if (isSearch && operand && !path) return () => true
    if (!operand || operand.kind === 'mark' || !path) throw new SyntaxError(value)
    const wanted = operand.kind === 'text' ? unquoted(operand.value) : literal(operand.value)
    return (record) => compare(valuesAt(record, path), wanted)
  }
  try {
    const term = all()
    return tokens.some(({ kind }) => kind === 'mark') && at === tokens.length ? term : undefined
  } catch {
    return undefined
  }
}

const unquoted = (text: string): string =>
  /^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text

function literal(word: string): Json {
  if (word === 'null' || word === 'true' || word === 'false') return JSON.parse(word) as Json
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word
}

/** The property names that a field leads through; undefined if records have no such property. */
function pathOf(field: string, names: ReadonlyMap<string, string>): readonly string[] | undefined {
  const [first = '', ...rest] = field.split('.')
  const name = names.get(normalizeName(first))
  return name === undefined ? undefined : [name, ...rest]
}

type Comparison = (own: readonly Json[], wanted: Json) => boolean

const equals = (own: Json, wanted: Json): boolean =>
  typeof own === 'string' && typeof wanted === 'string' && wanted.includes('*')
    ? matchesWildcard(own, wanted)
    : isEqual(own, wanted)

/** Whether a text matches a pattern in which `*` stands for anything. */
function matchesWildcard(text: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop() ?? ''
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false
  let from = start.length
  for (const part of parts) {
    const index = text.indexOf(part, from)
    if (index < 0 || index + part.length > text.length - end.length) return false
    from = index + part.length
  }
  return true
}

/** The operator `:`: a list has the item, a map the key, a text the word; `*` means that there is any value. */
function has(own: Json, wanted: Json): boolean {
  if (wanted === '*') return own !== null
  if (isArray(own)) return own.some((item) => has(item, wanted))
  if (isJsonObject(own)) return typeof wanted !== 'object' && Object.hasOwn(own, String(wanted))
  return typeof own === 'string' && typeof wanted === 'string'
    ? own.toLowerCase().includes(wanted.toLowerCase())
    : isEqual(own, wanted)
}

const contains: Comparison = (own, wanted) => own.some((value) => has(value, wanted))

const comparesWhole: Comparison = (own, wanted) => own.flat().some((value) => equals(value, wanted))

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': (own, wanted) => (own.length === 0 ? wanted === null : own.some((value) => equals(value, wanted))),
  '!=': (own, wanted) => (own.length === 0 ? wanted !== null : !own.some((value) => equals(value, wanted))),
  '>': (own, wanted) => own.some((value) => (ordered(value, wanted) ?? 0) > 0),
  '>=': (own, wanted) => own.some((value) => (ordered(value, wanted) ?? -1) >= 0),
  '<': (own, wanted) => own.some((value) => (ordered(value, wanted) ?? 0) < 0),
  '<=': (own, wanted) => own.some((value) => (ordered(value, wanted) ?? 1) <= 0),
  ':': contains,
  '~': contains,
}
