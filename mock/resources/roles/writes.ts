import { isPartialPut } from '../../../spec/inference/records/partial-put.ts'
import type { ResourceOperation } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Outcome, Refused } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import { performAction } from '../actions/action.ts'
import type { Endpoint, Handler, RequestContext, WriteCheck } from '../endpoint.ts'
import { barredValue } from '../refusals/barred-value.ts'
import { beyondLevel } from '../refusals/beyond-level.ts'
import { duplicateCombination } from '../refusals/duplicate-combination.ts'
import { duplicateKey } from '../refusals/duplicate-key.ts'
import { exceededLimit } from '../refusals/exceeded-limit.ts'
import { fixedProperty } from '../refusals/fixed-property.ts'
import { fullOwner } from '../refusals/full-owner.ts'
import { invertedRange } from '../refusals/inverted-range.ts'
import { notOffered } from '../refusals/not-offered.ts'
import { notYours } from '../refusals/not-yours.ts'
import { overlappingPeriod } from '../refusals/overlapping-period.ts'
import { ownRecord } from '../refusals/own-record.ts'
import { sameReference } from '../refusals/same-reference.ts'
import { tooLong } from '../refusals/too-long.ts'
import { tooMany } from '../refusals/too-many.ts'
import { tooOften } from '../refusals/too-often.ts'
import { unknownReference } from '../refusals/unknown-reference.ts'
import { unmetDemand } from '../refusals/unmet-demand.ts'
import { usedUp } from '../refusals/used-up.ts'
import { withoutParts } from '../refusals/without-parts.ts'
import { wrongDirection } from '../refusals/wrong-direction.ts'
import { wrongMemberState } from '../refusals/wrong-member-state.ts'
import { wrongMoment } from '../refusals/wrong-moment.ts'
import { wrongMove } from '../refusals/wrong-move.ts'
import { wrongOwnerState } from '../refusals/wrong-owner-state.ts'
import { wrongOwner } from '../refusals/wrong-owner.ts'
import { wrongReferencedState } from '../refusals/wrong-referenced-state.ts'
import { refusedMovement } from '../relations/effects/effects.ts'
import { paidAlready } from '../relations/money/payments.ts'
import { addExisting } from './add-existing.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { replace } from './replace.ts'
import { update } from './update.ts'

/** Roles that change records. */
export type WriteRole = Exclude<ResourceOperation['role'], 'list' | 'search' | 'read'>

const handlers: Readonly<Record<WriteRole, Handler>> = {
  create,
  put: addExisting,
  replace: (endpoint, context) => (isPartial(endpoint) ? update : replace)(endpoint, context),
  update,
  delete: remove,
  action: performAction,
}

/** Whether a PUT changes only what it is sent. */
const isPartial = perObject(
  ({ resource, accepted, options: { document } }: Endpoint): boolean =>
    accepted !== undefined && isPartialPut(document, resource, accepted),
)

/** Performs a write, unless the document describes a reason to refuse what was sent. */
export function write(role: WriteRole, endpoint: Endpoint, context: RequestContext): MaybePromise<Outcome> {
  const handle = handlers[role]
  return after(
    refusalOf(endpoint, context),
    (refusal) =>
      refusal ?? (endpoint.mayUpload ? upload(endpoint, context, handle) : handle(endpoint, context)),
  )
}

/** What reads files is loaded with the first one. */
async function upload(endpoint: Endpoint, context: RequestContext, handle: Handler): Promise<Outcome> {
  const { withUpload } = await import('../uploads/receive.ts')
  return handle(endpoint, await withUpload(endpoint, context))
}

const checksByEndpoint = new WeakMap<Endpoint, readonly WriteCheck[]>()

function refusalOf(endpoint: Endpoint, context: RequestContext): MaybePromise<Refused | undefined> {
  const checks =
    checksByEndpoint.get(endpoint) ??
    [
      notYours,
      wrongOwnerState,
      unknownReference,
      sameReference,
      ownRecord,
      wrongOwner,
      wrongReferencedState,
      wrongMemberState,
      fixedProperty,
      duplicateKey,
      duplicateCombination,
      invertedRange,
      tooLong,
      unmetDemand,
      withoutParts,
      wrongMoment,
      wrongDirection,
      wrongMove,
      notOffered,
      exceededLimit,
      tooMany,
      tooOften,
      fullOwner,
      usedUp,
      barredValue,
      refusedMovement,
      beyondLevel,
      overlappingPeriod,
      paidAlready,
    ]
      .map((createCheck) => createCheck(endpoint))
      .filter((check) => check !== undefined)
  checksByEndpoint.set(endpoint, checks)
  return reduceAfter<WriteCheck, Refused | undefined>(
    checks,
    undefined,
    (refusal, check) => refusal ?? check(context),
  )
}

const ownerChecks = new WeakMap<Endpoint, WriteCheck | undefined>()

/** The handler of a change to references, unless the document excludes it in the state of a record above. */
export const unlessExcluded =
  (change: Handler): Handler =>
  (endpoint, context) => {
    if (!ownerChecks.has(endpoint)) ownerChecks.set(endpoint, wrongOwnerState(endpoint))
    return after(ownerChecks.get(endpoint)?.(context), (refusal) => refusal ?? change(endpoint, context))
  }
