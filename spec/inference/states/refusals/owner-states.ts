import type { Document, Operation } from '../../../document.ts'
import { isSafe } from '../../../http.ts'
import type { Resource, ResourceModel } from '../../../resources.ts'
import { shapeOf } from '../../../routing/path-template.ts'
import { singularNounOf } from '../../prose/words.ts'
import { resourcesAbove } from '../../references/owner.ts'
import { statePrecondition } from '../described-states.ts'
import { anyNoun, stateRefusals } from './referenced-states.ts'
import type { StateRefusal } from './state-refusal.ts'

/** The states of a record in which an operation on what belongs to it is refused. */
export interface OwnerState extends StateRefusal {
  readonly owner: Resource
}

/**
 * The states of the records above that of a write in which it is refused, according to its description: "Issues of an archived
 * project cannot be changed", or "The project is archived" for a 409. Leaves out what is ambiguous.
 */
export function ownerStates(
  document: Document,
  model: ResourceModel,
  operation: Operation,
): readonly OwnerState[] {
  if (isSafe(operation.method)) return []
  return resourcesAbove(model, operation).flatMap((owner) => {
    const noun = anyNoun([singularNounOf(owner.name).split(' ')])
    const stated = stateRefusals(document, operation, owner.record, noun)
    const found = stated.length === 0 ? directRefusal(document, operation, owner) : stated
    return found.length === 1 ? found.map((refusal) => ({ ...refusal, owner })) : []
  })
}

/** The states of a record in which nothing is added to it, said as of actions on it: "Ships a paid order. 409 for others." */
function directRefusal(document: Document, operation: Operation, owner: Resource): readonly StateRefusal[] {
  const above = operation.path.replace(/\/[^/]+\/?$/, '')
  if (owner.itemPath === undefined || shapeOf(owner.itemPath) !== shapeOf(above)) return []
  const found = statePrecondition(document, owner.record, operation)
  return found ? [{ ...found, pointer: operation.pointer }] : []
}
