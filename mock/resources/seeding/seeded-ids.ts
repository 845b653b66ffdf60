import { describedMaximum } from '../../../spec/inference/numbers/described-maximums.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { spread } from '../../data/random.ts'
import { settled } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { composed, compositeOf } from '../identity/composite-ids.ts'
import { idsOf } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'
import { isNumberedAcross } from '../records/nested-records.ts'
import { exposesIds } from '../refusals/missing-record.ts'
import { resourceNamed } from '../resource-index.ts'

/** How large a seeded world is. */
export interface Size {
  /** The number of records in a top-level collection. */
  readonly top: number
  /** The number of records in a nested collection. */
  readonly below: number
  /** The number of parents that have nested records. */
  readonly parents: number
}

/** A scope: the ids of the parents of nested records. Empty for a top-level collection. */
export type Scope = readonly Id[]

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
  /** Chooses one of several ids by a key; undefined if there are none. */
  readonly pickAmong: (ids: readonly Id[], key: string) => Id | undefined
  /** The parent of a record whose resource refers to itself; undefined for a root. */
  readonly treeParentId: (name: string, scope: Scope, id: Id) => Id | undefined
}

/** Shape of the tree of records that refer to others of the same resource: number of roots, and of children of each record. */
const rootCount = 2
const childCount = 2

/** Number of records whose ids begin with that of one other record. */
const perOwner = 3

/** @param exampleIds The ids that the document shows. */
export function createSeededIds(
  size: Size,
  options: CrudOptions,
  exampleIds: (resource: Resource) => readonly Id[],
): SeededIds {
  const { model } = options

  /** The parent resource; undefined if there is none, or if clients cannot know its ids. */
  const parentOf = (resource: Resource): Resource | undefined => {
    const parent = resource.parent && resourceNamed(model, resource.parent.resource)
    const isKnown = parent && exposesIds(parent) && parent.scope.length + 1 === resource.scope.length
    return isKnown ? parent : undefined
  }
  const inScope = (resource: Resource, scope: Scope): readonly Id[] => {
    const isTop = scope.length === 0
    const ids = idsOf(options, resource)
    // If there can be few records, half of them are left for new ones.
    const room = Math.min(ids.room, mostOf(resource))
    const count = Math.min(isTop ? size.top : size.below, Math.ceil(room / 2))
    const others = idsOfOthers(resource, scope, count)
    if (others.length > 0) return others
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
  /** Ids that are those of other records, as of the users who are members, or begin with them. */
  const idsOfOthers = (resource: Resource, scope: Scope, count: number): readonly Id[] => {
    const composite = compositeOf(options, resource)
    const identity = resource.references.find(({ property }) => property === resource.idProperty)
    const { resource: name } = composite?.reference ?? identity ?? {}
    const target = name === undefined ? undefined : resourceNamed(model, name)
    const targets = target?.scope.length === 0 && hasRecords(target) ? topIds(target) : []
    if (targets.length === 0) return []
    if (!composite) {
      const first = spread(keyOf([resource.name, ...scope]), targets.length)
      return [...targets.slice(first), ...targets.slice(0, first)].slice(0, count)
    }
    // Several belong to one record.
    const owners = targets.slice(0, Math.max(1, Math.ceil(count / perOwner)))
    return Array.from({ length: count }, (_, index) =>
      composed(composite, owners[index % owners.length] ?? '', Math.floor(index / owners.length) + 1),
    )
  }
  const topIds = perObject((resource: Resource) => inScope(resource, []))
  const topIndexes = perObject(
    (resource: Resource) => new Map(topIds(resource).map((id, index) => [id, index])),
  )
  const scopes = perObject((resource: Resource): readonly Scope[] => {
    if (!hasRecords(resource)) return []
    if (resource.scope.length === 0) return [[]]
    const parent = parentOf(resource)
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
    const parent = parentOf(resource)
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
    placeOf: (resource, scope, id) => {
      const isTop = scope.length === 0
      const all = isTop ? topIds(resource) : inScope(resource, scope)
      const index = isTop ? (topIndexes(resource).get(id) ?? 0) : Math.max(0, all.indexOf(id))
      return { index, count: Math.max(1, all.length) }
    },
    pickId: (name, key, scope) => {
      const resource = resourceNamed(model, name)
      if (resource && scope) return pickAmong(existing(resource, scope), key)
      const all = resource ? scopes(resource) : []
      const within = all[spread(`${name} ${key}`, Math.max(1, all.length))]
      if (!resource || !within) return undefined
      return pickAmong(within.length === 0 ? topIds(resource) : existing(resource, within), key)
    },
    pickAmong,
    treeParentId: (name, scope, id) => {
      const resource = resourceNamed(model, name)
      if (!resource) return undefined
      const isTop = scope.length === 0
      const siblings = isTop ? topIds(resource) : inScope(resource, scope)
      const index = isTop ? (topIndexes(resource).get(id) ?? -1) : siblings.indexOf(id)
      return siblings[Math.floor((index - rootCount) / childCount)]
    },
  }
}

const pickAmong = (ids: readonly Id[], key: string): Id | undefined =>
  ids.length === 0 ? undefined : ids[spread(key, ids.length)]

/** Whether clients could see records of the resource. */
export function hasRecords({ kind, discoverable, operations }: Resource): boolean {
  return kind === 'collection' && (discoverable || operations.some(({ role }) => role === 'list'))
}

const keyOf = (scope: Scope): string => scope.join('/')

/** Returns `count` distinct ids: the given ones, then numbered ones. */
function distinctIds(given: readonly Id[], count: number, idOf: (number: number) => Id): readonly Id[] {
  const distinct = new Map(given.slice(0, count).map((id) => [String(id), id]))
  for (let number = 1; distinct.size < count && number < 3 * count; number += 1) {
    const id = idOf(number)
    if (!distinct.has(String(id))) distinct.set(String(id), id)
  }
  return [...distinct.values()]
}
