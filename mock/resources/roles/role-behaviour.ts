import type { Operation } from '../../../spec/document.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import type { Behaviour } from '../../behaviour.ts'
import { tokensOf } from '../../store/as-client.ts'
import type { BehaviourOf } from '../endpoint.ts'
import { loadedOnce } from '../loaded-once.ts'
import type { CrudOptions } from '../options.ts'
import { refuseEnded } from '../refusals/ended-session.ts'
import { besideRecord } from '../refusals/missing-record.ts'
import { refuseAlternatives } from '../refusals/refuse-alternatives.ts'
import { refuseInverted } from '../refusals/refuse-inverted.ts'
import { shapeResponse } from '../responses/shape-response.ts'
import { called } from './called.ts'
import {
  aboutConversion,
  aboutRecordedWork,
  aboutWaiting,
  aboutWork,
  withTotals,
} from './without-role/beside-role.ts'

/** The behaviour of an operation by its role, with what its document says beside that. */
export function roleBehaviour(crud: CrudOptions, declared: Operation, behaviourOf: BehaviourOf): Behaviour {
  const operation = crud.byId.get(declared.id) ?? declared
  const entry = crud.model.roles.get(operation.id)
  const own = entry ? behaviourOf(entry) : withoutRole(crud, operation, behaviourOf)
  const recorded = aboutRecordedWork(crud, operation, aboutWaiting(crud, operation, behaviourOf, own))
  const working = aboutWork(crud, operation, aboutConversion(crud, operation, behaviourOf, recorded))
  const guarded = besideRecord(crud.model, operation, withTotals(crud, operation, working))
  const shared = crud.sharing?.withSharedRecords(crud, guarded) ?? guarded
  const flat = crud.flattening?.withFlatRecords(crud.model, shared) ?? shared
  const wrapped = crud.wraps?.reduce((inner, wrap) => wrap(operation, inner), flat) ?? flat
  const seen = currentUserOf(crud.model) ? seenByUser(crud, operation, wrapped) : wrapped
  const ordered = refuseInverted(crud, operation, seen)
  const choosing = refuseAlternatives(crud.document, operation, ordered)
  const shaped = shapeResponse(crud, operation, refuseEnded(operation, choosing))
  if (operation === declared) return shaped
  return operation.path === declared.path
    ? loadedOnce(async () =>
        (await import('../lists/json-parameters.ts')).withParts(crud.document, declared, shaped),
      )
    : called(operation, shaped)
}

/** What users see of records is loaded with the first request that has a token, or may name a user: `favorited=jake`. */
const seenByUser = (crud: CrudOptions, { parameters }: Operation, behaviour: Behaviour): Behaviour => {
  const own = loadedOnce(async () =>
    (await import('../relations/current-user.ts')).withOwnFlags(crud, behaviour),
  )
  const mayName = parameters.some(({ name }) => name.endsWith('ed'))
  return (context) => (mayName || tokensOf(context.store).length > 0 ? own(context) : behaviour(context))
}

/** The behaviour of an operation without a role is loaded with the first request to it. */
const withoutRole = (crud: CrudOptions, operation: Operation, behaviourOf: BehaviourOf): Behaviour =>
  loadedOnce(async () =>
    (await import('./without-role/without-role.ts')).behaviourWithoutRole(crud, operation, behaviourOf),
  )
