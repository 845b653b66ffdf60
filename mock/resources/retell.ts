import { equalJson, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { resourceNamed } from './family.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Collection, Id, Transaction } from '../store/store.ts'
import { belongingTo, itemOfTally, ownerTold, talliesOf, type Tally } from './tally.ts'

/** Where records are, and who shares the scope. */
interface Whereabouts {
  readonly store: Transaction
  readonly scope: readonly Id[]
  readonly records: Collection
}

/** A record that changed, came, or went. */
interface Change {
  readonly before: JsonObject | undefined
  readonly record: JsonObject | undefined
}

/** Told of a record that tells of others, as it was and as it is. */
type Told = (owner: Resource, before: JsonObject, record: JsonObject) => MaybePromise<unknown>

/** Records shown in one list at most. */
const mostShown = 100

/** Has the records that one belongs to, or did, tell of those that belong to them now. */
export function retell(
  options: CrudOptions,
  member: Resource,
  where: Whereabouts,
  change: Change,
  told: Told,
): MaybePromise<void> {
  return ownersOf(options, member).reduce<MaybePromise<void>>(
    (done, [owner, tally]) =>
      idsIn(tally, where, change).reduce<MaybePromise<void>>(
        (sofar, id) => after(sofar, () => tell(options, owner, tally, where, id, told)),
        done,
      ),
    undefined,
  )
}

type Owner = readonly [owner: Resource, tally: Tally]
const known = new WeakMap<Resource, readonly Owner[]>()

function ownersOf(options: CrudOptions, member: Resource): readonly Owner[] {
  const found = known.get(member) ?? findOwners(options, member)
  known.set(member, found)
  return found
}

function findOwners(options: CrudOptions, member: Resource): readonly Owner[] {
  const names = new Set([member.parent?.resource, ...member.references.map(({ resource }) => resource)])
  return [...names].flatMap((name) => {
    const owner = resourceNamed(options.model, name ?? '')
    const tallies = owner ? talliesOf(options, owner).filter((tally) => tally.member === member) : []
    return tallies.map((tally): Owner => [owner as Resource, tally])
  })
}

/** Of the records to which it belongs or did. */
function idsIn({ by, shown }: Tally, { scope }: Whereabouts, { before, record }: Change): readonly Id[] {
  if (by === undefined) return shown || !before || !record ? scope.slice(-1) : []
  const [old, now] = [before, record].map((each) => ownerTold(by, each))
  if (!shown && old === now) return []
  return [...new Set([old, now])].filter((id) => id !== undefined)
}

function tell(
  options: CrudOptions,
  owner: Resource,
  tally: Tally,
  { store, scope, records }: Whereabouts,
  id: Id,
  told: Told,
): MaybePromise<void> {
  const { by, shown, property, member } = tally
  const above = by === undefined ? scope.slice(0, -1) : owner === member ? scope : []
  const collection = store.collection(owner.name, above)
  return after(collection.get(id), (record) =>
    record && Object.hasOwn(record, property)
      ? after(
          records.list({ ...belongingTo(tally, id), limit: shown ? mostShown : 0 }),
          ({ items, total }) => {
            const value = shown ? items.map((each) => itemOfTally(options, tally, each)) : total
            const next = { ...record, [property]: value }
            const { accepts } = options.validator.of(owner.record, 'response')
            return equalJson(next, record) || !accepts(next)
              ? undefined
              : after(collection.put(id, next), () => after(told(owner, record, next), () => undefined))
          },
        )
      : undefined,
  )
}
