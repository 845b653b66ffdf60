import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { rounded } from '../../../spec/util/amount.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { ownerIdOf } from '../relations/members/memberships.ts'
import { settlementOf, type Settlement } from '../relations/money/settlement.ts'
import type { Scope } from './scopes.ts'
import type { SeededMembers } from './seeded-members.ts'

/** Makes the amounts of seeded payments add up to what has been paid of the record that they belong to. */
export type SettlePayment = (resource: Resource, scope: Scope, id: Id, record: JsonObject) => JsonObject

/** @param read returns a seeded record without what is derived */
export function createSettlePayments(
  options: CrudOptions,
  members: SeededMembers,
  read: (resource: Resource, scope: Scope, id: Id) => JsonObject | undefined,
): SettlePayment {
  const settlements = perObject((payment: Resource) =>
    options.model.resources.flatMap((owner) => {
      const settlement = settlementOf(options)(owner)
      return settlement?.paid.member === payment ? [{ owner, settlement }] : []
    }),
  )
  return (resource, scope, id, record) => {
    const [found] = settlements(resource)
    if (!found) return record
    const { owner, settlement } = found
    const { by, averaged = '' } = settlement.paid
    const [ownerScope, ownerId] = by ? [[], ownerIdOf(by, record)] : [scope.slice(0, -1), scope.at(-1)]
    const paid = ownerId === undefined ? undefined : read(owner, ownerScope, ownerId)
    if (!paid || ownerId === undefined) return record
    const [, siblings] = members.of(settlement.paid, ownerScope, ownerId)
    const part = partOf(settlement, paid, siblings.indexOf(id), siblings.length)
    const settledOne = {
      ...record,
      ...stateOf(options, settlement, part > 0),
      ...(part > 0 && { [averaged]: part }),
    }
    return options.validator.of(resource.record, 'response').accepts(settledOne) ? settledOne : record
  }
}

/** What one of several payments is of the total: nothing if nothing has been paid. */
function partOf({ state, total }: Settlement, owner: JsonObject, index: number, count: number): number {
  const whole = Number(owner[total] ?? 0)
  const current = state && owner[state.property]
  const isWhole = state !== undefined && current === state.whole
  const isPart = state?.part !== undefined && current === state.part
  if (!isWhole && !isPart) return 0
  const all = isWhole ? whole : wholeLike(whole, whole / 2)
  const each = wholeLike(whole, all / count)
  return index === count - 1 ? wholeLike(whole, all - each * (count - 1)) : each
}

/** Amounts in the smallest unit stay whole, others have two decimals. */
const wholeLike = (like: number, value: number): number =>
  Number.isInteger(like) ? Math.floor(value) : rounded(value)

/** The state of a payment that counts, or of one that does not. */
function stateOf({ document }: CrudOptions, { paid }: Settlement, isCounted: boolean): JsonObject {
  const { state, member } = paid
  const node = state && possiblePropertiesOf(document, member.record).get(state.property)
  if (!state || !node) return {}
  const value: Json | undefined = isCounted
    ? state.values[0]
    : enumValues(document, node).find(
        (each) =>
          typeof each === 'string' &&
          !state.values.includes(each) &&
          /fail|declin|pending|cancel/i.test(each),
      )
  return value === undefined ? {} : { [state.property]: value }
}
