import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import {
  referencedStates,
  type ReferencedState,
} from '../../../spec/inference/states/refusals/referenced-states.ts'
import type { StateRefusal } from '../../../spec/inference/states/refusals/state-refusal.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idInPath, idOf, nameOf, sentRecord } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { commonReferences } from '../relations/common-references.ts'
import { resourceNamed } from '../resource-index.ts'

interface Rule extends ReferencedState {
  readonly referenced: Resource
}

/**
 * Refuses a record that refers to one in a state that the document excludes: "409 if the course is not published". Undefined where it
 * excludes none.
 */
export function wrongReferencedState(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, resource, accepted } = endpoint
  const { document, model } = options
  const described = accepted ? referencedStates(document, declared, resource.references, model.resources) : []
  const rules = described.flatMap((rule): readonly Rule[] => {
    const referenced = resourceNamed(model, rule.reference.resource)
    return referenced?.scope.length === 0 ? [{ ...rule, referenced }] : []
  })
  if (rules.length === 0) return undefined
  return (context) => {
    const sent = sentRecord(operation, context.request) ?? {}
    return after(sharedWithRecordAbove(endpoint, context), (shared) =>
      after(impliedReferences(endpoint, context, rules, { ...shared, ...sent }), (record) =>
        refusedBy(rules, record, context),
      ),
    )
  }
}

/** The references that a new record has in common with the one of its own resource that it is created below: the channel of a reply. */
function sharedWithRecordAbove(
  endpoint: Endpoint,
  { records, request }: RequestContext,
): MaybePromise<JsonObject> {
  const { parameter, shared } = recordAboveOf(endpoint) ?? {}
  const id = parameter === undefined ? undefined : idInPath(request, parameter)
  if (!shared || id === undefined) return {}
  return after(records.get(id), (parent) =>
    Object.fromEntries(Object.entries(parent ?? {}).filter(([name]) => shared.has(name))),
  )
}

const viaOf = perObject(
  ({ options, resource }: Endpoint) => commonReferences(options, resource, resource.references).via,
)

/** The record with the references of the rules that follow from others: the event of an order is that of its ticket type. */
function impliedReferences(
  endpoint: Endpoint,
  { store }: RequestContext,
  rules: readonly Rule[],
  record: JsonObject,
): MaybePromise<JsonObject> {
  const { options } = endpoint
  const via = viaOf(endpoint)
  return reduceAfter<Rule, JsonObject>(rules, record, (known, { reference: { property } }) => {
    const by = via.get(property)
    const id =
      by && known[property] === undefined ? idOf(referencedIds(known[by.property], by)[0]) : undefined
    return by === undefined || id === undefined
      ? known
      : after(lookupIn(options, store).peek(by.resource, id), (other) => ({
          ...known,
          [property]: other?.[property] ?? null,
        }))
  })
}

/** The path parameter with the id of that record, and the references that follow from it. */
const recordAboveOf = perObject(({ options, operation, resource }: Endpoint) => {
  const above = operation.within.find(({ property }) =>
    resource.references.some((each) => each.property === property && each.resource === resource.name),
  )
  if (!above) return undefined
  const { via } = commonReferences(options, resource, resource.references)
  const shared = [...via].flatMap(([name, { property }]) => (property === above.property ? [name] : []))
  return { parameter: above.parameter, shared: new Set(shared) }
})

/** The refusal of a record for the state of one that it refers to. */
const refusedBy = (
  rules: readonly Rule[],
  record: JsonObject,
  context: RequestContext,
): MaybePromise<Refused | undefined> =>
  reduceAfter<Rule, Refused | undefined>(rules, undefined, (refusal, rule) => {
    const ids = referencedIds(record[rule.reference.property], rule.reference).flatMap((id) => idOf(id) ?? [])
    const { referenced } = rule
    return reduceAfter<Id, Refused | undefined>(
      ids,
      refusal,
      (found, id) =>
        found ??
        after(context.store.collection(referenced.name).get(id), (other) =>
          refusalByState(rule, referenced, id, other),
        ),
    )
  })

/** Refuses because of the state that another record is in. */
export function refusalByState(
  { property, refused, status }: StateRefusal,
  resource: Resource,
  id: Id | undefined,
  record: JsonObject | undefined,
): Refused | undefined {
  const state = record?.[property]
  return id !== undefined && state !== undefined && refused.includes(state)
    ? refuse(status, 'wrong_state', `The ${nameOf(resource, id)} has ${property} = ${JSON.stringify(state)}.`)
    : undefined
}
