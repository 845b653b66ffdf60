import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, settled } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { createComposer } from '../records/compose.ts'
import { derivedItem, derivedPropertiesOf, meanIn, ownerIdOf, type Membership } from '../relations/derived.ts'
import type { RecordLookup } from '../relations/linker.ts'
import { resourceNamed } from '../resource-index.ts'
import { withoutDeletionMarks } from '../records/soft-delete.ts'
import { withinRequestLimits } from './request-limits.ts'
import { hasRecords, type Scope, type SeededIds } from './seeded-ids.ts'
import { withOrderedRanges } from './ordered-ranges.ts'
import { withStateTimestamps } from './state-timestamps.ts'

/** Which derived properties of a record are computed. Fewer for records that are part of another one, to avoid cycles. */
type DerivedDetail = 'all' | 'counts' | 'none'

/** Maximum number of embedded records, and of groups of members, that are cached. */
const maxCached = 200

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
  const { pickId, treeParentId } = ids
  const composer = perObject((resource: Resource) => createComposer(options, resource))
  const groups = new Map<string, ReadonlyMap<string, readonly Id[]>>()
  const embedded = new Map<string, JsonObject>()
  // Embedded copies of records do not embed further records.
  const shallowLookup: RecordLookup = { pickId, treeParentId, find: () => undefined }

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
    return withStateTimestamps(options, resource, withOrderedRanges(options, resource, live))
  }

  const derivedValues = (resource: Resource, scope: Scope, id: Id, detail: DerivedDetail): JsonObject => {
    if (detail === 'none') return {}
    const entries = derivedPropertiesOf(options, resource).flatMap(
      (derived): readonly (readonly [string, Json])[] => {
        const { property, shown, averaged, state, member, empty } = derived
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

  const lookup: RecordLookup = {
    pickId,
    treeParentId,
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
