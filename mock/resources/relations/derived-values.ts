import { memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import { amountIn } from '../../../spec/util/amount.ts'
import type { Id, ListQuery } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import type { CountedState, DerivedProperty } from './derivations.ts'
import { derivedPropertiesOf } from './derived.ts'
import type { Membership } from './memberships.ts'
import { pathOf } from './path-of.ts'

/** Whether a record is in one of the states that are counted, if only these are. */
export const isCounted = (state: CountedState | undefined, record: JsonObject): boolean =>
  state === undefined || state.values.includes(record[state.property] ?? null)

/** The part of a sum that a record adds to it. */
export const addedBy = (
  { summed, state }: Pick<DerivedProperty, 'summed' | 'state'>,
  record: JsonObject | undefined,
): number =>
  record === undefined || !isCounted(state, record) ? 0 : (amountIn(record[summed?.property ?? '']) ?? 0)

/** The query for the records that belong to the owner with an id. */
export function membersQuery(
  { by, state }: Membership & Pick<DerivedProperty, 'state'>,
  ownerId: Id,
): Pick<ListQuery, 'where'> {
  const where = state ? [state] : []
  if (!by) return where.length === 0 ? {} : { where }
  return { where: [{ property: pathOf(by), values: [ownerId] }, ...where] }
}

/** The mean, the sum or an extreme of a number of records, with two decimals; undefined if it is no sum and none of them has it. */
export function meanIn(
  records: readonly JsonObject[],
  {
    averaged = '',
    extreme,
    isSum = false,
    state,
  }: Pick<DerivedProperty, 'averaged' | 'extreme' | 'isSum' | 'state'>,
): number | undefined {
  const counted = records.filter((each) => isCounted(state, each))
  const numbers = counted.flatMap(({ [averaged]: value }) => (typeof value === 'number' ? [value] : []))
  if (extreme) return numbers.length === 0 ? undefined : Math[extreme === 'least' ? 'min' : 'max'](...numbers)
  const sum = numbers.reduce((partial, each) => partial + each, 0)
  return isSum ? rounded(sum) : meanOfSum(sum, numbers.length)
}

/** The mean of numbers with this sum, with two decimals; undefined if there are none. */
export const meanOfSum = (sum: number, count: number): number | undefined =>
  count === 0 ? undefined : rounded(sum / count)

/** A number with two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** What a derived list shows of a record, without the derived lists of the record itself. */
export function derivedItem(
  options: CrudOptions,
  { member, shown }: DerivedProperty,
  record: JsonObject,
): JsonObject {
  const lists = new Set(
    derivedPropertiesOf(options, member).flatMap((derived) => (derived.shown ? [derived.property] : [])),
  )
  return pick(
    record,
    [...(shown ?? [])].filter((name) => !lists.has(name)),
  )
}

/** What a property tells of the latest of these records; of several at the same time, of the last one. */
export function latestIn(
  { member, latest, empty }: DerivedProperty,
  records: readonly JsonObject[],
): Json | undefined {
  if (!latest || records.length === 0) return empty
  const timeOf = (record: JsonObject): string => {
    const value = record[latest.time]
    return typeof value === 'string' ? value : ''
  }
  const newest = records.reduce((one, other) => (timeOf(other) >= timeOf(one) ? other : one))
  if (latest.shows === 'record') return pick(newest, latest.names)
  return newest[latest.shows === 'time' ? latest.time : (member.idProperty ?? '')] ?? null
}

/** The members with these names, in this order. */
export function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberNamed(record, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
