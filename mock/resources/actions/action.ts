import type { Operation } from '../../../spec/document.ts'
import { actionWords } from '../../../spec/inference/states/action-outcome.ts'
import { isCopy } from '../../../spec/inference/states/copies.ts'
import { firstTimes } from '../../../spec/inference/states/effects/described-times.ts'
import { notDeletedStatuses } from '../../../spec/inference/states/restore.ts'
import { textOf } from '../../../spec/inference/states/words/clauses.ts'
import { equalJson, type JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Outcome } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { nounOf, notFound, targetOf } from '../identity/identity.ts'
import { numberingOf } from '../identity/numbering.ts'
import { marksOf } from '../marks/members.ts'
import type { countOwn } from '../marks/own-counts.ts'
import { deletedRecords, existing } from '../records/existing.ts'
import { restoringOperation, withDeletionMarks } from '../records/soft-delete.ts'
import { affectOthers, affectsOthers } from '../relations/effects/effects-on-others.ts'
import { applyEffects, effectsOf } from '../relations/effects/effects.ts'
import { itemLevelOf, moveItems } from '../relations/effects/item-levels.ts'
import { present } from '../responses/record-response.ts'
import { addedItem } from '../roles/added-item.ts'
import { addedReference } from '../roles/added-reference.ts'
import { changeRefusal, createAt } from '../roles/replace.ts'
import { nothingRemoved, nothingSent, saveAndPresent, updateRelated } from '../roles/save.ts'
import { assignedValues } from '../values/assigned-values.ts'
import { extended } from '../values/terms.ts'
import { repetitions, tallies } from './action-counts.ts'
import { actionEffect, addedAmount, shownBySent } from './action-effect.ts'
import { stepTaken } from './awaited-steps.ts'
import { emptied, listChanged } from './change-list.ts'
import type { copyRecord } from './copy.ts'
import { itemAmounts } from './item-amounts.ts'
import { nextMember, takesStep } from './next-member.ts'
import { propertyAction } from './property-action.ts'
import { propertiesRemoved, valuesSent } from './setting-action.ts'
import { stateAfter } from './state-transition.ts'
import { toggled } from './toggle.ts'

/** Performs an action on a record: `POST /orders/{id}/cancel`. Effects beyond its properties need a behaviour. */
export const performAction: Handler = (endpoint, context) => {
  const id = targetOf(endpoint.resource, endpoint.operation, context.request)
  if (id === undefined) return context.next()
  return after(existing(endpoint, context, id), (before) => {
    if (endpoint.declared === restoringOperation(endpoint.resource, endpoint.options))
      return restore(endpoint, context, id, before)
    return before ? actOn(endpoint, context, id, before) : createAt(endpoint, context, id, {})
  })
}

/** Performs an action on an existing record, and what it does to others. */
export function actOn(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
): MaybePromise<Outcome> {
  const acted = actAlone(endpoint, context, id, before)
  const changesAmounts = effectsOf(endpoint).length > 0
  if (!affectsOthers(endpoint) && !itemLevelOf(endpoint) && !changesAmounts) return acted
  return after(acted, async (outcome) => {
    const record = outcome.kind === 'ok' ? await context.records.get(id) : undefined
    if (record) {
      await moveItems(endpoint, context, before, record)
      await affectOthers(endpoint, context, record, id)
      // An action that has changed nothing, such as one taken before, gives nothing back.
      if (changesAmounts && !equalJson(before, record)) await applyEffects(endpoint, context, record)
      const counted = await context.records.get(id)
      // What the action did to others may count in the record.
      if (counted && !equalJson(counted, record)) return present(endpoint, context, counted)
    }
    return outcome
  })
}

function actAlone(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
): MaybePromise<Outcome> {
  const refused = changeRefusal(endpoint, context, id, before)
  if (refused) return refused
  if (mayMove(endpoint))
    return after(
      moving(),
      async ({ moveRecord }) =>
        (await moveRecord(endpoint, context, id, before)) ?? actInPlace(endpoint, context, id, before),
    )
  return actInPlace(endpoint, context, id, before)
}

const moving = onDemand(() => import('./move.ts'))
const isMove = perObject((action: Operation) => /^(?:move|transfer)$/.test(actionWords(action)[0] ?? ''))
const mayMove = ({ declared, resource }: Endpoint): boolean => resource.scope.length > 0 && isMove(declared)

function actInPlace(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
): MaybePromise<Outcome> {
  if (isCopy(endpoint.declared) && endpoint.presenter) return copy(endpoint, context, id, before)
  const changed =
    propertyAction(endpoint, context.request, before) ??
    addedReference(endpoint, context, before) ??
    addedItem(endpoint, context, before, id)
  return after(changed, (list) => {
    const change = list ?? itemAmounts(endpoint, context.request, before)
    if (change && 'kind' in change) return change
    if (change) {
      const states = { ...stateAfter(endpoint), ...change.states }
      return saveAndPresent(endpoint, context, { id, sent: nothingSent, before, ...change, states })
    }
    if (!takesStep(endpoint)) return perform(endpoint, context, id, before)
    return after(nextMember(endpoint, context, before), (next) =>
      'kind' in next ? next : perform(endpoint, context, id, before, next.states),
    )
  })
}

/** Sets what an action changes otherwise: states, times, amounts, and what it was sent. */
function perform(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
  moved?: JsonObject,
): MaybePromise<Outcome> {
  const effect = {
    ...moved,
    ...stateAfter(endpoint),
    ...actionEffect(endpoint, context.request, context.now()),
    ...stepTaken(endpoint, context.request, before),
    ...addedAmount(endpoint, context.request, before),
    ...valuesSent(endpoint, context.request, before),
    ...extended(endpoint, before),
    ...emptied(endpoint),
    ...toggled(endpoint, before),
    ...timesKept(endpoint, before),
  }
  const given = after(placeOf(endpoint, context), (place) =>
    after(assignedValues(endpoint, id, before), (values) =>
      after(listChanged(endpoint, context, before), (list) =>
        after(decidedBy(endpoint, context, id), (decided) => ({
          given: { ...values, ...list, ...place },
          decided,
        })),
      ),
    ),
  )
  return after(given, ({ given: values, decided }) => {
    const counts = { ...repetitions(endpoint, before), ...tallies(endpoint, before, effect) }
    const states = { ...values, ...effect, ...counts, ...decided }
    const sent = shownBySent(endpoint, context.request)
    const removed = propertiesRemoved(endpoint)
    const isChanged =
      Object.keys(sent).length + removed.size > 0 ||
      Object.entries(states).some(([name, state]) => before[name] !== state)
    if (!isChanged && !context.upload) return present(endpoint, context, before)
    const isMark = marksOf(endpoint.options, endpoint.resource).length > 0
    return after(isMark ? countMarks(endpoint, context, before, effect) : undefined, () =>
      saveAndPresent(endpoint, context, {
        id,
        sent,
        before,
        removed,
        states,
      }),
    )
  })
}

/** What belongs to the record decides some values. Loaded with the first action whose text may say so. */
const decidedBy = (
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
): MaybePromise<JsonObject | undefined> =>
  mayDecide(endpoint) ? after(decisions(), ({ decided }) => decided(endpoint, context, id)) : undefined
const decisions = onDemand(() => import('./decided.ts'))
const mayDecide = perObject(({ declared }: Endpoint) => decides.test(textOf(declared)))
const decides = /\b(?:without|ha(?:s|ve) no|(?:is|are) no|highest|lowest|largest|smallest|greatest)\b/i

/** The times of what happens for the first time, once they are set. */
const timesKept = ({ options, resource }: Endpoint, before: JsonObject): JsonObject =>
  Object.fromEntries(
    firstTimes(options.document, resource.record).flatMap((name) =>
      before[name] == null ? [] : [[name, before[name]]],
    ),
  )

/** What counts the records that the current user has marked is loaded with the first one. */
const countMarks: typeof countOwn = async (...parameters) =>
  (await import('../marks/own-counts.ts')).countOwn(...parameters)

/** Where the request moves a record to, if records are numbered. Loaded with the first move. */
function placeOf(endpoint: Endpoint, context: RequestContext): MaybePromise<JsonObject | undefined> {
  const positions = numberingOf(endpoint.options, endpoint.resource)
  return positions && endpoint.declared.requestBody
    ? import('../relations/positions.ts').then(({ placeSent }) => placeSent(positions, endpoint, context))
    : undefined
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
