import { decidedReferences, decidedValues } from '../../../spec/inference/states/effects/decided-values.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { membersQuery } from '../relations/derived/derived-values.ts'
import { membershipsOf } from '../relations/members/memberships.ts'

const decisionsOf = perObject(({ options, resource, declared }: Endpoint) =>
  [...membershipsOf(options, resource)].flatMap(([noun, membership]) => {
    const { document } = options
    const values = decidedValues(document, resource.record, declared, noun)
    const references = decidedReferences(document, resource, declared, membership.member)
    return values.length + references.length > 0 ? [{ membership, values, references }] : []
  }),
)

/** The values that an action sets depending on what belongs to the record: the winner of an auction, and whether there is one. */
export async function decided(
  endpoint: Endpoint,
  { store, scope }: RequestContext,
  id: Id,
): Promise<JsonObject> {
  const next: Record<string, JsonObject[string]> = {}
  for (const { membership, values, references } of decisionsOf(endpoint)) {
    const { member, by } = membership
    const { items } = await store
      .collection(member.name, by === undefined ? [...scope, id] : [])
      .list(membersQuery(membership, id))
    for (const { property, some, none } of values) {
      const value = items.length > 0 ? some : none
      if (value !== undefined) next[property] = value
    }
    for (const { property, from, by: number, isLowest } of references) {
      const sign = isLowest ? -1 : 1
      const [first] = items.toSorted((one, other) => sign * (Number(other[number]) - Number(one[number])))
      if (first) next[property] = first[from] ?? null
    }
  }
  return next
}
