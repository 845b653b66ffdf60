import { groupBy } from '../../spec/util/group-by.ts'
import { nestRecord } from '../../spec/inference/records/flatten.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Reference, Resource } from '../../spec/resources.ts'
import { spread } from '../data/random.ts'
import { createComposer } from './compose.ts'
import type { CrudOptions } from './crud.ts'
import { resourceNamed } from './family.ts'
import { tellsIds } from './identity.ts'
import { idsOf, type Ids } from './ids.ts'
import type { CollectionSnapshot } from '../store/lazy.ts'
import { lazyCollection, lazyRecord } from '../store/lazy.ts'
import { after, settled } from '../maybe-promise.ts'
import type { Others } from './others.ts'
import { inState } from './in-state.ts'
import { withinLimits } from './limits.ts'
import { examplesOf } from './shown.ts'
import type { Id } from '../store/store.ts'
import { followerOf } from '../store/tables.ts'
import { itemOfTally, ownerTold, talliesOf, type Tally } from './tally.ts'

/** How large a seeded world is. */
export interface Size {
  /** Records in a collection without parent. */
  readonly top: number
  /** Records below each of the first so many parents. */
  readonly below: number
  readonly parents: number
}

/** The records of a seeded world: worked out from the document alone, in any order, never from what is stored. */
export interface Seeds {
  /** The scopes in which the resource has records, as far as they can be listed. */
  scopes(resource: Resource): readonly (readonly Id[])[]
  /** Whether the resource has records in a scope that cannot be listed: the document does not say what is in there. */
  isOpen(resource: Resource, scope: readonly Id[]): boolean
  /** Its records are made when they are first looked at. */
  collection(resource: Resource, scope: readonly Id[]): CollectionSnapshot
}

/** How records that refer to others of their kind are a tree: so many at its top, so many below each. */
const roots = 2
const branches = 2

/** What a record tells of those that belong to it: less where it is itself looked at for that. */
type Told = 'all' | 'counts' | 'nothing'

/** Records kept for others that show them too. */
const mostShown = 200

/** The data must have been loaded. */
export function createSeeds(size: Size, options: CrudOptions): Seeds {
  const { model } = options
  const ids = (resource: Resource): Ids => idsOf(options, resource)
  const examples = remembered((resource) => examplesOf(options, resource, ids(resource)))
  const composer = remembered((resource) => createComposer(options, resource))
  const count = (scope: readonly Id[]): number => (scope.length === 0 ? size.top : size.below)

  /** The resource whose records these are below; undefined when the document does not say which there are. */
  const parentOf = (resource: Resource): Resource | undefined => {
    const parent = resource.parent && resourceNamed(model, resource.parent.resource)
    const isKnown = parent && tellsIds(parent) && parent.scope.length + 1 === resource.scope.length
    return isKnown ? parent : undefined
  }
  const idsIn = (resource: Resource, scope: readonly Id[]): readonly Id[] => {
    const shown = scope.length === 0 ? [...examples(resource).keys()] : []
    const known = ids(resource)
    // Where there are few ids, some are left for new records.
    const wanted = Math.min(count(scope), Math.ceil(known.room / 2))
    return distinctIds(shown, wanted, (number) => settled(known.idOf(number, scope)))
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
  const refer = (name: string, text: string): Id | undefined => {
    const resource = resourceNamed(model, name)
    const there = resource?.scope.length === 0 && scopes(resource).length > 0 ? topIds(resource) : []
    return there.length === 0 ? undefined : there[spread(text, there.length)]
  }
  const topPlaces = remembered((resource) => new Map(topIds(resource).map((id, index) => [id, index])))
  const above = (name: string, scope: readonly Id[], id: Id): Id | undefined => {
    const resource = resourceNamed(model, name)
    if (!resource) return undefined
    const isTop = scope.length === 0
    const there = isTop ? topIds(resource) : idsIn(resource, scope)
    const place = isTop ? (topPlaces(resource).get(id) ?? -1) : there.indexOf(id)
    return there[Math.floor((place - roots) / branches)]
  }
  const scopeKeys = remembered((resource) => new Set(scopes(resource).map((scope) => scope.join('/'))))
  /** Where those are that belong to records of a scope, and those of them that belong to one. */
  const belonging = (
    { member, by }: Tally,
    owner: Resource,
    scope: readonly Id[],
    id: Id,
  ): readonly [scope: readonly Id[], ids: readonly Id[]] => {
    if (by !== undefined) {
      const among = member === owner ? scope : []
      return [among, referring(member, by, among).get(String(id)) ?? []]
    }
    const below = [...scope, id]
    const isThere = isOpen(member, below) || scopeKeys(member).has(below.join('/'))
    return [below, isThere ? idsIn(member, below) : []]
  }
  const groups = new Map<string, ReadonlyMap<string, readonly Id[]>>()
  const referring = (
    member: Resource,
    by: Reference,
    scope: readonly Id[],
  ): ReadonlyMap<string, readonly Id[]> => {
    const key = JSON.stringify([member.name, by.property, scope.map(String)])
    const found =
      groups.get(key) ??
      groupBy(hasRecords(member) ? idsIn(member, scope) : [], (id) => {
        return String(ownerTold(by, recordOf(member, scope, id, alone, 'nothing')) ?? '')
      })
    if (groups.size < mostShown) groups.set(key, found)
    return found
  }
  const talliesIn = (resource: Resource, scope: readonly Id[], id: Id, told: Told): JsonObject =>
    Object.fromEntries(
      (told === 'nothing' ? [] : talliesOf(options, resource)).flatMap((tally) => {
        if (tally.shown && told === 'counts') return []
        const [among, members] = belonging(tally, resource, scope, id)
        const items = (): readonly JsonObject[] =>
          members.map((each) =>
            itemOfTally(options, tally, recordOf(tally.member, among, each, alone, 'counts')),
          )
        return [[tally.property, tally.shown ? items() : members.length]]
      }),
    )
  const recordOf = (
    resource: Resource,
    scope: readonly Id[],
    id: Id,
    others: Others,
    told: Told = 'all',
  ): JsonObject =>
    (scope.length === 0 ? examples(resource).get(id) : undefined) ??
    inState(
      options,
      resource,
      settled(
        after(
          composer(resource).invent({ id, scope, others, tallies: talliesIn(resource, scope, id, told) }),
          (record) => withinLimits(options, resource, record, [...scope, id].join('/')),
        ),
      ),
    )
  // What is shown of a record is not what that one shows of others.
  const alone: Others = { refer, above, find: () => undefined }
  const shown = new Map<string, JsonObject>()
  const others: Others = {
    refer,
    above,
    find: (name, id) => {
      const resource = resourceNamed(model, name)
      if (resource?.scope.length !== 0) return undefined
      const key = `${name} ${String(id)}`
      const record = shown.get(key) ?? recordOf(resource, [], id, alone, 'counts')
      if (shown.size < mostShown) shown.set(key, record)
      return record
    },
  }

  return {
    scopes,
    isOpen,
    collection: (resource, scope) => {
      const typed = ids(resource).scopeOf(scope)
      return lazyCollection({ resource: resource.name, scope: scope.map(String) }, () => {
        const there = idsIn(resource, typed)
        return {
          nextId: there.reduce<number>(
            (next, id) => Math.max(next, followerOf(String(id))),
            there.length + 1,
          ),
          records: there.map((id) =>
            lazyRecord(String(id), () => nestRecord(resource.nesting, recordOf(resource, typed, id, others))),
          ),
        }
      })
    },
  }
}

/** Whether anybody could see them. */
function hasRecords({ kind, discoverable, operations }: Resource): boolean {
  return kind === 'collection' && (discoverable || operations.some(({ role }) => role === 'list'))
}

/** So many ids, numbered ones after those given. */
function distinctIds(given: readonly Id[], count: number, idOf: (number: number) => Id): readonly Id[] {
  const found = new Map(given.slice(0, count).map((id) => [String(id), id]))
  for (let number = 1; found.size < count && number < 3 * count; number += 1) {
    const id = idOf(number)
    if (!found.has(String(id))) found.set(String(id), id)
  }
  return [...found.values()]
}

/** Works something out once for each resource. */
function remembered<T>(work: (resource: Resource) => T): (resource: Resource) => T {
  const known = new Map<Resource, { readonly value: T }>()
  return (resource) => {
    const result = known.get(resource) ?? { value: work(resource) }
    known.set(resource, result)
    return result.value
  }
}
