import type { Document, SchemaNode } from '../../../spec/document.ts'
import { flagFormulasOf } from '../../../spec/inference/numbers/flag-formulas.ts'
import { likelyTimesOf } from '../../../spec/inference/times/time-formulas.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import { createSetSlug } from '../identity/slug.ts'
import type { CrudOptions } from '../options.ts'
import type { RecordType } from '../records/record-type.ts'
import type { DerivedProperty } from '../relations/derived/derivations.ts'
import { createSetAmounts, settableIn } from './amounts.ts'
import { setFlags, setTimes } from './computed-values.ts'
import { createSetDays } from './days-taken.ts'
import { createSetNulls } from './described-nulls.ts'
import { createSetFullName } from './full-name.ts'
import { createSetLabels } from './labelled-values.ts'
import { createSetLeftOver } from './left-over.ts'
import { createSetBalance } from './opening-balance.ts'

type Members = Record<string, Json>

/** Sets the values that depend on others in the same record: slugs, counts, sums, amounts and nulls. */
export interface DependentValues {
  readonly setInGenerated: (record: Members) => void
  /** @param sent the properties that the client sent */
  readonly setInNew: (record: Members, sent: JsonObject) => void
  readonly setInChanged: (record: Members, sent: JsonObject, before: JsonObject) => void
  /** Sets the amounts once more, after a price or a discount got the value that another record tells. */
  readonly setTotals: (record: Members) => void
}

/**
 * @param derived properties derived from records that belong to a record
 * @param isOwned whether only the server sets a property
 */
export function createDependentValues(
  options: CrudOptions,
  resource: Resource,
  accepted: SchemaNode | undefined,
  { counts: allCounts }: RecordType,
  derived: readonly DerivedProperty[],
  isOwned: (property: string) => boolean,
): DependentValues {
  const sums = derived.filter(({ summed }) => summed !== undefined)
  const based = derived.filter(({ base }) => base !== undefined)
  const isDerived = new Set(derived.flatMap(({ property, summed }) => (summed ? [] : [property])))
  const counts = allCounts.filter(({ count }) => !isDerived.has(count))
  const ownCounts = counts.filter(({ count }) => isOwned(count))
  const setDays = createSetDays(options.document, resource.record, accepted)
  const setAmounts = createSetAmounts(options.document, resource.record, accepted)
  const setNulls = createSetNulls(options.document, resource.record, accepted)
  const setTimesAndFlags = createSetTimesAndFlags(options.document, resource.record, accepted)
  const setLeftOver = createSetLeftOver(options.document, resource.record, accepted)
  const setLabels = createSetLabels(options.document, resource.record)
  const setSlug = createSetSlug(options, resource)
  const setFullName = createSetFullName(options, resource)
  const setBalance = createSetBalance(options, resource, new Set(derived.map(({ property }) => property)))
  return {
    setInGenerated: (record) => {
      setSlug?.set(record)
      setCounts(record, counts)
      setFullName?.(record)
      setDays?.(record)
      setAmounts?.(record)
      setLeftOver?.(record, 'generated')
      setBalance?.setInGenerated(record)
      setTimesAndFlags?.(record)
      setLabels?.(record)
      setNulls?.(record)
    },
    setInNew: (record, sent) => {
      if (setSlug && !Object.hasOwn(sent, setSlug.property)) setSlug.set(record)
      setCounts(record, ownCounts, true)
      startSums(record, sums)
      for (const { property, base = '' } of based) record[property] = record[base] ?? null
      setBalance?.setInNew(record)
      setFullName?.(record)
      setDays?.(record)
      setAmounts?.(record, false, sent)
      setLeftOver?.(record, 'new')
      setTimesAndFlags?.(record)
      setLabels?.(record)
      setNulls?.(record)
    },
    setTotals: (record) => setAmounts?.(record, true),
    setInChanged: (record, sent, before) => {
      for (const { property, base = '' } of based)
        if (before[property] === before[base]) record[property] = record[base] ?? null
      setCounts(record, ownCounts)
      setFullName?.(record)
      setDays?.(record)
      setAmounts?.(record, false, sent)
      setLeftOver?.(record, 'changed')
      setTimesAndFlags?.(record)
      setLabels?.(record)
      setNulls?.(record)
    },
  }
}

/** Sets counts to the numbers of items that they count in the same record. */
function setCounts(record: Members, counts: RecordType['counts'], isNew = false): void {
  for (const { count, list, isCounted } of counts) {
    const items = record[list]
    if (isArray(items) && (isNew || Object.hasOwn(record, count)))
      record[count] = isCounted
        ? items.filter((item) => isJsonObject(item) && isCounted(item)).length
        : items.length
  }
}

/** Sums of what belongs to a new record start with what they are added to. */
function startSums(record: Members, sums: readonly DerivedProperty[]): void {
  for (const { property, summed } of sums)
    record[property] = withAmount(record[property], amountIn(record[summed?.base ?? '']) ?? 0)
}

/** Creates a function that sets the times and flags that follow from others; undefined if there are none. */
function createSetTimesAndFlags(
  document: Document,
  record: SchemaNode,
  accepted: SchemaNode | undefined,
): ((record: Members) => void) | undefined {
  const settable = settableIn(document, accepted)
  const times = likelyTimesOf(document, record).filter(({ property }) => !settable.has(property))
  const flags = flagFormulasOf(document, record).filter(({ property }) => !settable.has(property))
  if (times.length + flags.length === 0) return undefined
  return (members) => {
    setTimes(times, members)
    setFlags(flags, members)
  }
}
