import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isOrdered } from '../../schemas/types.ts'
import { perName } from '../../util/memo.ts'
import { normalizeName } from '../prose/words.ts'
import { describedRanges, type DescribedRange } from './described-ranges.ts'

const afterwards = ['to', 'until', 'till', 'through', 'before']

/** Words for the start of a range, and those for its end. */
const words: Readonly<Record<string, readonly string[]>> = {
  min: ['max'],
  low: ['high'],
  lower: ['upper'],
  least: ['most'],
  start: ['end', 'stop', 'finish', 'due'],
  starts: ['due', 'finishes'],
  started: ['stopped'],
  begin: ['end', 'stop', 'finish', 'due'],
  beginning: ['end', 'ending'],
  from: afterwards,
  since: afterwards,
  after: afterwards,
  open: ['close'],
  opening: ['closing'],
  earliest: ['latest'],
  in: ['out'],
  first: ['last'],
  departure: ['arrival'],
  arrival: ['departure'],
  departs: ['arrives'],
  arrives: ['departs'],
}

/** The two properties, or parameters, of a range. */
export type NamedRange = Pick<DescribedRange, 'lower' | 'upper'>

/**
 * The pairs of names that differ only in the words for the ends of a range: `minPrice` and `maxPrice`. Trains depart before they
 * arrive, and guests arrive before they depart: there the name given first is the start.
 */
export function rangesAmong(names: readonly string[]): readonly NamedRange[] {
  const byPlainName = new Map(names.map((name) => [normalizeName(name), name]))
  const found = [...byPlainName].flatMap(([plain, lower]) =>
    counterparts(plain).flatMap((each) => {
      const upper = byPlainName.get(each)
      return upper === undefined ? [] : [{ lower, upper }]
    }),
  )
  return [
    ...new Map(
      found.toReversed().map((range) => [[range.lower, range.upper].sort().join('\n'), range]),
    ).values(),
  ]
}

/** The names that the end of a range may have whose start has this one. */
const counterparts: (plain: string) => readonly string[] = perName((plain) =>
  Object.entries(words).flatMap(([begin, ends]) =>
    [...plain.matchAll(new RegExp(begin, 'g'))].flatMap(({ index }) =>
      ends.map((end) => plain.slice(0, index) + end + plain.slice(index + begin.length)),
    ),
  ),
)

/** The ranges among the properties of a record that have an order. */
export function namedRanges(document: Document, record: SchemaNode): readonly NamedRange[] {
  const comparable = [...possiblePropertiesOf(document, record)].filter(([, node]) =>
    isOrdered(document, node),
  )
  return rangesAmong(comparable.map(([name]) => name))
}

/** The only range of what an operation sends, by its description or else by names; undefined if there is none, or several. */
export function soleRange(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
  creation?: Operation,
): NamedRange | undefined {
  const described = describedRanges(document, operation, sent, creation)
  const [range, ...others] = described.length > 0 ? described : namedRanges(document, sent)
  return others.length > 0 ? undefined : range
}
