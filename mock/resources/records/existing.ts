import type { Response } from '../../../spec/document.ts'
import { normalizedSentences } from '../../../spec/inference/prose/sentences.ts'
import { isCurrentUser } from '../../../spec/inference/references/current-user.ts'
import { memberNamed, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import { isOwnId } from '../../store/as-client.ts'
import type { Collection, Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idInPath, singletonId } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { refersTo } from '../relations/refers-to.ts'
import type { RecordContext } from './change.ts'
import { lookupIn } from './lookup.ts'

/** The record with an id; undefined if there is none. Implicit records, and the client's own account, are generated on demand. */
export function existing(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
): MaybePromise<JsonObject | undefined> {
  if (isCurrentUser(endpoint.resource)) return existingUser(endpoint, context)
  return after(context.records.get(id), (record) => {
    if (record) return isWithin(endpoint, context, record) ? record : undefined
    if (!isImplicit(endpoint.resource) && !isOwnId(context.store, id)) return undefined
    if (isUnwritten(endpoint.options)(endpoint.resource)) return undefined
    return after(deletedRecords(endpoint.resource, context).get(id), (deleted) =>
      deleted
        ? undefined
        : after(endpoint.composer(), (composer) => composer.generate(recordContext(endpoint, context, id))),
    )
  })
}

/** The current user, as one of the users; undefined once it is deleted. */
async function existingUser(
  { options, resource }: Endpoint,
  context: RequestContext,
): Promise<JsonObject | undefined> {
  const deleted = await deletedRecords(resource, context).get(singletonId)
  const { currentUser } = await import('../relations/current-user.ts')
  return deleted ? undefined : currentUser(options, context.store)
}

/** Whether the record belongs to the records in the path: `/users/2/orders/7` requires that order 7 refers to user 2. */
function isWithin({ operation }: Endpoint, { request }: RequestContext, record: JsonObject): boolean {
  return operation.within.every((filter) =>
    refersTo(memberNamed(record, filter.property), filter, idInPath(request, filter.parameter)),
  )
}

/**
 * Whether records exist without having been created, until they are deleted: singletons, and records whose ids clients cannot
 * look up anywhere.
 */
export function isImplicit({ discoverable, kind }: Resource): boolean {
  return !discoverable || kind === 'singleton'
}

/** Whether there is no such singleton until it is written, by the description of its 404: "The interview has no scorecard yet". */
export const isUnwritten: (options: CrudOptions) => (resource: Resource) => boolean = perObject(
  ({ byId }: CrudOptions) =>
    perObject(({ kind, operations }: Resource) => {
      const canBeWritten = operations.some(({ role }) => role === 'replace' || role === 'create')
      const read = operations.find(({ role }) => role === 'read')
      return (
        kind === 'singleton' &&
        canBeWritten &&
        (byId.get(read?.operationId ?? '')?.responses ?? []).some(tellsOfNone)
      )
    }),
)

const none = / (?:no|not) .*\byet | (?:ha|have) no | (?:ha|have) not (?:yet )?been (?!found)\w+ | not set /

const tellsOfNone = ({ status, description }: Response): boolean =>
  status === '404' && normalizedSentences(description).some((each) => none.test(each))

/** Deleted records: kept for restoring, or to remember which implicit records no longer exist. */
export function deletedRecords({ name }: Resource, { store, scope }: RequestContext): Collection {
  return store.collection(`${name} (deleted)`, scope)
}

/** What the composer needs to know about a record with this id. */
export function recordContext(
  { options }: Endpoint,
  { scope, store }: RequestContext,
  id: Id,
): RecordContext {
  return { id, scope, lookup: lookupIn(options, store) }
}
