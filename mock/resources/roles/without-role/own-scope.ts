import type { Behaviour } from '../../../behaviour.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions, RoleEntry } from '../../options.ts'
import { currentUser } from '../../relations/current-user.ts'

/** Runs an operation as if its path named the current user as the owner of the records: `POST /user/repos`. */
export function ownScopeBehaviour(
  options: CrudOptions,
  entry: RoleEntry,
  behaviourOf: BehaviourOf,
): Behaviour {
  const behaviour = behaviourOf(entry)
  const [owner = ''] = entry.operation.scope
  const { key = '' } = entry.resource.owner ?? {}
  return async (context) => {
    const name = idOf((await currentUser(options, context.store))?.[key])
    if (name === undefined) return context.next()
    const path = { ...context.request.path, [owner]: name }
    return behaviour({ ...context, request: { ...context.request, path } })
  }
}
