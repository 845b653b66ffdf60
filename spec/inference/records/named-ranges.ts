import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isOrdered } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'
import type { DescribedRange } from './described-ranges.ts'

/** Words for the two ends of a range. */
const ends: Readonly<Record<string, readonly string[]>> = {
  min: ['max'],
  minimum: ['maximum'],
  lower: ['upper'],
  low: ['high'],
  lowest: ['highest'],
  least: ['most'],
  start: ['end', 'finish', 'stop'],
  starts: ['ends'],
  started: ['ended', 'finished'],
  begin: ['end'],
  begins: ['ends'],
  from: ['to', 'until', 'till', 'through'],
  since: ['until'],
  opens: ['closes'],
  open: ['close'],
  earliest: ['latest'],
  in: ['out'],
  checkin: ['checkout'],
  departure: ['arrival'],
}

/** The pairs of properties whose names differ only in the words for the ends of a range: `minPrice` and `maxPrice`. */
export function namedRanges(
  document: Document,
  record: SchemaNode,
): readonly Pick<DescribedRange, 'lower' | 'upper'>[] {
  const comparable = [...possiblePropertiesOf(document, record)].filter(([, node]) =>
    isOrdered(document, node),
  )
  const byWords = new Map(comparable.map(([name]) => [wordsOf(name).join(' '), name]))
  return comparable.flatMap(([lower]) => {
    const words = wordsOf(lower)
    return words.flatMap((word, index) =>
      (Object.hasOwn(ends, word) ? ends[word]! : []).flatMap((end) => {
        const upper = byWords.get(words.with(index, end).join(' '))
        return upper === undefined ? [] : [{ lower, upper }]
      }),
    )
  })
}
