import { equalJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { amountIn, withAmount } from '../../../../spec/util/amount.ts'
import { getOrInsertComputed } from '../../../../spec/util/memo.ts'
import { after, reduceAfter, type MaybePromise } from '../../../maybe-promise.ts'
import type { Collection, Id, Transaction } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import { numberingOf } from '../../identity/numbering.ts'
import type { CrudOptions } from '../../options.ts'
import { resourceNamed } from '../../resource-index.ts'
import { withComputed } from '../../values/computed-values.ts'
import { ownerIdOf } from '../members/memberships.ts'
import type { DerivedProperty } from './derivations.ts'
import { addedBy, countAhead, derivedItem, latestIn, meanIn, membersQuery } from './derived-values.ts'
import { derivedPropertiesOf } from './derived.ts'
import type * as RunningMean from './running-mean.ts'

/** The collection of the changed record. */
interface Location {
  readonly store: Transaction
  readonly scope: readonly Id[]
  readonly records: Collection
  readonly now?: () => Date
}

/** A change of a record; `before` is undefined if it was created, `record` if it was deleted. */
interface Change {
  readonly before: JsonObject | undefined
  readonly record: JsonObject | undefined
}

/** Called for each owner whose derived properties have changed, with the ids of what contains it, if they are known. */
export type OnUpdate = (
  owner: Resource,
  before: JsonObject,
  record: JsonObject,
  scope?: readonly Id[],
) => MaybePromise<unknown>

/** Maximum number of records in a derived list. */
const maxItems = 100

/** Updates the derived properties of the records that a changed record belongs or belonged to. */
export function updateDerived(
  options: CrudOptions,
  member: Resource,
  location: Location,
  change: Change,
  onUpdate: OnUpdate,
): MaybePromise<void> {
  return reduceAfter<OwnerProperty, void>(ownerPropertiesOf(options, member), undefined, (_, property) =>
    reduceAfter<Id, void>(affectedOwners(property.derived, location, change), undefined, (__, id) =>
      updateOwner(options, property, location, { id, ...change }, onUpdate),
    ),
  )
}

interface OwnerProperty {
  readonly owner: Resource
  readonly derived: DerivedProperty
}

const ownerProperties = new WeakMap<Resource, readonly OwnerProperty[]>()

/** The properties of other resources that are derived from records of this one. */
function ownerPropertiesOf(options: CrudOptions, member: Resource): readonly OwnerProperty[] {
  return getOrInsertComputed(ownerProperties, member, () => findOwnerProperties(options, member))
}

function findOwnerProperties(options: CrudOptions, member: Resource): readonly OwnerProperty[] {
  const names = new Set([member.parent?.resource, ...member.references.map(({ resource }) => resource)])
  return [...names].flatMap((name) => {
    const owner = resourceNamed(options.model, name ?? '')
    if (!owner) return []
    return derivedPropertiesOf(options, owner)
      .filter((derived) => derived.member === member)
      .map((derived) => ({ owner, derived }))
  })
}

/** The ids of the owners whose property may have to change. */
function affectedOwners(
  { by, shown, averaged, state, summed, latest, ahead }: DerivedProperty,
  { scope }: Location,
  { before, record }: Change,
): readonly Id[] {
  const readsMembers = [shown, averaged, state, summed, latest, ahead].some((each) => each !== undefined)
  if (by === undefined) return readsMembers || !before || !record ? scope.slice(-1) : []
  const [oldId, newId] = [ownerIdOf(by, before), ownerIdOf(by, record)]
  if (!readsMembers && oldId === newId) return []
  return [...new Set([oldId, newId])].filter((id) => id !== undefined)
}

function updateOwner(
  options: CrudOptions,
  { owner, derived }: OwnerProperty,
  location: Location,
  { id, ...change }: Change & { readonly id: Id },
  onUpdate: OnUpdate,
): MaybePromise<void> {
  const { store, scope } = location
  const { property } = derived
  const within = ownerScope(owner, derived, scope, { id, ...change })
  const collection = store.collection(owner.name, within)
  return after(collection.get(id), (record) => {
    const mayBeAbsent = derived.empty === undefined
    if (!record || !(mayBeAbsent || Object.hasOwn(record, property))) return undefined
    const value = derived.summed
      ? movedSum(derived, record, change, id)
      : derivedValue(options, derived, location, change, id)
    return after(value, (told) => {
      const derivedNow = told === undefined ? record[derived.base ?? ''] : told
      const { [property]: _, ...others } = record
      const changed = derivedNow === undefined ? others : { ...record, [property]: derivedNow }
      const { accepts } = options.validator.of(owner.record, 'response')
      const computed = withComputed(options, owner, changed)
      return after(
        derived.isPaid ? loadedSettlement(options, owner, computed, location.now?.()) : computed,
        (next) => {
          if (equalJson(next, record) || !accepts(next)) return undefined
          return after(collection.put(id, next), () =>
            after(onUpdate(owner, record, next, within), () => undefined),
          )
        },
      )
    })
  })
}

/** A record after one of its payments. Loaded with the first one. */
async function loadedSettlement(
  options: CrudOptions,
  owner: Resource,
  record: JsonObject,
  now: Date | undefined,
): Promise<JsonObject> {
  const { settled, settlementOf } = await import('../money/settlement.ts')
  const settlement = settlementOf(options)(owner)
  return settlement ? settled(settlement, record, now) : record
}

/** A sum after the change of a record that it includes, or included. */
function movedSum(derived: DerivedProperty, owner: JsonObject, { before, record }: Change, id: Id): Json {
  const { by, property } = derived
  const isOwn = (each: JsonObject | undefined): boolean =>
    by === undefined || String(ownerIdOf(by, each)) === String(id)
  const part = (each: JsonObject | undefined): number => (each && isOwn(each) ? addedBy(derived, each) : 0)
  const current = owner[property] ?? null
  return withAmount(current, (amountIn(current) ?? 0) + part(record) - part(before))
}

/** The value of a derived property: the list, number, mean or sum of the records that belong to the owner. */
function derivedValue(
  options: CrudOptions,
  derived: DerivedProperty,
  location: Location,
  change: Change,
  id: Id,
): MaybePromise<Json | undefined> {
  const { shown, averaged, extreme, latest, ahead, empty } = derived
  if (ahead !== undefined)
    return after(location.records.list(membersQuery(derived, id)), ({ items }) =>
      countAhead(ahead, items, location.now?.() ?? new Date()),
    )
  if (extreme ?? latest)
    return after(location.records.list(membersQuery(derived, id)), ({ items }) =>
      extreme ? (meanIn(items, derived) ?? empty) : latestIn(derived, items),
    )
  if (averaged !== undefined) return after(loadedMean(derived, location, change, id), (mean) => mean ?? empty)
  const query = { ...membersQuery(derived, id), limit: shown ? maxItems : 0 }
  return after(location.records.list(query), ({ items, total }) =>
    shown ? inPlaces(options, derived, items).map((item) => derivedItem(options, derived, item)) : total,
  )
}

/** Records in the order of their positions, if they have any. */
function inPlaces(
  options: CrudOptions,
  { member }: DerivedProperty,
  items: readonly JsonObject[],
): readonly JsonObject[] {
  const { property } = numberingOf(options, member) ?? {}
  const placeOf = (item: JsonObject): number => Number(item[property ?? ''] ?? 0)
  return property === undefined ? items : items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Loaded with the first mean: most documents have none. */
const loadedMean: typeof RunningMean.meanAfter = async (...parameters) =>
  (await import('./running-mean.ts')).meanAfter(...parameters)

function ownerScope(
  owner: Resource,
  { by, ownerIn }: DerivedProperty,
  scope: readonly Id[],
  { id, before, record }: Change & { readonly id: Id },
): readonly Id[] {
  if (by === undefined) return scope.slice(0, -1)
  if (ownerIn === undefined) return owner.scope.length === 0 ? [] : scope
  const member = ownerIdOf(by, record) === id ? record : before
  return [idOf(member?.[ownerIn]) ?? '']
}
