import { notDeletedStatuses } from '../../../spec/inference/states/restore.ts'
import { isCopy } from '../../../spec/inference/states/copies.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { refuse, type Outcome } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { deletedRecords, existing } from '../records/existing.ts'
import { declares, nounOf, notFound, targetOf } from '../records/identity.ts'
import { restoringOperation, withDeletionMarks } from '../records/soft-delete.ts'
import { present } from '../responses/record-response.ts'
import { actionEffect } from './action-effect.ts'
import type { copyRecord } from './copy.ts'
import { propertyAction } from './property-action.ts'
import { changeRefusal, createAt } from './replace.ts'
import { nothingRemoved, nothingSent, saveAndPresent, updateRelated } from './save.ts'
import { stateAfter } from './state-transition.ts'

/** Performs an action on a record: `POST /orders/{id}/cancel`. Effects beyond its properties need a behaviour. */
export const performAction: Handler = (endpoint, context) => {
  const id = targetOf(endpoint.resource, endpoint.operation, context.request)
  if (id === undefined) return context.next()
  return after(existing(endpoint, context, id), (before) => {
    if (endpoint.declared === restoringOperation(endpoint.resource, endpoint.options))
      return restore(endpoint, context, id, before)
    if (!before) return createAt(endpoint, context, id, {})
    const refused = changeRefusal(endpoint, context, id, before)
    if (refused) return refused
    if (isCopy(endpoint.declared) && endpoint.presenter) return copy(endpoint, context, id, before)
    const change = propertyAction(endpoint, context.request, before)
    if (change && 'kind' in change) return change
    if (change) return saveAndPresent(endpoint, context, { id, sent: nothingSent, before, ...change })
    const states = { ...stateAfter(endpoint), ...actionEffect(endpoint, context.request, context.now()) }
    const isChanged = Object.entries(states).some(([name, state]) => before[name] !== state)
    return isChanged || context.upload
      ? saveAndPresent(endpoint, context, { id, sent: nothingSent, before, removed: nothingRemoved, states })
      : present(endpoint, context, before)
  })
}

/** What copies records is loaded with the first copy. */
const copy: typeof copyRecord = async (...parameters) => (await import('./copy.ts')).copyRecord(...parameters)

/** Restores a deleted record. One that is not deleted is refused if the document declares a status for that. */
function restore(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  live: JsonObject | undefined,
): MaybePromise<Outcome> {
  const { resource, options, declared } = endpoint
  if (live) {
    const status = Number(notDeletedStatuses(declared)[0] ?? 409)
    return declares(declared, status)
      ? refuse(status, 'not_deleted', `The ${nounOf(resource)} ${String(id)} is not deleted.`)
      : present(endpoint, context, live)
  }
  const deletedOnes = deletedRecords(resource, context)
  return after(deletedOnes.get(id), (deleted) => {
    if (!deleted) return notFound(resource, id)
    const before = withDeletionMarks(deleted, resource, options, undefined)
    return after(deletedOnes.remove(id), () =>
      after(context.records.put(id, before), () =>
        after(updateRelated(endpoint, context, undefined, before), () =>
          saveAndPresent(endpoint, context, { id, sent: nothingSent, before, removed: nothingRemoved }),
        ),
      ),
    )
  })
}
