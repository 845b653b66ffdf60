import type { Document, SchemaNode } from '../../../spec/document.ts'
import type { NamedRange } from '../../../spec/inference/constraints/named-ranges.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { solePeriod } from '../../../spec/inference/times/sole-period.ts'
import { instantOf } from '../../../spec/inference/times/time-formulas.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { numericProperties } from '../../../spec/schemas/properties.ts'
import { settableIn } from './amounts.ts'

/** The nights, or the days that have begun, in the period of a record; undefined if it has no start, no end, or no length. */
export function daysTaken(record: JsonObject, { lower, upper }: NamedRange): number | undefined {
  const [start, end] = [instantOf(record[lower]), instantOf(record[upper])]
  const days = start === undefined || end === undefined ? 0 : Math.ceil((end - start) / 86_400_000)
  return days > 0 ? days : undefined
}

/** Creates a function that sets the `nights` of a stay, if only the server does; undefined if records have no such number. */
export function createSetDays(
  document: Document,
  record: SchemaNode,
  accepted: SchemaNode | undefined,
): ((members: Record<string, Json>) => void) | undefined {
  const settable = settableIn(document, accepted)
  const names = numericProperties(document, record).filter(
    (name) =>
      /^(?:(?:number of|total|rental) )?(?:nights|days)(?: count)?$|^(?:night|day) count$/.test(
        wordsOf(name).join(' '),
      ) && !settable.has(name),
  )
  const period = names.length === 0 ? undefined : solePeriod(document, record)
  return (
    period &&
    ((members) => {
      const days = daysTaken(members, period)
      for (const name of days === undefined ? [] : names) members[name] = days as number
    })
  )
}
