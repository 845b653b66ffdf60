import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import { ownerIdOf, type Membership } from '../relations/members/memberships.ts'
import { hasRecords, type Scope } from './scopes.ts'
import type { SeededIds } from './seeded-ids.ts'

/** Maximum number of groups that are cached. */
const maxCached = 200

/** Which seeded records belong together. */
export interface SeededMembers {
  /** The scope and the ids of the records that belong to an owner. */
  readonly of: (membership: Membership, scope: Scope, id: Id) => readonly [scope: Scope, ids: readonly Id[]]
  /** The ids of those records of a top-level collection whose property has a value. */
  readonly withValue: (resource: Resource, property: string, value: Id | undefined) => readonly Id[]
}

/** @param recordOf Returns the record with an id, without its derived properties; undefined while it is being generated. */
export function createSeededMembers(
  ids: SeededIds,
  recordOf: (resource: Resource, scope: Scope, id: Id) => JsonObject | undefined,
): SeededMembers {
  const groups = new Map<string, ReadonlyMap<string, readonly Id[]>>()
  const grouped = (
    key: string,
    members: () => readonly Id[],
    valueOf: (id: Id) => Id | undefined,
  ): ReadonlyMap<string, readonly Id[]> => {
    const group = groups.get(key) ?? groupBy(members(), (id) => String(valueOf(id) ?? ''))
    if (groups.size < maxCached) groups.set(key, group)
    return group
  }

  return {
    of: ({ member, by }, scope, id) => {
      if (by === undefined) return [[...scope, id], ids.existing(member, [...scope, id])]
      const memberScope = member.scope.length === 0 ? [] : scope
      const byOwner = grouped(
        JSON.stringify([member.name, by.property, memberScope.map(String)]),
        () => (hasRecords(member) ? ids.inScope(member, memberScope) : []),
        (memberId) => {
          const record = recordOf(member, memberScope, memberId)
          return record && ownerIdOf(by, record)
        },
      )
      return [memberScope, byOwner.get(String(id)) ?? []]
    },
    withValue: (resource, property, value) => {
      const byValue = grouped(
        `${resource.name} ${property}`,
        () => ids.existing(resource, []),
        (id) => idOf(recordOf(resource, [], id)?.[property]),
      )
      return byValue.get(String(value ?? '')) ?? []
    },
  }
}
