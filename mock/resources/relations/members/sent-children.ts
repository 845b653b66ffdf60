import { acceptedBy } from '../../../../spec/inference/bodies/accepted-schema.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { defaultNames } from '../../../../spec/inference/records/default-names.ts'
import { isArray, isJsonObject, wrappedAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../../spec/util/memo.ts'
import { ok, type Behaviour, type Outcome, type Refused } from '../../../behaviour.ts'
import type { Id } from '../../../store/store.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { sentRecord } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { derivedPropertiesOf } from '../derived/derived.ts'
import { creatorAsMember, creatorMembership } from './creator-membership.ts'
import { membershipsOf } from './memberships.ts'

/** A list in the body of a creation whose items become records of their own: the lines of an order. */
interface SentChildren {
  readonly property: string
  /** The property of them that is sent instead of the whole: the names of the stages of a pipeline. */
  readonly alone: string | undefined
  /** The creation of one of them, below the new record. */
  readonly operation: ResourceOperation
  readonly create: Behaviour
}

const known = new WeakMap<Endpoint, readonly SentChildren[]>()

/**
 * Creates the records that a creation sends along with the new one, and the membership of whoever performs it, by their own creation.
 * Returns the first refusal.
 */
export async function createChildren(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
): Promise<Refused | undefined> {
  const sent = sentRecord(endpoint.operation, context.request) ?? {}
  for (const { property, alone, operation, create } of childrenOf(endpoint)) {
    const items = sent[property] ?? defaultNames(endpoint.declared.description ?? '', property)
    for (const each of isArray(items) ? items : []) {
      const item = alone === undefined ? each : { [alone]: each }
      if (!isJsonObject(item)) continue
      const outcome = await createBelow(context, id, operation, create, item)
      if (outcome.kind === 'refused') return outcome
    }
  }
  const own = creatorMembership(endpoint)
  const joining = own && (await creatorAsMember(endpoint, own, context.store))
  if (own && joining)
    await createBelow(
      context,
      id,
      own.operation,
      endpoint.behaviourOf({ resource: own.member, operation: own.operation }),
      joining,
    )
  return undefined
}

const createBelow = async (
  context: RequestContext,
  id: Id,
  operation: ResourceOperation,
  create: Behaviour,
  item: JsonObject,
): Promise<Outcome> => {
  const request = { ...context.request, ...below(operation, [...context.scope, id], item) }
  return create({ ...context, request, next: () => ok(operation.status) })
}

/** Whether a creation takes, or implies, records that belong to the new one. */
export const hasChildren = (endpoint: Endpoint): boolean =>
  childrenOf(endpoint).length > 0 || creatorMembership(endpoint) !== undefined

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
    if (!item || isPart) return []
    const { member, by } = memberships.get(singularWordsOf(property)) ?? {}
    const operation = member?.operations.find(
      ({ role, within, scope }) =>
        role === 'create' &&
        (by ? within.length === 1 && within[0]?.property === by.property : scope.length > 0),
    )
    if (!member || !operation) return []
    const alone = typesOf(document, item).has('string') ? soleText(options, member, operation) : undefined
    if (alone === undefined && possiblePropertiesOf(document, item).size === 0) return []
    return [{ property, alone, operation, create: behaviourOf({ resource: member, operation }) }]
  })
}

/** The only property that the creation of a record requires, if it is a text. */
function soleText(
  { document, byId }: CrudOptions,
  resource: Resource,
  operation: ResourceOperation,
): string | undefined {
  const declared = byId.get(operation.operationId)
  const accepted = declared && acceptedBy(document, declared, operation, resource.nesting)
  const [name, ...others] = accepted ? requiredOf(document, accepted) : []
  const node = accepted && possiblePropertiesOf(document, accepted).get(name ?? '')
  return node && others.length === 0 && typesOf(document, node).has('string') ? name : undefined
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
    body: wrappedAt(requestPath, item),
  }
}
