import { instantOf } from '../../../../spec/inference/times/time-formulas.ts'
import { memberNamed, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { requiredOf } from '../../../../spec/schemas/properties.ts'
import { amountIn, rounded } from '../../../../spec/util/amount.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { Id, ListQuery } from '../../../store/store.ts'
import type { CrudOptions } from '../../options.ts'
import type { Membership } from '../members/memberships.ts'
import { pathOf } from '../path-of.ts'
import type { CountedState, DerivedProperty } from './derivations.ts'
import { derivedPropertiesOf } from './derived.ts'

/** Whether a record is in one of the states that are counted, if only these are. */
export const isCounted = (state: CountedState | undefined, record: JsonObject): boolean =>
  state === undefined || state.values.includes(record[state.property] ?? null)

/** How many of these records begin later than now. */
export const countAhead = (ahead: string, records: readonly JsonObject[], now: Date): number =>
  records.filter((each) => (instantOf(each[ahead]) ?? 0) > now.getTime()).length

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

/** What a derived list shows of a record. */
export const derivedItem = (options: CrudOptions, derived: DerivedProperty, record: JsonObject): Json =>
  derived.areIds === true
    ? (record[derived.member.idProperty ?? ''] ?? null)
    : pick(record, namesShown(options)(derived))

/** Without further records that are embedded, unless they have to be, or are in lists: the lessons in the modules of a course. */
const namesShown = perObject((options: CrudOptions) =>
  perObject(({ member, shown }: DerivedProperty): readonly string[] => {
    const lists = derivedPropertiesOf(options, member).filter((each) => each.shown)
    const nested = new Set(lists.flatMap((each) => (isEndless(options, member, each) ? [] : [each.property])))
    const required = requiredOf(options.document, member.record)
    const left = new Set([
      ...member.references.flatMap(({ property, idProperty }) =>
        idProperty !== undefined && !required.has(property) ? [property] : [],
      ),
      ...lists.map(({ property }) => property),
    ])
    return [...(shown ?? [])].filter((name) => nested.has(name) || !left.has(name))
  }),
)

/** Whether a list in the records of a resource leads to such records again. */
export function isEndless(
  options: CrudOptions,
  owner: Resource,
  { member }: DerivedProperty,
  seen: ReadonlySet<Resource> = new Set(),
): boolean {
  if (member === owner) return true
  if (seen.has(member)) return false
  const next = new Set([...seen, member])
  return derivedPropertiesOf(options, member).some(
    (each) => each.shown && isEndless(options, owner, each, next),
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
