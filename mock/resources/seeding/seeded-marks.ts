import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import { singletonId } from '../identity/identity.ts'
import { idIn, markersOf, marksOf, membersOf, ownCountOf } from '../marks/members.ts'
import type { CrudOptions } from '../options.ts'
import type { SeededIds } from './seeded-ids.ts'

/** In larger worlds, what users have marked is not counted. */
const mostRecords = 2000

/** Returns a function that sets the counts of what a user has marked, such as `followingCount`. */
export function createSeededMarks(
  options: CrudOptions,
  ids: SeededIds,
  peek: (name: string, id: Id) => JsonObject | undefined,
): (resource: Resource, id: Id, record: JsonObject) => JsonObject {
  const users = markersOf(options)
  const userIds = (): readonly Id[] => (users ? ids.existing(users, []) : [])
  const me = (): Id | undefined => {
    const own = users && idIn(users, peek(currentUserOf(options.model)?.name ?? '', singletonId))
    return userIds().find((each) => each === own) ?? userIds()[0]
  }
  /** The number of records that each user has marked, by the property that counts them. */
  const countsOf = perObject((owner: Resource): ReadonlyMap<string, ReadonlyMap<Id, number>> => {
    const ownIds = ids.existing(owner, [])
    const counted = marksOf(options, owner).flatMap((mark) => {
      const property = users && ownCountOf(options, users, mark)
      if (property === undefined || ownIds.length > mostRecords) return []
      const counts = new Map<Id, number>()
      for (const id of ownIds)
        for (const member of membersOf(mark, peek(owner.name, id) ?? {}, id, userIds(), me()))
          counts.set(member, (counts.get(member) ?? 0) + 1)
      return [[property, counts] as const]
    })
    return new Map(counted)
  })
  return (resource, id, record) => {
    if (resource !== users) return record
    const counts = options.model.resources.flatMap((owner) =>
      [...countsOf(owner)].map(([property, byUser]) => [property, byUser.get(id) ?? 0] as const),
    )
    return { ...record, ...Object.fromEntries(counts) }
  }
}
