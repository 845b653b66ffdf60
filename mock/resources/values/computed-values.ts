import type { Document, SchemaNode } from '../../../spec/document.ts'
import { flagFormulasOf, type FlagFormula } from '../../../spec/inference/numbers/flag-formulas.ts'
import { likelyFormulas, type Formula } from '../../../spec/inference/numbers/formulas.ts'
import { isAmount } from '../../../spec/inference/numbers/money.ts'
import { likelyTimesOf, type TimeFormula } from '../../../spec/inference/times/time-formulas.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { rounded, withAmount } from '../../../spec/util/amount.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { isSettable } from '../records/settable.ts'

interface Computed {
  readonly numbers: readonly Formula[]
  readonly times: readonly TimeFormula[]
  readonly flags: readonly FlagFormula[]
  /** The names of the numbers without decimals. */
  readonly whole: ReadonlySet<string>
}

const known = new WeakMap<Resource, Computed>()

/** A changed record of a resource with the numbers, times and flags that, by their descriptions, follow from its others. */
export function withComputed(options: CrudOptions, resource: Resource, record: JsonObject): JsonObject {
  const { numbers, times, flags, whole } = getOrInsertComputed(known, resource, () =>
    computedIn(options, resource),
  )
  if (numbers.length + times.length + flags.length === 0) return record
  const next: Record<string, Json> = { ...record }
  setComputed(numbers, next, (property, value) => {
    if (!Object.hasOwn(next, property)) return
    next[property] = withAmount(next[property], whole.has(property) ? Math.round(value) : rounded(value))
  })
  setTimes(times, next)
  setFlags(flags, next)
  return next
}

function computedIn(options: CrudOptions, resource: Resource): Computed {
  const { document } = options
  const isOwn = ({ property }: { readonly property: string }): boolean =>
    !isSettable(options, resource, property)
  return {
    numbers: likelyFormulas(document, resource.record, isAmount).filter(isOwn),
    times: likelyTimesOf(document, resource.record).filter(isOwn),
    flags: flagFormulasOf(document, resource.record).filter(isOwn),
    whole: wholeNumbersIn(document, resource.record),
  }
}

/** The names of the properties that have no decimals. */
export const wholeNumbersIn = (document: Document, record: SchemaNode): ReadonlySet<string> =>
  new Set(
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
      typesOf(document, node).has('number') ? [] : [name],
    ),
  )

/** Sets the times that follow from others. */
export function setTimes(formulas: readonly TimeFormula[], record: Record<string, Json>): void {
  for (const { property, isDate, valueIn } of formulas) {
    const instant = valueIn(record)
    if (instant === undefined) continue
    const text = new Date(instant).toISOString()
    record[property] = isDate ? text.slice(0, 10) : text.replace('.000Z', 'Z')
  }
}

/** Sets the flags that follow from numbers. */
export function setFlags(formulas: readonly FlagFormula[], record: Record<string, Json>): void {
  for (const { property, valueIn } of formulas) {
    const value = valueIn(record)
    if (value !== undefined) record[property] = value
  }
}

/** Sets what formulas compute, as many times as there are formulas, since one may need the value of another. */
export function setComputed(
  formulas: readonly Formula[],
  record: JsonObject,
  set: (property: string, value: number) => void,
): void {
  for (const _ of formulas)
    for (const { property, valueIn } of formulas) {
      const value = valueIn(record)
      if (value !== undefined) set(property, value)
    }
}
