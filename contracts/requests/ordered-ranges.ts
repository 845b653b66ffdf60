import { normalizeName } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'

/** Words for the start and the end of a range. */
const pairs: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/start(?:s|ed|ing)?|begin(?:s|ning)?/, /end(?:s|ed|ing)?|stop(?:s|ped)?|finish(?:es|ed)?|due/],
  [/from|since|after/, /to|until|till|before/],
  [/min(?:imum)?/, /max(?:imum)?/],
  [/opens?|opening/, /closes?|closing/],
  [/checkin/, /checkout/],
]

/** Swaps the ends of ranges whose start is after their end, at all levels of a value: hardly an API accepts those. */
export function withOrderedRanges(value: Json): Json {
  if (isArray(value)) return value.map(withOrderedRanges)
  if (!isJsonObject(value)) return value
  const ordered = new Map(Object.entries(value).map(([name, member]) => [name, withOrderedRanges(member)]))
  for (const [begin, end] of rangesIn(Object.keys(value))) {
    const [first, last] = [ordered.get(begin), ordered.get(end)]
    if (first !== undefined && last !== undefined && isAfter(first, last))
      ordered.set(begin, last).set(end, first)
  }
  return Object.fromEntries(ordered)
}

/**
 * Whether a range in a value may end before it starts, or at the same point.
 *
 * @param unchanged properties that the record keeps if the value does not have them; their values are not known
 * @param described further ranges of the value's own properties, which their names do not suggest
 */
export function mayHaveInvertedRange(
  value: Json,
  unchanged: Iterable<string> = [],
  described: readonly Range[] = [],
): boolean {
  if (isArray(value)) return value.some((item) => mayHaveInvertedRange(item))
  if (!isJsonObject(value)) return false
  const isOpen = ([begin, end]: Range): boolean => {
    const [first, last] = [value[begin], value[end]]
    if (first === undefined || last === undefined) return isPoint(first ?? last ?? null)
    return isPoint(first) && isPoint(last) && !isAfter(last, first)
  }
  const names = new Set([...Object.keys(value), ...unchanged])
  const ranges = [
    ...rangesIn([...names]),
    ...described.filter((range) => range.every((name) => names.has(name))),
  ]
  return ranges.some(isOpen) || Object.values(value).some((member) => mayHaveInvertedRange(member))
}

/** The names of the properties for the start and the end of a range. */
export type Range = readonly [begin: string, end: string]

/** Pairs of names that differ only in the words for start and end: `startsAt` and `endsAt`. */
function rangesIn(names: readonly string[]): readonly Range[] {
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

/** Whether the value is a number or a date. */
const isPoint = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && dated.test(value))

function isAfter(first: Json, last: Json): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first > last
  if (typeof first !== 'string' || typeof last !== 'string') return false
  return dated.test(first) && dated.test(last) && Date.parse(first) > Date.parse(last)
}
