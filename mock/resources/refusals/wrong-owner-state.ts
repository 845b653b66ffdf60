import { ownersAbove, type Owner } from '../../../spec/inference/references/owner.ts'
import { ownerStates, type OwnerState } from '../../../spec/inference/states/owner-states.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { deletedRecords } from '../records/existing.ts'
import { idInPath, idOf, nameOf, targetOf } from '../records/identity.ts'

/** A record, or the place where a new one is to be. */
interface Place {
  readonly resource: Resource
  readonly id: Id | undefined
  readonly record: JsonObject | undefined
  readonly scope: readonly Id[]
}

/**
 * Refuses a write below a record in a state that the document excludes: "Issues of an archived project cannot be changed". Undefined
 * where it excludes none.
 */
export function wrongOwnerState(
  endpoint: Endpoint,
): ((context: RequestContext) => MaybePromise<Refused | undefined>) | undefined {
  const { options, declared, resource } = endpoint
  const rules = ownerStates(options.document, options.model, declared)
  if (rules.length === 0) return undefined
  const owners = ownersAbove(options.model, resource)
  return (context) =>
    after(ownPlace(endpoint, context), (place) => firstRefusal(place, owners, rules, endpoint, context))
}

/** The record that the request works on, deleted or not; without one if it creates a record. */
function ownPlace({ resource, operation }: Endpoint, context: RequestContext): MaybePromise<Place> {
  const { scope, records, request } = context
  const id = operation.idParameter === undefined ? undefined : targetOf(resource, operation, request)
  if (id === undefined) return { resource, id, record: undefined, scope }
  return after(records.get(id), (live) =>
    after(live ?? deletedRecords(resource, context).get(id), (record) => ({ resource, id, record, scope })),
  )
}

/** Looks for a refusal in the states of the record and of those that it belongs to, the nearest first. */
function firstRefusal(
  place: Place,
  owners: readonly Owner[],
  rules: readonly OwnerState[],
  endpoint: Endpoint,
  context: RequestContext,
): MaybePromise<Refused | undefined> {
  const refusal = refusalAt(place, rules)
  const [owner, ...rest] = owners
  if (refusal || !owner) return refusal
  return after(ownerOfPlace(place, owner, endpoint, context), (above) =>
    above ? firstRefusal(above, rest, rules, endpoint, context) : undefined,
  )
}

function refusalAt({ resource, id, record }: Place, rules: readonly OwnerState[]): Refused | undefined {
  const rule = rules.find(({ owner, property, refused }) => {
    const state = owner.name === resource.name ? record?.[property] : undefined
    return state !== undefined && refused.includes(state)
  })
  return rule && id !== undefined
    ? refuse(
        rule.status,
        'wrong_state',
        `The ${nameOf(resource, id)} has ${rule.property} = ${JSON.stringify(record?.[rule.property])}.`,
      )
    : undefined
}

/** The record that another one belongs to, or that the path of a request for a new one names; undefined if it is not known. */
function ownerOfPlace(
  { record, scope }: Place,
  { resource, property }: Owner,
  { operation }: Endpoint,
  { request, store }: RequestContext,
): MaybePromise<Place | undefined> {
  const parameter = operation.within.find((each) => each.property === property)?.parameter
  const inPath = parameter === undefined ? undefined : idInPath(request, parameter)
  const id = property === undefined ? scope.at(-1) : (idOf(record?.[property]) ?? inPath)
  const within = property === undefined ? scope.slice(0, -1) : []
  if (id === undefined || resource.scope.length !== within.length) return undefined
  return after(store.collection(resource.name, within).get(id), (found) =>
    found ? { resource, id, record: found, scope: within } : undefined,
  )
}
