import type { JsonObject } from '../../../spec/json.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { currentUser } from '../relations/current-user.ts'
import { idIn, markersOf, marksOf, ownCountOf } from './members.ts'

/** Counts what the current user has marked, or marks no more, in the user's own record: `followingCount`. */
export async function countOwn(
  { options, resource }: Endpoint,
  { store }: RequestContext,
  before: JsonObject,
  effect: JsonObject,
): Promise<void> {
  const users = markersOf(options)
  const mark = marksOf(options, resource).find(
    ({ flag }) => typeof effect[flag] === 'boolean' && effect[flag] !== before[flag],
  )
  const property = users && mark && ownCountOf(options, users, mark)
  if (!users || !mark || property === undefined) return
  const id = idIn(users, await currentUser(options, store))
  const records = store.collection(users.name)
  const own = id === undefined ? undefined : await records.get(id)
  const number = own?.[property]
  if (id === undefined || !own || typeof number !== 'number') return
  await records.put(id, { ...own, [property]: Math.max(0, number + (effect[mark.flag] === true ? 1 : -1)) })
}
