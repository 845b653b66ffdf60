import type { JsonObject } from '../../../../spec/json.ts'
import { rounded } from '../../../../spec/util/amount.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import type { Collection, Id, Transaction } from '../../../store/store.ts'
import { ownerIdOf } from '../members/memberships.ts'
import type { DerivedProperty } from './derivations.ts'
import { isCounted, meanOfSum, membersQuery } from './derived-values.ts'

/** What the mean of a number over the records of an owner is computed from. */
interface Sum {
  readonly sum: number
  /** The number of records that have the number. */
  readonly numbers: number
  /** The number of all records. */
  readonly members: number
}

/** A record before and after a change; undefined before its creation and after its deletion. */
interface Change {
  readonly before: JsonObject | undefined
  readonly record: JsonObject | undefined
}

/**
 * The mean, or the sum, of a number over the records that belong to an owner, after one of them has changed. Kept as a sum, so that a change does
 * not read all records of the owner; only if their number is another than expected, as at first, is the sum computed again.
 */
export function meanAfter(
  derived: DerivedProperty,
  {
    store,
    scope,
    records,
  }: { readonly store: Transaction; readonly scope: readonly Id[]; readonly records: Collection },
  change: Change,
  ownerId: Id,
): MaybePromise<number | undefined> {
  const sums = store.collection(`${derived.member.name} (sums)`, scope)
  const key = `${derived.property} ${String(ownerId)}`
  const query = membersQuery(derived, ownerId)
  return after(sums.get(key), (known) =>
    after(records.list({ ...query, limit: 0 }), ({ total }) => {
      const expected = known && applied(derived, sumIn(known), change, ownerId)
      const sum: MaybePromise<Sum> =
        expected?.members === total
          ? expected
          : after(records.list(query), ({ items }) => sumOf(derived, items))
      return after(sum, (next) =>
        after(sums.put(key, { ...next }), () =>
          derived.isSum ? rounded(next.sum) : meanOfSum(next.sum, next.numbers),
        ),
      )
    }),
  )
}

const sumIn = ({ sum, numbers, members }: JsonObject): Sum => ({
  sum: Number(sum),
  numbers: Number(numbers),
  members: Number(members),
})

/** A sum after the change of a record that belongs or belonged to the owner. */
function applied(derived: DerivedProperty, sum: Sum, { before, record }: Change, ownerId: Id): Sum {
  const belongs = (each: JsonObject | undefined): readonly JsonObject[] =>
    each && (!derived.by || String(ownerIdOf(derived.by, each)) === String(ownerId)) ? [each] : []
  const [removed, added] = [sumOf(derived, belongs(before)), sumOf(derived, belongs(record))]
  return {
    sum: sum.sum - removed.sum + added.sum,
    numbers: sum.numbers - removed.numbers + added.numbers,
    members: sum.members - removed.members + added.members,
  }
}

function sumOf({ averaged = '', state }: DerivedProperty, records: readonly JsonObject[]): Sum {
  const counted = records.filter((each) => isCounted(state, each))
  const numbers = counted.flatMap(({ [averaged]: value }) => (typeof value === 'number' ? [value] : []))
  return {
    sum: numbers.reduce((partial, each) => partial + each, 0),
    numbers: numbers.length,
    members: counted.length,
  }
}
