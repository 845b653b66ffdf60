import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import type { Relationship, Resource, ResourceOperation } from '../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { ok, refuse, type Behaviour, type Outcome, type Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, mapAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { BehaviourOf, Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idInPath, idOf, notFound } from '../identity/identity.ts'
import { withNarrowed } from '../lists/narrowed.ts'
import { existing } from '../records/existing.ts'
import { pick } from '../relations/derived/derived-values.ts'
import { refersTo } from '../relations/refers-to.ts'
import { present } from '../responses/record-response.ts'
import { nothingRemoved, nothingSent, saveAndPresent } from './save.ts'
import { unlessExcluded } from './writes.ts'

/** Shows or changes which records a record refers to. A change that shows the result performs both. */
export function relationshipBehaviour(
  relationship: Relationship,
  operationId: string,
  behaviourOf: BehaviourOf,
): Behaviour {
  const { owner, target, idParameter, scope, isMany, shows, change, status } = relationship
  const base: ResourceOperation = {
    role: 'action',
    operationId,
    idParameter,
    scope,
    within: [],
    requestPath: [],
    responsePath: shows?.kind === 'owner' ? shows.path : undefined,
    status,
  }
  const shown = {
    ...base,
    role: isMany ? ('list' as const) : ('read' as const),
    responsePath: shows?.path,
  }
  const changing =
    change &&
    behaviourOf({ resource: owner, operation: base }, unlessExcluded(changeReferences(relationship, change)))
  const showing =
    shows?.kind === 'records'
      ? showRecords(relationship, behaviourOf({ resource: target, operation: { ...shown, scope: [] } }))
      : shows?.kind === 'linkage'
        ? behaviourOf({ resource: unnested(owner), operation: shown }, showLinkage(relationship))
        : undefined
  if (!changing) return showing ?? (({ next }) => next())
  if (!showing) return changing
  return (context) =>
    after(changing(context), (outcome) => (outcome.kind === 'ok' ? showing(context) : outcome))
}

/** The resource for responses that do not show its records. */
const unnested = (resource: Resource): Resource => ({ ...resource, nesting: undefined })

type Change = NonNullable<Relationship['change']>

/** Adds references to a record, removes them, or replaces all. */
function changeReferences(relationship: Relationship, change: Change): Handler {
  return (endpoint, context) => {
    const { reference, isMany } = relationship
    const { property } = reference
    const id = idInPath(context.request, relationship.idParameter)
    if (id === undefined) return context.next()
    return after(existing(endpoint, context, id), (before) => {
      if (!before) return notFound(relationship.owner, id)
      const sent = sentReferences(change, context.request)
      const missing =
        change.effect === 'remove'
          ? notReferredTo(relationship, change, endpoint, before, sent)
          : firstUnknown(relationship, change, endpoint, context, sent)
      return after(missing, (refused) => {
        if (refused) return refused
        return after(
          mapAfter(sent, (item) => asReference(relationship, endpoint, context, item)),
          (items) => {
            const value = isMany ? combined(change, reference, before[property], items) : (items[0] ?? null)
            const changed = { [property]: value }
            return saveAndPresent(endpoint, context, {
              id,
              // As sent, they also update embedded copies beside the ids.
              sent: reference.idProperty === undefined ? changed : nothingSent,
              before,
              removed: nothingRemoved,
              states: changed,
            })
          },
        )
      })
    })
  }
}

function sentReferences({ parameter, path }: Change, request: RequestValues): readonly Json[] {
  const sent = parameter === undefined ? memberAt(jsonSent(request), path) : request.path[parameter]
  if (sent === undefined || sent === null) return []
  return isArray(sent) ? sent : [sent]
}

/** Refuses to remove, by an id in the path, what the record does not refer to. */
function notReferredTo(
  { target, reference }: Relationship,
  { parameter }: Change,
  { declared }: Endpoint,
  before: JsonObject,
  [sent]: readonly Json[],
): Refused | undefined {
  const id = idOf(sent)
  if (parameter === undefined || id === undefined || !declares(declared, 404)) return undefined
  return refersTo(before[reference.property], reference, id) ? undefined : notFound(target, id)
}

/** Refuses a reference to a record that does not exist, if the operation declares a status for it. */
function firstUnknown(
  { target, reference }: Relationship,
  { parameter }: Change,
  { declared }: Endpoint,
  { store }: RequestContext,
  sent: readonly Json[],
): MaybePromise<Refused | undefined> {
  const status = [parameter === undefined ? 422 : 404].find((each) => declares(declared, each))
  if (status === undefined || !target.discoverable) return undefined
  const records = store.collection(target.name)
  return after(
    mapAfter(sent, (item) => {
      const [id] = referencedIds(item, reference)
      return after(records.get(idOf(id) ?? ''), (record) => (record ? undefined : (idOf(id) ?? '')))
    }),
    (ids) => {
      const unknown = ids.find((each) => each !== undefined)
      return unknown === undefined
        ? undefined
        : refuse(
            status,
            status === 404 ? 'not_found' : 'unknown_reference',
            notFound(target, unknown).message,
          )
    },
  )
}

/** A reference as the record holds it: an id, or some of the properties of the other record. */
function asReference(
  { owner, target, reference: { property, idProperty } }: Relationship,
  { options: { document } }: Endpoint,
  { store }: RequestContext,
  item: Json,
): MaybePromise<Json> {
  const [id] = referencedIds(item, { ...(idProperty !== undefined && { idProperty }) })
  if (idProperty === undefined || id === undefined) return id ?? null
  const node = possiblePropertiesOf(document, owner.record).get(property)
  const names = node ? [...possiblePropertiesOf(document, itemOf(document, node)).keys()] : []
  return after(store.collection(target.name).get(idOf(id) ?? ''), (record) =>
    record ? pick(record, names) : isJsonObject(item) ? item : { [idProperty]: item },
  )
}

function combined(
  { effect }: Change,
  reference: Relationship['reference'],
  current: Json | undefined,
  items: readonly Json[],
): readonly Json[] {
  const keyOf = (item: Json): string => String(idOf(referencedIds(item, reference)[0]))
  const [before, changed] = [
    current !== undefined && isArray(current) ? current : [],
    new Set(items.map(keyOf)),
  ]
  const others = before.filter((item) => !changed.has(keyOf(item)))
  if (effect === 'remove') return others
  const known = new Set(before.map(keyOf))
  const unique = [...new Map(items.map((item) => [keyOf(item), item])).values()]
  return effect === 'replace' ? unique : [...before, ...unique.filter((item) => !known.has(keyOf(item)))]
}

/** Responds with the references themselves, which have the `type` and the `id` of each record. */
function showLinkage({ owner, reference, idParameter }: Relationship): Handler {
  return (endpoint, context) => {
    const id = idInPath(context.request, idParameter)
    if (id === undefined) return context.next()
    return after(existing(endpoint, context, id), (record) => {
      if (!record) return notFound(owner, id)
      const value = record[reference.property] ?? null
      const references = (isArray(value) ? value : [value]).filter(isJsonObject)
      return endpoint.operation.role === 'list'
        ? many(endpoint, context, references)
        : one(endpoint, context, references[0])
    })
  }
}

function many(
  { presenter, operation }: Endpoint,
  context: RequestContext,
  references: readonly JsonObject[],
): MaybePromise<Outcome> {
  return after(presenter?.many(references, []), (body) =>
    body === undefined ? context.next() : ok(operation.status, body),
  )
}

function one(
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject | undefined,
): MaybePromise<Outcome> {
  return record ? present(endpoint, context, record) : context.next()
}

/** Responds with the records that the record refers to: as the list or the read of their resource, which sees no others. */
function showRecords(
  { owner, target, reference, idParameter, scope, isMany }: Relationship,
  showing: Behaviour,
): Behaviour {
  return (context) => {
    const { request, store } = context
    const id = idInPath(request, idParameter) ?? ''
    const path = scope.map((name) => idInPath(request, name) ?? '')
    return after(store.collection(owner.name, path).get(id), (record) => {
      if (!record) return notFound(owner, id)
      const ids = referencedIds(record[reference.property], reference)
      if (!isMany)
        return showing({ ...context, request: { ...request, path: { [idParameter]: ids[0] ?? '' } } })
      return showing({ ...context, store: withNarrowed(store, target.name, target.idProperty ?? '', ids) })
    })
  }
}
