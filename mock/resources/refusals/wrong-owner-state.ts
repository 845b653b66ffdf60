import { ownersAbove, type Owner } from '../../../spec/inference/references/owner.ts'
import { ownerStates } from '../../../spec/inference/states/refusals/owner-states.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idInPath, idOf } from '../identity/identity.ts'
import { refusalByState } from './wrong-referenced-state.ts'

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
export function wrongOwnerState(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, resource } = endpoint
  const rules = ownerStates(options.document, options.model, declared)
  if (rules.length === 0) return undefined
  const owners = ownersAbove(options.model, resource)
  return async (context) => {
    const { records, request, scope } = context
    const id = operation.idParameter === undefined ? undefined : idInPath(request, operation.idParameter)
    const record = id === undefined ? undefined : await records.get(id)
    let place: Place | undefined = { resource, id, record, scope }
    for (const owner of [undefined, ...owners]) {
      if (owner) place = await ownerOfPlace(place, owner, endpoint, context)
      if (!place) return undefined
      const rule = rules.find((each) => each.owner.name === place?.resource.name)
      const refusal = rule && refusalByState(rule, place.resource, place.id, place.record)
      if (refusal) return refusal
    }
    return undefined
  }
}

/** The record that another one belongs to, or that the path of a request for a new one names; undefined if it is not known. */
async function ownerOfPlace(
  { record, scope }: Place,
  { resource, property }: Owner,
  { operation }: Endpoint,
  { request, store }: RequestContext,
): Promise<Place | undefined> {
  const parameter = operation.within.find((each) => each.property === property)?.parameter
  const inPath = parameter === undefined ? undefined : idInPath(request, parameter)
  const id = property === undefined ? scope.at(-1) : (idOf(record?.[property]) ?? inPath)
  const within = property === undefined ? scope.slice(0, -1) : []
  if (id === undefined || resource.scope.length !== within.length) return undefined
  const found = await store.collection(resource.name, within).get(id)
  return found && { resource, id, record: found, scope: within }
}
