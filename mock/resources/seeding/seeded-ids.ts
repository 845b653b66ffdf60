import { describedMaximum } from '../../../spec/inference/numbers/described-maximums.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { spread } from '../../data/random.ts'
import { settled } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { idsOf } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'
import { isNumberedAcross } from '../records/nested-records.ts'
import { resourceNamed } from '../resource-index.ts'
import { borrowedIds } from './borrowed-ids.ts'
import { hasRecords, keyOf, parentOf, type Scope } from './scopes.ts'

/** How large a seeded world is. */
export interface Size {
  /** The number of records in a top-level collection. */
  readonly top: number
  /** The number of records in a nested collection. */
  readonly below: number
  /** The number of parents that have nested records. */
  readonly parents: number
}

/** The ids of the records of a seeded world. */
export interface SeededIds {
  /** The scopes in which the resource has records, as far as they can be enumerated. */
  readonly scopes: (resource: Resource) => readonly Scope[]
  /** Whether the resource has records in a scope that cannot be enumerated, since the document does not define its parents. */
  readonly isOpen: (resource: Resource, scope: Scope) => boolean
  /** The ids of the resource's records in a scope; empty if it has none there. */
  readonly existing: (resource: Resource, scope: Scope) => readonly Id[]
  /** The scope of a record; undefined if there is none with this id, or it is below others and not known by its id alone. */
  readonly scopeOf: (resource: Resource, id: Id) => Scope | undefined
  /** The ids that the resource's records have, or would have, in a scope. */
  readonly inScope: (resource: Resource, scope: Scope) => readonly Id[]
  /** The place of a record among those of its scope, from 0, and their number. */
  readonly placeOf: (
    resource: Resource,
    scope: Scope,
    id: Id,
  ) => { readonly index: number; readonly count: number }
  /** Chooses a record of a resource, or of its collection in a scope, by a key; undefined if it has none. */
  readonly pickId: (name: string, key: string, scope?: Scope) => Id | undefined
  /** The parent of a record whose resource refers to itself; undefined for a root. */
  readonly treeParentId: (name: string, scope: Scope, id: Id) => Id | undefined
}

/** Shape of the tree of records that refer to others of the same resource: number of roots, and of children of each record. */
const rootCount = 2
const childCount = 2

/** @param exampleIds The ids that the document shows. */
export function createSeededIds(
  size: Size,
  options: CrudOptions,
  exampleIds: (resource: Resource) => readonly Id[],
): SeededIds {
  const { model } = options

  const inScope = (resource: Resource, scope: Scope): readonly Id[] =>
    scope.length === 0 ? topIds(resource) : idsFor(resource, scope)
  const topIds = perObject((resource: Resource) => idsFor(resource, []))
  const idsFor = (resource: Resource, scope: Scope): readonly Id[] => {
    const isTop = scope.length === 0
    const ids = idsOf(options, resource)
    // If there can be few records, half of them are left for new ones.
    const room = Math.min(ids.room, mostOf(resource))
    const count = Math.min(isTop ? size.top : size.below, Math.ceil(room / 2))
    const borrowed = borrowedIds(options, resource, scope, count, topIds)
    if (borrowed.length > 0) return borrowed
    const before = numberBefore(resource, scope)
    return distinctIds(isTop ? exampleIds(resource) : [], count, (number) =>
      settled(ids.idOf(before + number, scope)),
    )
  }
  const mostOf = perObject((resource: Resource): number => {
    const operation = resource.operations.find(({ role }) => role === 'create')
    const creation = operation && options.byId.get(operation.operationId)
    const maximum = creation && describedMaximum(options.document, creation, operation, resource)
    return maximum && !maximum.counted ? maximum.most : Infinity
  })
  /** The number of the last record below the parents before this one, if the records below all of them are numbered as one. */
  const numberBefore = (resource: Resource, scope: Scope): number =>
    isNumberedAcross(options, resource) ? (scopeIndexes(resource).get(keyOf(scope)) ?? 0) * size.below : 0
  const topIndexes = perObject(
    (resource: Resource) => new Map(topIds(resource).map((id, index) => [id, index])),
  )
  const indexOf = (resource: Resource, scope: Scope, id: Id): number =>
    scope.length === 0 ? (topIndexes(resource).get(id) ?? -1) : inScope(resource, scope).indexOf(id)
  const scopes = perObject((resource: Resource): readonly Scope[] => {
    if (!hasRecords(resource)) return []
    if (resource.scope.length === 0) return [[]]
    const parent = parentOf(model, resource)
    if (!parent) return []
    const below = scopes(parent).flatMap((scope) => inScope(parent, scope).map((id) => [...scope, id]))
    return below.slice(0, size.parents)
  })
  const scopeIndexes = perObject(
    (resource: Resource) => new Map(scopes(resource).map((scope, index) => [keyOf(scope), index])),
  )
  /** Whether what a path names is not known to be a new record, by the reference to it: nothing is below one at first. */
  const isSeededOwner = ({ scope: names, references }: Resource, scope: Scope): boolean => {
    const [name, ...others] = names
    const reference = references.find(({ property }) => property === name && others.length === 0)
    const owner = reference && resourceNamed(model, reference.resource)
    if (!owner || !hasRecords(owner)) return true
    if (owner.scope.length === 0) return topIndexes(owner).has(scope[0] ?? '')
    return !isNumberedAcross(options, owner) || places(owner).has(String(scope[0]))
  }
  const isOpen = (resource: Resource, scope: Scope): boolean => {
    if (!hasRecords(resource) || scope.length !== resource.scope.length) return false
    const parent = parentOf(model, resource)
    if (!parent) return scope.length > 0 && isSeededOwner(resource, scope)
    const above = scope.slice(0, -1)
    if (!isOpen(parent, above)) return false
    return inScope(parent, above).some((id) => String(id) === String(scope.at(-1)))
  }
  const existing = (resource: Resource, scope: Scope): readonly Id[] =>
    isOpen(resource, scope) || scopeIndexes(resource).has(keyOf(scope)) ? inScope(resource, scope) : []

  const places = perObject(
    (resource: Resource) =>
      new Map(
        (isNumberedAcross(options, resource) ? scopes(resource) : []).flatMap((scope) =>
          inScope(resource, scope).map((id) => [String(id), scope] as const),
        ),
      ),
  )

  return {
    scopes,
    scopeOf: (resource, id) => {
      if (resource.scope.length > 0) return places(resource).get(String(id))
      return hasRecords(resource) && !topIndexes(resource).has(id) ? undefined : []
    },
    isOpen,
    inScope,
    existing,
    placeOf: (resource, scope, id) => ({
      index: Math.max(0, indexOf(resource, scope, id)),
      count: Math.max(1, inScope(resource, scope).length),
    }),
    pickId: (name, key, scope) => {
      const resource = resourceNamed(model, name)
      const all = resource ? scopes(resource) : []
      const within = scope ?? all[spread(`${name} ${key}`, Math.max(1, all.length))]
      return resource && within && pickAmong(existing(resource, within), key)
    },
    treeParentId: (name, scope, id) => {
      const resource = resourceNamed(model, name)
      if (!resource) return undefined
      const parent = Math.floor((indexOf(resource, scope, id) - rootCount) / childCount)
      return inScope(resource, scope)[parent]
    },
  }
}

/** Chooses one of several ids by a key; undefined if there are none. */
export const pickAmong = (ids: readonly Id[], key: string): Id | undefined =>
  ids.length === 0 ? undefined : ids[spread(key, ids.length)]

/** Returns `count` distinct ids: the given ones, then numbered ones. */
function distinctIds(given: readonly Id[], count: number, idOf: (number: number) => Id): readonly Id[] {
  const distinct = new Map(given.slice(0, count).map((id) => [String(id), id]))
  for (let number = 1; distinct.size < count && number < 3 * count; number += 1) {
    const id = idOf(number)
    if (!distinct.has(String(id))) distinct.set(String(id), id)
  }
  return [...distinct.values()]
}
