import type { Document, Operation } from '../../document.ts'
import { isSafe } from '../../http.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { singularNounOf } from '../prose/words.ts'
import { resourcesAbove } from '../references/owner.ts'
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
    const found = stateRefusals(document, operation, owner.record, noun)
    return found.length === 1 ? found.map((refusal) => ({ ...refusal, owner })) : []
  })
}
