import type { Operation } from '../../../spec/document.ts'
import { hint } from '../../../spec/util/hint.ts'
import type { Behaviours } from '../../behaviour.ts'
import { MockOptionError } from '../../option-error.ts'

/** Throws a MockOptionError that lists every behaviour that is not a function or not for an operation of the document. */
export function checkBehaviours(behaviours: Behaviours, operations: readonly Operation[]): void {
  const ids = new Set(operations.map(({ id }) => id))
  const wrong = Object.entries(behaviours).flatMap(([id, behaviour]) => [
    ...(ids.has(id)
      ? []
      : [`A behaviour is given for '${id}', which is not an operation of the document${hint(id, ids)}`]),
    ...(typeof behaviour === 'function' ? [] : [`The behaviour '${id}' is not a function.`]),
  ])
  if (wrong.length > 0) throw new MockOptionError(wrong.join('\n'))
}
