import { effectsOnOthers } from '../../../spec/inference/states/effects-on-others.ts'
import { kindEffects } from '../../../spec/inference/states/kind-effects.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { changeRecord } from '../records/change-record.ts'
import { idOf } from '../records/identity.ts'
import { nested } from '../records/lookup.ts'
import { containerOf, scopeIn } from './containers.ts'
import { derivedPropertiesOf } from './derived.ts'
import { updateRelated } from '../roles/save.ts'

const byKind = perObject(({ options, resource, declared, operation }: Endpoint) =>
  operation.role === 'create' ? kindEffects(options.document, options.model, resource, declared) : [],
)

const always = perObject(({ options, resource, declared, operation }: Endpoint) =>
  /^(?:action|create)$/.test(operation.role)
    ? effectsOnOthers(options.document, declared, resource, options.model.resources)
    : [],
)

/** Changes the states and numbers of other records as the description of an operation on this one says. */
export async function affectOthers(
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject,
): Promise<void> {
  for (const { kind, owner, reference, property, state } of byKind(endpoint)) {
    if (record[kind.property] !== kind.value) continue
    const id = reference === undefined ? context.scope.at(-1) : idOf(record[reference])
    const scope = reference === undefined ? context.scope.slice(0, -1) : []
    if (id !== undefined)
      await changeOther(endpoint, context, { resource: owner, scope, id }, () => ({ [property]: state }))
  }
  for (const { reference, property, change } of always(endpoint)) {
    const resource = endpoint.options.model.resources.find(({ name }) => name === reference.resource)
    const id = idOf(record[reference.property])
    const scope =
      resource && id !== undefined && (await scopeOfOther(endpoint, context, resource, id, record))
    if (!resource || !scope || id === undefined) continue
    // What counts records changes with these.
    if (derivedPropertiesOf(endpoint.options, resource).some((each) => each.property === property)) continue
    await changeOther(endpoint, context, { resource, scope, id }, (other) =>
      'to' in change ? { [property]: change.to } : { [property]: Number(other[property] ?? 0) + change.by },
    )
  }
}

/** The ids of what contains another record; undefined if nothing tells them. */
function scopeOfOther(
  { options, resource: from }: Endpoint,
  { scope, store }: RequestContext,
  other: Resource,
  id: Id,
  record: JsonObject,
): MaybePromise<readonly Id[] | undefined> {
  if (other.scope.length === 0) return []
  const container = containerOf(options.model, from, other)
  if (container) return scopeIn(container, record, scope)
  return after(nested(), ({ isNumberedAcross }) =>
    isNumberedAcross(options, other) ? store.scopeOf(other.name, id) : undefined,
  )
}

interface Place {
  readonly resource: Resource
  readonly scope: readonly Id[]
  readonly id: Id
}

async function changeOther(
  endpoint: Endpoint,
  context: RequestContext,
  { resource, scope, id }: Place,
  change: (before: JsonObject) => JsonObject,
): Promise<void> {
  const records = context.store.collection(resource.name, scope)
  const before = await records.get(id)
  if (!before) return
  const next = await changeRecord(endpoint.options, context, { resource, scope, id, before }, change(before))
  if (next) await updateRelated({ ...endpoint, resource }, { ...context, records, scope }, before, next)
}

/** Whether an operation changes other records by its description. */
export const affectsOthers = (endpoint: Endpoint): boolean =>
  byKind(endpoint).length + always(endpoint).length > 0
