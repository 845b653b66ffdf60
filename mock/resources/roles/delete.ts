import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { keptByDeletion } from '../../../spec/inference/states/kept-by-deletion.ts'
import { permanentParameter } from '../../../spec/inference/states/trash.ts'
import { isJsonObject, memberAt, type JsonObject } from '../../../spec/json.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import type { Outcome, Refused } from '../../behaviour.ts'
import { canRefuse } from '../../http/declared-status.ts'
import { declares } from '../../http/declares.ts'
import { after, onDemand } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { wrongState } from '../actions/state-transition.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { notFound, singletonId, targetOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import { deletedRecords, existing, isImplicit } from '../records/existing.ts'
import { restoringOperation, withDeletionMarks } from '../records/soft-delete.ts'
import { protectedRecord } from '../refusals/protected-record.ts'
import { childrenOf } from '../resource-index.ts'
import { present } from '../responses/record-response.ts'
import { emptyLists } from './made-from.ts'
import { nothingRemoved, nothingSent, saveAndPresent, updateRelated } from './save.ts'

/** Deletes a record together with the records nested below it, and applies what the document says about others. */
export const remove: Handler = async (endpoint, context): Promise<Outcome> => {
  const { resource, operation } = endpoint
  const id = targetOf(resource, operation, context.request)
  if (id === undefined) return context.next()
  const record = await existing(endpoint, context, id)
  if (!record) return notFound(resource, id)
  const states = keptStates(endpoint, context) ?? emptied(endpoint)
  if (states)
    return (
      (await refusalOf(endpoint, context, id, record)) ??
      saveAndPresent(endpoint, context, {
        id,
        sent: nothingSent,
        before: record,
        removed: nothingRemoved,
        states,
      })
    )
  const removed = await removeRecord(endpoint, context, id, record)
  if ('kind' in removed) return removed
  return after(present(endpoint, context, removed.record), (outcome) => acknowledged(endpoint, outcome))
}

/** A response that tells whether the record has been deleted says so: `{ "id": "a1", "deleted": true }`, alone or in an envelope. */
function acknowledged({ declared, operation, options }: Endpoint, outcome: Outcome): Outcome {
  const schema = responseSchema(declared)
  if (schema === undefined || outcome.kind !== 'ok' || !isJsonObject(outcome.body)) return outcome
  const { body } = outcome
  const path = [[], operation.responsePath ?? []]
    .flatMap((holder) => ['deleted', 'is_deleted', 'isDeleted'].map((flag) => [...holder, flag]))
    .find((each) => memberAt(body, each) === false)
  const told = path && withMember(body, { path, value: true })
  return told !== undefined && options.validator.of(schema, 'response').accepts(told)
    ? { ...outcome, body: told }
    : outcome
}

/** The properties that a DELETE sets of a record that it keeps: `active: false` for "Deactivate a user". Undefined if it removes it. */
function keptStates(
  { declared, resource, options }: Endpoint,
  { now }: RequestContext,
): JsonObject | undefined {
  const kept = keptByDeletion(options.document, declared, resource.record)
  if (!kept || !(kept.isDescribed || kept.changes.some(({ value }) => typeof value === 'boolean')))
    return undefined
  return Object.fromEntries(
    kept.changes.map(({ property, value = now().toISOString() }) => [property, value]),
  )
}

/** What deleting a singleton that no read declares to be missing empties: the items of a cart. */
function emptied({ options, resource }: Endpoint): JsonObject | undefined {
  const reads = resource.operations.flatMap(({ role, operationId }) =>
    role === 'read' ? (options.byId.get(operationId) ?? []) : [],
  )
  const isKept = resource.kind === 'singleton' && !reads.some((read) => declares(read, 404))
  const lists = isKept ? emptyLists(options, resource) : {}
  return Object.keys(lists).length > 0 ? lists : undefined
}

const lastOnes = onDemand(() => import('../refusals/last-of-kind.ts'))
const cascades = onDemand(() => import('../relations/cascade.ts'))

/** Why a record may not be deleted, whether it is removed or kept in another state. */
const refusalOf = async (
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  record: JsonObject,
): Promise<Refused | undefined> =>
  protectedRecord(endpoint, id, record) ??
  wrongState(endpoint, id, record) ??
  (await (await lastOnes()).lastOfKind(endpoint, context, record)) ??
  (await (await cascades()).inUse(endpoint, id, context))

/** Deletes an existing record and returns its last state, or a refusal. */
export async function removeRecord(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  record: JsonObject,
): Promise<{ readonly record: JsonObject } | Refused> {
  const { resource, options } = endpoint
  const { store } = context
  const refused = await refusalOf(endpoint, context, id, record)
  if (refused) return refused
  const { cascade } = await cascades()
  const shared = (await options.sharing?.listsWith(options, resource, record, store)) ?? []
  await context.records.remove(id)
  await updateRelated(endpoint, context, record, undefined)
  if (restoringOperation(resource, options) && !isPermanent(endpoint, context)) {
    // Related records stay, since the record may be restored.
    const deleted = withDeletionMarks(record, resource, options, context.now())
    await deletedRecords(resource, context).put(id, deleted)
    return { record: deleted }
  }
  for (const { list, scope, id: listed } of shared) {
    const records = store.collection(list.name, scope)
    await records.remove(listed)
    await updateRelated({ ...endpoint, resource: list }, { ...context, records, scope }, record, undefined)
  }
  await removeBelow(options.model, resource, [...context.scope, id], store)
  const cascadeFrom = (from: Deletion, deleted: Id): Promise<void> =>
    cascade(from, deleted, store, async (dependent, dependentId) => {
      const records = store.collection(dependent.name)
      const gone = await records.get(dependentId)
      await records.remove(dependentId)
      // Others may count it, too.
      if (gone && dependent.references.length > 1)
        await updateRelated(
          { ...endpoint, resource: dependent },
          { ...context, records, scope: [] },
          gone,
          undefined,
        )
      await removeBelow(options.model, dependent, [dependentId], store)
      const next = dependent.name === from.resource.name ? from : deletionOf(options, dependent)
      if (next) await cascadeFrom(next, dependentId)
    })
  await cascadeFrom(endpoint, id)
  if (isImplicit(resource) && mayBeMissing(endpoint)) await deletedRecords(resource, context).put(id, {})
  return { record }
}

type Deletion = Pick<Endpoint, 'options' | 'declared' | 'resource'>

/** How clients delete the records of a resource; undefined if they cannot. */
function deletionOf(options: Endpoint['options'], resource: Resource): Deletion | undefined {
  const id = resource.operations.find(({ role }) => role === 'delete')?.operationId
  const declared = options.byId.get(id ?? '')
  return declared && { options, declared, resource }
}

/** Whether the request asks to delete for good what could otherwise be restored. */
function isPermanent({ declared }: Endpoint, { request }: RequestContext): boolean {
  const parameter = permanentParameter(declared)
  return parameter !== undefined && request.query[parameter] === true
}

/** Whether a read may respond that the record is missing. A deleted singleton without such a response starts anew. */
function mayBeMissing({ resource, options }: Endpoint): boolean {
  if (resource.kind !== 'singleton') return true
  const reads = resource.operations.filter(({ role }) => role === 'read')
  return reads.some(({ operationId }) => {
    const read = options.byId.get(operationId)
    if (!read?.responses.some(({ status }) => /^4(?!0[123]|29)/.test(status))) return true
    return canRefuse(read, notFound(resource, singletonId))
  })
}

/** Removes the records nested below a record, whose id may be assigned again. */
async function removeBelow(
  model: ResourceModel,
  parent: Resource,
  scope: readonly Id[],
  store: Transaction,
): Promise<void> {
  const children = childrenOf(model, parent).filter((child) => child.scope.length === scope.length)
  for (const child of children) {
    const collection = store.collection(child.name, scope)
    if (childrenOf(model, child).length === 0) {
      await collection.clear()
      continue
    }
    for (const id of await collection.ids()) {
      await collection.remove(id)
      await removeBelow(model, child, [...scope, id], store)
    }
  }
}
