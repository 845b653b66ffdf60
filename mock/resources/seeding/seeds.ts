import { groupBy } from '../../../spec/util/group-by.ts'
import { nestRecord } from '../../../spec/inference/records/flatten.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { spread } from '../../data/random.ts'
import { createComposer } from '../records/compose.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'
import { exposesIds } from '../refusals/missing-record.ts'
import { idsOf, type Ids } from '../records/ids.ts'
import type { CollectionSnapshot } from '../../store/lazy.ts'
import { lazyCollection, lazyRecord } from '../../store/lazy.ts'
import { after, settled } from '../../maybe-promise.ts'
import type { RecordLookup } from '../relations/linker.ts'
import { withStateTimestamps } from './state-timestamps.ts'
import { withinRequestLimits } from './request-limits.ts'
import { examplesOf } from './example-records.ts'
import type { Id } from '../../store/store.ts'
import { followerOf } from '../../store/tables.ts'
import { derivedItem, ownerIdOf, derivedPropertiesOf, type Membership } from '../relations/derived.ts'

/** How large a seeded world is. */
export interface Size {
  /** The number of records in a top-level collection. */
  readonly top: number
  /** The number of records in a nested collection. */
  readonly below: number
  /** The number of parents that have nested records. */
  readonly parents: number
}

/** The records of a seeded world. They depend only on the document and the seed, not on the store or on the order of access. */
export interface Seeds {
  /** The scopes in which the resource has records, as far as they can be enumerated. */
  scopes(resource: Resource): readonly (readonly Id[])[]
  /** Whether the resource has records in a scope that cannot be enumerated, since the document does not define its parents. */
  isOpen(resource: Resource, scope: readonly Id[]): boolean
  /** A collection whose records are generated when they are first accessed. */
  collection(resource: Resource, scope: readonly Id[]): CollectionSnapshot
}

/** Shape of the tree of records that refer to others of the same resource: number of roots, and of children of each record. */
const rootCount = 2
const childCount = 2

/** Which derived properties of a record are computed. Fewer for records that are part of another one, to avoid cycles. */
type DerivedDetail = 'all' | 'counts' | 'none'

/** Maximum number of embedded records, and of groups of members, that are cached. */
const maxCached = 200

/** The data for generated values must have been loaded. */
export function createSeeds(size: Size, options: CrudOptions): Seeds {
  const { model } = options
  const ids = (resource: Resource): Ids => idsOf(options, resource)
  const examples = remembered((resource) => examplesOf(options, resource, ids(resource)))
  const composer = remembered((resource) => createComposer(options, resource))
  const count = (scope: readonly Id[]): number => (scope.length === 0 ? size.top : size.below)

  /** The parent resource; undefined if there is none, or if clients cannot know its ids. */
  const parentOf = (resource: Resource): Resource | undefined => {
    const parent = resource.parent && resourceNamed(model, resource.parent.resource)
    const isKnown = parent && exposesIds(parent) && parent.scope.length + 1 === resource.scope.length
    return isKnown ? parent : undefined
  }
  const idsIn = (resource: Resource, scope: readonly Id[]): readonly Id[] => {
    const exampleIds = scope.length === 0 ? [...examples(resource).keys()] : []
    const resourceIds = ids(resource)
    // If there are few ids, half of them are left for new records.
    const wanted = Math.min(count(scope), Math.ceil(resourceIds.room / 2))
    return distinctIds(exampleIds, wanted, (number) => settled(resourceIds.idOf(number, scope)))
  }
  const topIds = remembered((resource) => idsIn(resource, []))
  const scopes = remembered((resource): readonly (readonly Id[])[] => {
    if (!hasRecords(resource)) return []
    if (resource.scope.length === 0) return [[]]
    const parent = parentOf(resource)
    if (!parent) return []
    const below = scopes(parent).flatMap((scope) => idsIn(parent, scope).map((id) => [...scope, id]))
    return below.slice(0, size.parents)
  })
  const isOpen = (resource: Resource, scope: readonly Id[]): boolean => {
    if (!hasRecords(resource) || scope.length !== resource.scope.length) return false
    const parent = parentOf(resource)
    if (!parent) return scope.length > 0
    const above = scope.slice(0, -1)
    if (!isOpen(parent, above)) return false
    return idsIn(parent, above).some((id) => String(id) === String(scope.at(-1)))
  }
  const pickId = (name: string, key: string): Id | undefined => {
    const resource = resourceNamed(model, name)
    const candidates = resource?.scope.length === 0 && scopes(resource).length > 0 ? topIds(resource) : []
    return candidates.length === 0 ? undefined : candidates[spread(key, candidates.length)]
  }
  const topIndexes = remembered((resource) => new Map(topIds(resource).map((id, index) => [id, index])))
  const treeParentId = (name: string, scope: readonly Id[], id: Id): Id | undefined => {
    const resource = resourceNamed(model, name)
    if (!resource) return undefined
    const isTop = scope.length === 0
    const siblings = isTop ? topIds(resource) : idsIn(resource, scope)
    const index = isTop ? (topIndexes(resource).get(id) ?? -1) : siblings.indexOf(id)
    return siblings[Math.floor((index - rootCount) / childCount)]
  }
  const scopeKeys = remembered((resource) => new Set(scopes(resource).map((scope) => scope.join('/'))))
  /** The scope and the ids of the records that belong to an owner. */
  const membersOf = (
    { member, by }: Membership,
    owner: Resource,
    scope: readonly Id[],
    id: Id,
  ): readonly [scope: readonly Id[], ids: readonly Id[]] => {
    if (by !== undefined) {
      const memberScope = member === owner ? scope : []
      return [memberScope, referring(member, by, memberScope).get(String(id)) ?? []]
    }
    const below = [...scope, id]
    const hasMembers = isOpen(member, below) || scopeKeys(member).has(below.join('/'))
    return [below, hasMembers ? idsIn(member, below) : []]
  }
  const groups = new Map<string, ReadonlyMap<string, readonly Id[]>>()
  const referring = (
    member: Resource,
    by: Reference,
    scope: readonly Id[],
  ): ReadonlyMap<string, readonly Id[]> => {
    const key = JSON.stringify([member.name, by.property, scope.map(String)])
    const group =
      groups.get(key) ??
      groupBy(hasRecords(member) ? idsIn(member, scope) : [], (id) => {
        return String(ownerIdOf(by, recordOf(member, scope, id, shallowLookup, 'none')) ?? '')
      })
    if (groups.size < maxCached) groups.set(key, group)
    return group
  }
  const derivedValues = (
    resource: Resource,
    scope: readonly Id[],
    id: Id,
    detail: DerivedDetail,
  ): JsonObject =>
    Object.fromEntries(
      (detail === 'none' ? [] : derivedPropertiesOf(options, resource)).flatMap((derived) => {
        if (derived.shown && detail === 'counts') return []
        const [memberScope, memberIds] = membersOf(derived, resource, scope, id)
        const items = (): readonly JsonObject[] =>
          memberIds.map((memberId) => {
            const record = recordOf(derived.member, memberScope, memberId, shallowLookup, 'counts')
            return derivedItem(options, derived, record)
          })
        return [[derived.property, derived.shown ? items() : memberIds.length]]
      }),
    )
  const recordOf = (
    resource: Resource,
    scope: readonly Id[],
    id: Id,
    lookup: RecordLookup,
    detail: DerivedDetail = 'all',
  ): JsonObject => {
    const example = scope.length === 0 ? examples(resource).get(id) : undefined
    if (example) return example
    const derived = derivedValues(resource, scope, id, detail)
    const record = after(composer(resource).generate({ id, scope, lookup, derived }), (generated) =>
      withinRequestLimits(options, resource, generated, [...scope, id].join('/')),
    )
    return withStateTimestamps(options, resource, settled(record))
  }
  // Embedded copies of records do not embed further records.
  const shallowLookup: RecordLookup = { pickId, treeParentId, find: () => undefined }
  const embedded = new Map<string, JsonObject>()
  const lookup: RecordLookup = {
    pickId,
    treeParentId,
    find: (name, id) => {
      const resource = resourceNamed(model, name)
      if (resource?.scope.length !== 0) return undefined
      const key = `${name} ${String(id)}`
      const record = embedded.get(key) ?? recordOf(resource, [], id, shallowLookup, 'counts')
      if (embedded.size < maxCached) embedded.set(key, record)
      return record
    },
  }

  return {
    scopes,
    isOpen,
    collection: (resource, scope) => {
      const typed = ids(resource).scopeOf(scope)
      return lazyCollection({ resource: resource.name, scope: scope.map(String) }, () => {
        const recordIds = idsIn(resource, typed)
        return {
          nextId: recordIds.reduce<number>(
            (next, id) => Math.max(next, followerOf(String(id))),
            recordIds.length + 1,
          ),
          records: recordIds.map((id) =>
            lazyRecord(String(id), () => nestRecord(resource.nesting, recordOf(resource, typed, id, lookup))),
          ),
        }
      })
    },
  }
}

/** Whether clients could see records of the resource. */
function hasRecords({ kind, discoverable, operations }: Resource): boolean {
  return kind === 'collection' && (discoverable || operations.some(({ role }) => role === 'list'))
}

/** Returns `count` distinct ids: the given ones, then numbered ones. */
function distinctIds(given: readonly Id[], count: number, idOf: (number: number) => Id): readonly Id[] {
  const distinct = new Map(given.slice(0, count).map((id) => [String(id), id]))
  for (let number = 1; distinct.size < count && number < 3 * count; number += 1) {
    const id = idOf(number)
    if (!distinct.has(String(id))) distinct.set(String(id), id)
  }
  return [...distinct.values()]
}

/** Memoizes a function of a resource. */
function remembered<T>(work: (resource: Resource) => T): (resource: Resource) => T {
  const known = new Map<Resource, { readonly value: T }>()
  return (resource) => {
    const result = known.get(resource) ?? { value: work(resource) }
    known.set(resource, result)
    return result.value
  }
}
