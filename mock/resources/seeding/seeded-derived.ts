import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import { numberingOf } from '../identity/numbering.ts'
import type { CrudOptions } from '../options.ts'
import type { DerivedProperty } from '../relations/derived/derivations.ts'
import {
  addedBy,
  countAhead,
  derivedItem,
  isCounted,
  isEndless,
  latestIn,
  meanIn,
} from '../relations/derived/derived-values.ts'
import { derivedPropertiesOf } from '../relations/derived/derived.ts'
import { settlementOf } from '../relations/money/settlement.ts'
import { renumbered, sequenceNumber } from '../relations/sequence-numbers.ts'
import { soleFlag } from '../relations/sole-flag.ts'
import type { Scope } from './scopes.ts'
import type { SeededIds } from './seeded-ids.ts'
import type { SeededMembers } from './seeded-members.ts'

/** Which derived properties of a record are computed. Fewer for records that are part of another one, to avoid cycles. */
export type DerivedDetail = 'all' | 'lists' | 'counts' | 'none'

/** Returns a seeded record with as many of its derived properties as asked for. */
export type SeededRecord = (resource: Resource, scope: Scope, id: Id, detail: DerivedDetail) => JsonObject

/** Computes what seeded records tell of the records that belong to them. */
export interface SeededDerived {
  /** Lists, counts and means of the records that belong to a record. They are known before the record itself. */
  readonly valuesOf: (resource: Resource, scope: Scope, id: Id, detail: DerivedDetail) => JsonObject
  /** The record with what depends on its own properties too: its position in its container, and sums of amounts. */
  readonly completed: (resource: Resource, scope: Scope, id: Id, record: JsonObject) => JsonObject
}

export function createSeededDerived(
  options: CrudOptions,
  ids: SeededIds,
  members: SeededMembers,
  recordOf: SeededRecord,
): SeededDerived {
  /** The value of a derived property, from the records that belong to the record. */
  const valueOf = (
    derived: DerivedProperty,
    [memberScope, memberIds]: readonly [Scope, readonly Id[]],
  ): Json | undefined => {
    const { shown, averaged, state, member, empty, latest, ahead } = derived
    if (derived.areIds === true) return memberIds
    if (!shown && averaged === undefined && !state && !latest && ahead === undefined) return memberIds.length
    const isOfDerived = derivedPropertiesOf(options, member).some(({ property }) => property === averaged)
    const isLatest = latest?.shows === 'record' || isOfDerived || settlementOf(options)(member)
    const detail = shown ? 'lists' : isLatest ? 'counts' : 'none'
    const records = memberIds.map((id) => recordOf(member, memberScope, id, detail))
    if (latest) return latestIn(derived, records)
    if (ahead !== undefined) return countAhead(ahead, records, options.fake.now)
    if (shown) return records.map((record) => derivedItem(options, derived, record))
    if (averaged !== undefined) return meanIn(records, derived) ?? empty
    return records.filter((record) => isCounted(state, record)).length
  }

  /** Whether a property shows no records that may in turn show others without an end. */
  const isShallow = (resource: Resource, derived: DerivedProperty, detail: DerivedDetail): boolean =>
    derived.shown
      ? detail === 'lists' && !isEndless(options, resource, derived)
      : derived.latest?.shows !== 'record'

  /** The record with other values, unless its schema does not allow them. */
  const replaced = (resource: Resource, record: JsonObject, values: JsonObject): JsonObject => {
    const next = { ...record, ...values }
    return options.validator.of(resource.record, 'response').accepts(next) ? next : record
  }

  /** The ids of the records in the same container, which a property may refer to. */
  const siblingsOf = (
    resource: Resource,
    scope: Scope,
    record: JsonObject,
    within: string | undefined,
  ): readonly Id[] =>
    within === undefined
      ? ids.existing(resource, scope)
      : members.withValue(resource, within, idOf(record[within]))

  /** The record with the position that it has among those of its container. */
  const numbered = (resource: Resource, scope: Scope, id: Id, record: JsonObject): JsonObject => {
    const positions = numberingOf(options, resource)
    const number = positions ?? sequenceNumber(options, resource)
    if (!number) return record
    const { property, within } = number
    const first = positions?.first ?? 1
    const siblings = siblingsOf(resource, scope, record, within)
    const place = first + Math.max(0, siblings.indexOf(id))
    const given = record[property]
    const value =
      typeof given === 'string' ? renumbered(given, ({ length }) => 10 ** (length - 1) + place) : place
    return value === undefined ? record : replaced(resource, record, { [property]: value })
  }

  /** The record with a flag that only the first one of its container has. */
  const flagged = (resource: Resource, scope: Scope, id: Id, record: JsonObject): JsonObject => {
    const flag = soleFlag(options, resource)
    if (!flag) return record
    const [first] = siblingsOf(resource, scope, record, flag.within)
    return replaced(resource, record, { [flag.property]: first === id })
  }

  /** The record with the sums of what belongs to it. */
  const summedUp = (resource: Resource, scope: Scope, id: Id, record: JsonObject): JsonObject => {
    const sums = derivedPropertiesOf(options, resource).filter(
      ({ summed, base }) => (summed ?? base) !== undefined,
    )
    if (sums.length === 0) return record
    const entries = sums.map((derived) => {
      const { property, summed, member, base = '' } = derived
      const [memberScope, memberIds] = members.of(derived, scope, id)
      if (!summed)
        return [property, valueOf(derived, [memberScope, memberIds]) ?? record[base] ?? null] as const
      const start = amountIn(record[summed?.base ?? '']) ?? 0
      const total = memberIds.reduce<number>(
        (sum, each) => sum + addedBy(derived, recordOf(member, memberScope, each, 'none')),
        start,
      )
      return [property, withAmount(record[property], total)] as const
    })
    return replaced(resource, record, Object.fromEntries(entries))
  }

  return {
    valuesOf: (resource, scope, id, detail) => {
      if (detail === 'none') return {}
      const computed = derivedPropertiesOf(options, resource).filter(
        (derived) => !derived.summed && (detail === 'all' || isShallow(resource, derived, detail)),
      )
      return Object.fromEntries(
        computed.flatMap((derived) => {
          const value = valueOf(derived, members.of(derived, scope, id))
          return value === undefined ? [] : [[derived.property, value] as const]
        }),
      )
    },
    completed: (resource, scope, id, record) =>
      summedUp(resource, scope, id, flagged(resource, scope, id, numbered(resource, scope, id, record))),
  }
}
