import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { ResourceOperation } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { ok, type Behaviour, type Refused } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { sentRecord } from '../records/identity.ts'
import { derivedPropertiesOf } from './derived.ts'
import { membershipsOf } from './memberships.ts'

/** A list in the body of a creation whose items become records of their own: the lines of an order. */
interface SentChildren {
  readonly property: string
  /** The creation of one of them, below the new record. */
  readonly operation: ResourceOperation
  readonly create: Behaviour
}

const known = new WeakMap<Endpoint, readonly SentChildren[]>()

/** Creates the records that a creation sends along with the new one, by their own creation. Returns the first refusal. */
export async function createChildren(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
): Promise<Refused | undefined> {
  const sent = sentRecord(endpoint.operation, context.request) ?? {}
  for (const { property, operation, create } of childrenOf(endpoint)) {
    const items = sent[property] ?? null
    for (const item of isArray(items) ? items.filter(isJsonObject) : []) {
      const request = { ...context.request, ...below(operation, [...context.scope, id], item) }
      const outcome = await create({ ...context, request, next: () => ok(operation.status) })
      if (outcome.kind === 'refused') return outcome
    }
  }
  return undefined
}

const childrenOf = (endpoint: Endpoint): readonly SentChildren[] =>
  getOrInsertComputed(known, endpoint, () => findChildren(endpoint))

function findChildren({ options, resource, accepted, behaviourOf }: Endpoint): readonly SentChildren[] {
  const { document } = options
  const lists = accepted ? [...possiblePropertiesOf(document, accepted)] : []
  const shown = possiblePropertiesOf(document, resource.record)
  const derived = new Set(derivedPropertiesOf(options, resource).map(({ property }) => property))
  const memberships = membershipsOf(options, resource)
  return lists.flatMap(([property, node]): readonly SentChildren[] => {
    const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    const isPart = shown.has(property) && !derived.has(property)
    if (!item || isPart || possiblePropertiesOf(document, item).size === 0) return []
    const { member, by } = memberships.get(singularWordsOf(property)) ?? {}
    const operation = member?.operations.find(
      ({ role, within, scope }) =>
        role === 'create' &&
        (by ? within.length === 1 && within[0]?.property === by.property : scope.length > 0),
    )
    return member && operation
      ? [{ property, operation, create: behaviourOf({ resource: member, operation }) }]
      : []
  })
}

/** The path and the body of the request that would create the item below the record with these ids. */
function below(
  { scope, within, requestPath }: ResourceOperation,
  ids: readonly Id[],
  item: JsonObject,
): { readonly path: JsonObject; readonly body: Json } {
  const names = within.length > 0 ? within.map(({ parameter }) => parameter) : scope
  const path = names.map((name, index) => [name, ids[ids.length - names.length + index] ?? null] as const)
  return {
    path: Object.fromEntries(path),
    body: requestPath.reduceRight<Json>((body, name) => ({ [name]: body }), item),
  }
}
