import { normalizeName } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'

/** What a beginning is called, and its end; longer forms first. */
const pairs: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/start(?:s|ed|ing)?|begin(?:s|ning)?/, /end(?:s|ed|ing)?|stop(?:s|ped)?|finish(?:es|ed)?/],
  [/from|since|after/, /to|until|till|before/],
  [/min(?:imum)?/, /max(?:imum)?/],
  [/opens?|opening/, /closes?|closing/],
  [/checkin/, /checkout/],
]

/** The value with what begins before what ends, wherever two names of an object say so: hardly an API takes it otherwise. */
export function inOrder(value: Json): Json {
  if (isArray(value)) return value.map(inOrder)
  if (!isJsonObject(value)) return value
  const ordered = new Map(Object.entries(value).map(([name, member]) => [name, inOrder(member)]))
  for (const [begin, end] of periodsIn(Object.keys(value))) {
    const [first, last] = [ordered.get(begin), ordered.get(end)]
    if (first !== undefined && last !== undefined && isAfter(first, last))
      ordered.set(begin, last).set(end, first)
  }
  return Object.fromEntries(ordered)
}

/**
 * Whether something in a value may end before it begins, or just then.
 * @param kept names of what a record has that the value may leave as it is: nobody knows whether that fits to the rest
 */
export function mayBeOutOfOrder(value: Json, kept: Iterable<string> = []): boolean {
  if (isArray(value)) return value.some((item) => mayBeOutOfOrder(item))
  if (!isJsonObject(value)) return false
  const isOpen = ([begin, end]: readonly [string, string]): boolean => {
    const [first, last] = [value[begin], value[end]]
    if (first === undefined || last === undefined) return isPoint(first ?? last ?? null)
    return isPoint(first) && isPoint(last) && !isAfter(last, first)
  }
  const periods = periodsIn([...new Set([...Object.keys(value), ...kept])])
  return periods.some(isOpen) || Object.values(value).some((member) => mayBeOutOfOrder(member))
}

/** Names that differ in nothing but that the one begins what the other ends: `startsAt` and `endsAt`. */
function periodsIn(names: readonly string[]): readonly (readonly [begin: string, end: string])[] {
  const without = (part: RegExp): readonly (readonly [rest: string, name: string])[] =>
    names
      .filter((name) => part.test(normalizeName(name)))
      .map((name) => [normalizeName(name).replace(part, ''), name])
  return pairs.flatMap(([begins, ends]) => {
    const last = new Map(without(ends))
    return without(begins).flatMap(([rest, name]) => {
      const end = last.get(rest)
      return end === undefined ? [] : [[name, end] as const]
    })
  })
}

const dated = /^\d{4}-\d\d-\d\d/

/** Whether it can be before or after another. */
const isPoint = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && dated.test(value))

function isAfter(first: Json, last: Json): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first > last
  if (typeof first !== 'string' || typeof last !== 'string') return false
  return dated.test(first) && dated.test(last) && Date.parse(first) > Date.parse(last)
}
