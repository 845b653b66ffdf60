import type { Operation } from '../../../spec/document.ts'
import type { Behaviours } from '../../behaviour.ts'
import { hint } from './hint.ts'
import { MockOptionError } from './option-error.ts'

/** Throws a MockOptionError that names every behaviour which is for no operation of the document, or is no function. */
export function checkBehaviours(behaviours: Behaviours, operations: readonly Operation[]): void {
  const ids = new Set(operations.map(({ id }) => id))
  const wrong = Object.entries(behaviours).flatMap(([id, behaviour]) => [
    ...(ids.has(id) ? [] : [`There is no operation '${id}' for a behaviour${hint(id, ids)}`]),
    ...(typeof behaviour === 'function' ? [] : [`The behaviour '${id}' is no function.`]),
  ])
  if (wrong.length > 0) throw new MockOptionError(wrong.join('\n'))
}
