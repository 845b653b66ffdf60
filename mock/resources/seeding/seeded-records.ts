import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, settled } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { createComposer } from '../records/compose.ts'
import {
  addedBy,
  derivedItem,
  derivedPropertiesOf,
  meanIn,
  ownerIdOf,
  type Membership,
} from '../relations/derived.ts'
import type { RecordLookup } from '../relations/linker.ts'
import { resourceNamed } from '../resource-index.ts'
import { idOf } from '../records/identity.ts'
import { numberingOf } from '../records/numbering.ts'
import { withoutDeletionMarks } from '../records/soft-delete.ts'
import { withinRequestLimits } from './request-limits.ts'
import { hasRecords, type Scope, type SeededIds } from './seeded-ids.ts'
import { withOrderedRanges } from './ordered-ranges.ts'
import { withStateTimestamps } from './state-timestamps.ts'

/** Which derived properties of a record are computed. Fewer for records that are part of another one, to avoid cycles. */
type DerivedDetail = 'all' | 'counts' | 'none'

/** Maximum number of embedded records, and of groups of members, that are cached. */
const maxCached = 200

/** Maximum number of records that are cached because others follow their references. */
const maxPeeked = 5000

/**
 * Returns a function that generates the record with an id.
 *
 * @param examples The records in the document's examples, by id; used unchanged.
 */
export function createSeededRecords(
  options: CrudOptions,
  ids: SeededIds,
  examples: (resource: Resource) => ReadonlyMap<Id, JsonObject>,
): (resource: Resource, scope: Scope, id: Id) => JsonObject {
  const { treeParentId } = ids
  const composer = perObject((resource: Resource) => createComposer(options, resource))
  const groups = new Map<string, ReadonlyMap<string, readonly Id[]>>()
  const embedded = new Map<string, JsonObject>()
  const peeked = new Map<string, JsonObject | undefined>()

  const recordOf = (
    resource: Resource,
    scope: Scope,
    id: Id,
    lookup: RecordLookup,
    detail: DerivedDetail,
  ): JsonObject => {
    const example = scope.length === 0 ? examples(resource).get(id) : undefined
    if (example) return example
    const derived = derivedValues(resource, scope, id, detail)
    const record = after(composer(resource).generate({ id, scope, lookup, derived }), (generated) =>
      withinRequestLimits(options, resource, generated, [...scope, id].join('/')),
    )
    const live = withoutDeletionMarks(options, resource, settled(record))
    const timed = withStateTimestamps(options, resource, withOrderedRanges(options, resource, live))
    return detail === 'none' ? timed : summedUp(resource, scope, id, numbered(resource, scope, id, timed))
  }

  /** The record with the sums of what belongs to it. */
  const summedUp = (resource: Resource, scope: Scope, id: Id, record: JsonObject): JsonObject => {
    const sums = derivedPropertiesOf(options, resource).filter(({ summed }) => summed !== undefined)
    if (sums.length === 0) return record
    const entries = sums.map((derived) => {
      const { property, summed, member } = derived
      const [memberScope, memberIds] = membersOf(derived, resource, scope, id)
      const start = amountIn(record[summed?.base ?? '']) ?? 0
      const total = memberIds.reduce<number>(
        (sum, each) => sum + addedBy(derived, recordOf(member, memberScope, each, shallowLookup, 'none')),
        start,
      )
      return [property, withAmount(record[property], total)] as const
    })
    const next = { ...record, ...Object.fromEntries(entries) }
    return options.validator.of(resource.record, 'response').accepts(next) ? next : record
  }

  /** The record with the position that it has among those of its container. */
  const numbered = (resource: Resource, scope: Scope, id: Id, record: JsonObject): JsonObject => {
    const positions = numberingOf(options, resource)
    if (!positions) return record
    const { property, within, first } = positions
    const container = within === undefined ? undefined : String(idOf(record[within]))
    const all =
      within === undefined || container === undefined
        ? ids.existing(resource, scope)
        : (idsByValue(resource, within).get(container) ?? [])
    const next = { ...record, [property]: first + Math.max(0, all.indexOf(id)) }
    return options.validator.of(resource.record, 'response').accepts(next) ? next : record
  }

  const derivedValues = (resource: Resource, scope: Scope, id: Id, detail: DerivedDetail): JsonObject => {
    if (detail === 'none') return {}
    const entries = derivedPropertiesOf(options, resource).flatMap(
      (derived): readonly (readonly [string, Json])[] => {
        const { property, shown, averaged, state, member, empty, summed } = derived
        if (summed) return []
        if (shown && detail === 'counts') return []
        const [memberScope, memberIds] = membersOf(derived, resource, scope, id)
        if (!shown && averaged === undefined && !state) return [[property, memberIds.length]]
        const members = memberIds.map((memberId) =>
          recordOf(member, memberScope, memberId, shallowLookup, shown ? 'counts' : 'none'),
        )
        if (shown) return [[property, members.map((record) => derivedItem(options, derived, record))]]
        if (averaged !== undefined) return [[property, meanIn(members, derived) ?? empty]]
        return [[property, members.filter((record) => record[state?.property ?? ''] === state?.value).length]]
      },
    )
    return Object.fromEntries(entries)
  }

  /** The scope and the ids of the records that belong to an owner. */
  const membersOf = (
    { member, by }: Membership,
    owner: Resource,
    scope: Scope,
    id: Id,
  ): readonly [scope: Scope, ids: readonly Id[]] => {
    if (by !== undefined) {
      const memberScope = member === owner ? scope : []
      return [memberScope, idsByOwner(member, by, memberScope).get(String(id)) ?? []]
    }
    const below = [...scope, id]
    return [below, ids.existing(member, below)]
  }

  /** The ids of the records that refer to an owner, by the owner's id. */
  const idsByOwner = (member: Resource, by: Reference, scope: Scope): ReadonlyMap<string, readonly Id[]> => {
    const key = JSON.stringify([member.name, by.property, scope.map(String)])
    const ownerOf = (id: Id): string =>
      String(ownerIdOf(by, recordOf(member, scope, id, shallowLookup, 'none')) ?? '')
    const group = groups.get(key) ?? groupBy(hasRecords(member) ? ids.inScope(member, scope) : [], ownerOf)
    if (groups.size < maxCached) groups.set(key, group)
    return group
  }

  /** Those of the records of a top-level collection that have a value, by that value. */
  const idsByValue = (resource: Resource, property: string): ReadonlyMap<string, readonly Id[]> => {
    const key = `${resource.name} ${property}`
    const group =
      groups.get(key) ??
      groupBy(ids.existing(resource, []), (id) => String(idOf(peek(resource.name, id)?.[property])))
    if (groups.size < maxCached) groups.set(key, group)
    return group
  }

  const pickId: RecordLookup['pickId'] = (name, key, within) => {
    const resource = within && resourceNamed(options.model, name)
    return resource && within
      ? ids.pickAmong(idsByValue(resource, within.property).get(String(within.value)) ?? [], key)
      : ids.pickId(name, key)
  }

  const peek = (name: string, id: Id): JsonObject | undefined => {
    const resource = resourceNamed(options.model, name)
    if (resource?.scope.length !== 0) return undefined
    const key = `${name} ${String(id)}`
    if (peeked.has(key)) return peeked.get(key)
    // Records that refer to one another do not depend on themselves.
    peeked.set(key, undefined)
    const record = recordOf(resource, [], id, shallowLookup, 'none')
    if (peeked.size < maxPeeked) peeked.set(key, record)
    else peeked.delete(key)
    return record
  }

  // Embedded copies of records do not embed further records.
  const shallowLookup: RecordLookup = { pickId, treeParentId, find: () => undefined, peek }
  const lookup: RecordLookup = {
    ...shallowLookup,
    find: (name, id) => {
      const resource = resourceNamed(options.model, name)
      if (resource?.scope.length !== 0) return undefined
      const key = `${name} ${String(id)}`
      const record = embedded.get(key) ?? recordOf(resource, [], id, shallowLookup, 'counts')
      if (embedded.size < maxCached) embedded.set(key, record)
      return record
    },
  }
  return (resource, scope, id) => recordOf(resource, scope, id, lookup, 'all')
}
