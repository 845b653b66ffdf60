import type { Document, Operation } from '../../../document.ts'
import { isSafe } from '../../../http.ts'
import { operationsOf } from '../../../operations.ts'
import type { Resource, ResourceModel } from '../../../resources.ts'
import { shapeOf } from '../../../routing/path-template.ts'
import { refusalStatements } from '../../prose/refusal-statements.ts'
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
    const direct = stated.length === 0 && directRefusal(document, operation, owner)
    const found = (direct ? [direct] : stated).map((each) => ({
      ...each,
      ...withLack(document, operation, owner, each),
    }))
    return found.length === 1 ? found.map((refusal) => ({ ...refusal, owner })) : []
  })
}

/**
 * The states of a record in which nothing is added to it, or changed below it, said as of actions on it: "Ships a paid order. 409 for
 * others.", "Remove a line from a draft invoice".
 */
export function directRefusal(
  document: Document,
  operation: Operation,
  owner: Resource,
): StateRefusal | undefined {
  const path = operation.path.replace(/\/\{[^/]*\}\/?$/, '')
  const above = path.replace(/\/[^/]+\/?$/, '')
  if (owner.itemPath === undefined || shapeOf(owner.itemPath) !== shapeOf(above)) return undefined
  const found = statePrecondition(document, owner.record, { ...operation, path })
  return found && { ...found, pointer: operation.pointer }
}

/** The states before the owner gets what its action is named after: a shipment "has no label" until `POST /shipments/{id}/label`. */
function withLack(
  document: Document,
  operation: Operation,
  { operations, record }: Resource,
  { property, refused, certain }: StateRefusal,
): Pick<StateRefusal, 'refused' | 'certain'> | undefined {
  const sentences = refusalStatements(operation).map(({ sentence }) => sentence)
  const before = operations.flatMap(({ role, operationId }) => {
    const action = role === 'action' ? operationsOf(document).byId.get(operationId) : undefined
    const noun = action && singularNounOf(action.path)
    const isLacking = sentences.some((each) => each.includes(` ha no ${noun ?? ''} `))
    const needed = action && isLacking ? statePrecondition(document, record, action) : undefined
    return needed?.property === property ? needed.allowed : []
  })
  return before.length === 0
    ? undefined
    : { refused: [...new Set([...refused, ...before])], certain: [...new Set([...certain, ...before])] }
}
