import { isArray, isJsonObject, parseJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { inOrder, isEqual, type Comparison } from './compare-values.ts'
import { valuesAt } from './values-at.ts'

type Predicate = (record: JsonObject) => boolean

/**
 * Reads a filter that is a JSON object, `{"price": {"gt": 5}, "or": [{"state": "open"}, {"owner": null}]}`, into a predicate. Operators
 * may begin with a `$`, and a list stands for any of its values. Undefined if there is an unknown operator, or no object.
 */
export function jsonFilter(given: Json | undefined): Predicate | undefined {
  const filter = typeof given === 'string' && /^\s*\{/.test(given) ? parsed(given) : given
  if (!isJsonObject(filter)) return undefined
  const terms = Object.entries(filter).map(([name, wanted]) => term(name, wanted))
  return terms.every((each) => each !== undefined)
    ? (record) => terms.every((matches) => matches(record))
    : undefined
}

function parsed(text: string): Json | undefined {
  const reading = parseJson(text)
  return reading.kind === 'ok' ? reading.value : undefined
}

const bare = (name: string): string => name.replace(/^\$/, '')

function term(name: string, wanted: Json): Predicate | undefined {
  const word = bare(name)
  if (isArray(wanted) && /^(?:and|or|nor)$/.test(word)) return combined(word, wanted)
  const path = name.split('.')
  const test = condition(wanted)
  return test && ((record) => test(valuesAt(record, path)))
}

function combined(word: string, parts: readonly Json[]): Predicate | undefined {
  const terms = parts.map((part) => jsonFilter(part))
  if (!terms.every((each) => each !== undefined)) return undefined
  if (word === 'and') return (record) => terms.every((matches) => matches(record))
  return (record) => terms.some((matches) => matches(record)) === (word === 'or')
}

/** Whether the values that a record has at a path are as wanted. */
type Condition = (own: readonly Json[]) => boolean

function condition(wanted: Json): Condition | undefined {
  if (!isJsonObject(wanted)) return (own) => has(own, isArray(wanted) ? wanted : [wanted])
  const tests = Object.entries(wanted).map(([name, value]): Condition | undefined => {
    const word = bare(name)
    if (word === 'not') {
      const test = condition(value)
      return test && ((own) => !test(own))
    }
    const compare = Object.hasOwn(operators, word) ? operators[word] : undefined
    return compare && ((own) => compare(own, value))
  })
  return tests.every((each) => each !== undefined) ? (own) => tests.every((test) => test(own)) : undefined
}

/** Whether one of the values, or one in a list among them, is wanted. What is missing counts as null. */
const has = (own: readonly Json[], wanted: readonly Json[]): boolean =>
  (own.length === 0 ? [null] : [...own, ...own.flat()]).some((value) =>
    wanted.some((each) => isEqual(value, each)),
  )

const listed = (value: Json): readonly Json[] => (isArray(value) ? value : [value])

/** Whether a text contains another, or is like a pattern with `%` for anything. */
function isLike(value: Json, wanted: Json, ignoresCase: boolean): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return false
  const [text, pattern] = ignoresCase ? [value.toLowerCase(), wanted.toLowerCase()] : [value, wanted]
  const [start = '', ...parts] = pattern.split('%')
  if (parts.length === 0) return text.includes(start)
  const end = parts.pop() ?? ''
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false
  let at = start.length
  return parts.every((part) => {
    const index = text.indexOf(part, at)
    at = index + part.length
    return index >= 0 && at <= text.length - end.length
  })
}

const like =
  (ignoresCase: boolean): Comparison =>
  (own, wanted) =>
    own.some((value) => isLike(value, wanted, ignoresCase))

const not =
  (compare: Comparison): Comparison =>
  (own, wanted) =>
    !compare(own, wanted)

const equals: Comparison = (own, wanted) => has(own, [wanted])
const isIn: Comparison = (own, wanted) => has(own, listed(wanted))
const greater = inOrder((order) => order > 0)
const atLeast = inOrder((order) => order >= 0)
const less = inOrder((order) => order < 0)
const atMost = inOrder((order) => order <= 0)

const between: Comparison = (own, wanted) => {
  const [from = null, to = null] = listed(wanted)
  return own.some((value) => atLeast([value], from) && atMost([value], to))
}

const operators: Readonly<Record<string, Comparison>> = {
  eq: equals,
  ne: not(equals),
  neq: not(equals),
  gt: greater,
  gte: atLeast,
  lt: less,
  lte: atMost,
  in: isIn,
  inq: isIn,
  nin: not(isIn),
  between,
  like: like(false),
  nlike: not(like(false)),
  ilike: like(true),
  nilike: not(like(true)),
  contains: like(true),
  exists: (own, wanted) => own.length > 0 === (wanted !== false),
}
