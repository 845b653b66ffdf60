import { isArray, isJsonObject, parseJson, type Json } from '../../../../spec/json.ts'
import { separated } from '../../../../spec/util/separated.ts'
import { inOrder, isEqual, type Comparison } from './compare-values.ts'
import type { RecordFilter } from './record-filter.ts'
import { valuesAt } from './values-at.ts'

/**
 * Reads a filter that is a JSON object, `{"price": {"gt": 5}, "or": [{"state": "open"}, {"owner": null}]}`, into a predicate. Operators
 * may begin with a `$` or a `_`, and a list stands for any of its values. Undefined if there is an unknown operator, or no object.
 */
export function jsonFilter(given: Json | undefined): RecordFilter | undefined {
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

const bare = (name: string): string => name.replace(/^[$_]/, '')

function term(name: string, wanted: Json): RecordFilter | undefined {
  const word = bare(name)
  if (typeof wanted === 'object' && /^(?:and|or|nor)$/.test(word)) return combined(word, listed(wanted))
  const path = name.split('.')
  const test = condition(wanted)
  return test && ((record) => test(valuesAt(record, path)))
}

function combined(word: string, parts: readonly Json[]): RecordFilter | undefined {
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
    const compare = comparisonNamed(name)
    if (compare) return (own) => compare.holds(own, value)
    // A name without a sign in front is that of a property of the value: `{"author": {"name": {"$eq": "Ann"}}}`.
    const test = word === name && isJsonObject(value) ? condition(value) : undefined
    return test && ((own) => test(own.flatMap((each) => valuesAt(each, [name]))))
  })
  return tests.every((each) => each !== undefined) ? (own) => tests.every((test) => test(own)) : undefined
}

/** Whether one of the values, or one in a list among them, is wanted. What is missing counts as null. */
const has = (own: readonly Json[], wanted: readonly Json[]): boolean =>
  (own.length === 0 ? [null] : [...own, ...own.flat()]).some((value) =>
    wanted.some((each) => isEqual(value, each)),
  )

/** The values in a list, in a text that separates them by commas, or in an object that has them by their indexes: `[$in][0]=a`. */
export function listed(value: Json): readonly Json[] {
  if (typeof value === 'string') return separated(value)
  const isIndexed = isJsonObject(value) && Object.keys(value).every((name) => /^\d+$/.test(name))
  return isIndexed ? Object.values(value) : [value].flat()
}

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

/** An operator, and whether it compares with a list of values. */
interface Operator {
  readonly holds: Comparison
  readonly takesList: boolean
}

/** The operator with a name, in the spellings `gte`, `$gte`, `_gte` and `notNull`; undefined if there is none. */
export function comparisonNamed(name: string): Operator | undefined {
  const word = bare(name).replaceAll('_', '').toLowerCase()
  if (!Object.hasOwn(operators, word)) return undefined
  const holds = operators[word] as Comparison
  return { holds, takesList: holds === isIn || holds === isNotIn || holds === between }
}

/** Whether a value, in lower case, stands in a part of a text. */
const inText =
  (isThere: (text: string, part: string) => boolean): Comparison =>
  (own, wanted) =>
    own.some(
      (value) =>
        typeof value === 'string' &&
        typeof wanted === 'string' &&
        isThere(value.toLowerCase(), wanted.toLowerCase()),
    )

const isMissing = (own: readonly Json[]): boolean => own.every((value) => value === null)
const isOn = (wanted: Json): boolean => wanted !== false && wanted !== 'false'
const isNull: Comparison = (own, wanted) => isMissing(own) === isOn(wanted)
const isNotIn = not(isIn)
const equalsInAnyCase = inText((text, whole) => text === whole)
const starts = inText((text, start) => text.startsWith(start))
const ends = inText((text, end) => text.endsWith(end))
const contains = like(true)

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
  nin: isNotIn,
  notin: isNotIn,
  between,
  nbetween: not(between),
  range: between,
  isnull: isNull,
  null: isNull,
  nnull: not(isNull),
  notnull: not(isNull),
  isempty: isNull,
  empty: isNull,
  nempty: not(isNull),
  eqi: equalsInAnyCase,
  iexact: equalsInAnyCase,
  nei: not(equalsInAnyCase),
  like: like(false),
  nlike: not(like(false)),
  ilike: like(true),
  nilike: not(like(true)),
  contains,
  containsi: contains,
  icontains: contains,
  notcontains: not(contains),
  notcontainsi: not(contains),
  ncontains: not(contains),
  nicontains: not(contains),
  startswith: starts,
  istartswith: starts,
  startswithi: starts,
  nstartswith: not(starts),
  endswith: ends,
  iendswith: ends,
  endswithi: ends,
  nendswith: not(ends),
  exists: (own, wanted) => own.length > 0 === isOn(wanted),
}
