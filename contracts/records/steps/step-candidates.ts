import type { Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { keptByDeletion } from '../../../spec/inference/states/kept-by-deletion.ts'
import { decodeUtf8 } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { endsInParameter, parameterNames } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { operationFor, type Api } from '../../api/api.ts'
import { ownerOfParts } from '../../api/parts.ts'
import { isState } from '../../api/state-values.ts'
import { textOfId } from '../../draft.ts'
import type { Answer } from '../../interaction.ts'
import { pathTarget } from '../../requests/paths.ts'

/** The number of other actions tried as preceding steps. */
const most = 8

/**
 * What may have to precede an action, or a creation below a record: additions to the record that the document or the refusals name,
 * and the other actions on it; in the document's order.
 */
export function stepCandidates(
  api: Api,
  operation: Operation,
  refused: readonly Answer[],
): readonly Operation[] {
  const resource = resourceOfAction(api, operation) ?? addedTo(api, operation)
  if (!resource) return []
  return [
    ...additionsNamed(api, resource, operation, refused),
    ...actionsOn(api, resource, operation),
    ...(resourceOfAction(api, operation) ? keepingDeletion(api, resource) : []),
  ]
}

/** The creations of records that belong to those of a resource and that an operation, or a refusal of it, speaks of. */
export function additionsNamed(
  api: Api,
  resource: Resource,
  operation: Operation,
  refused: readonly Answer[],
  belongs = (create: Operation): boolean => isAddedBelow(api, create, resource),
): readonly Operation[] {
  const refusals = refused.map(({ exchange }) => decodeUtf8(exchange.response.body) ?? '')
  const texts = [
    ...sentencesOf(operation),
    ...refusalStatements(operation).map(({ sentence }) => sentence),
    ...refusals.map((text) => ` ${singularWordsOf(text)} `),
  ]
  return api.model.resources.flatMap((member) => {
    const create = operationFor(api, member, 'create')?.operation
    const isAddition = create && create !== operation && belongs(create)
    const noun = ` ${singularNounOf(member.name)} `
    const isNamed = texts.some((text) => text.includes(noun))
    return isAddition && (isNamed || speakOfSame(api, resource, create, operation)) ? [create] : []
  })
}

/**
 * Whether the descriptions of two operations on a record both speak of one of its numbers, as of the balance of an account, or of one of
 * its states: an order "becomes `shipped`", and "only shipped orders can be completed".
 */
function speakOfSame(api: Api, { record }: Resource, ...operations: readonly Operation[]): boolean {
  const texts = operations.map((each) => sentencesOf(each))
  return [...possiblePropertiesOf(api.document, record)].some(([name, node]) => {
    const isNumber = isNumeric(typesOf(api.document, node))
    const named = isNumber ? [name] : isState(api, node) ? enumValues(api.document, node) : []
    return named.some((each) => {
      const words = ` ${singularWordsOf(textOfId(each))} `
      return texts.every((sentences) => sentences.some((sentence) => sentence.includes(words)))
    })
  })
}

/** The actions on a record of the resource, but for one, in the document's order. */
export function actionsOn(api: Api, resource: Resource, except?: Operation): readonly Operation[] {
  const actions = actionsByResource(api).get(resource) ?? []
  return actions.filter((each) => each !== except).slice(0, most)
}

const actionsByResource = perObject((api: Api) =>
  groupBy(api.operations, (operation) => resourceOfAction(api, operation)),
)

/** The resource whose record an operation acts on, as in `POST /orders/{id}/pay`. */
export function resourceOfAction(api: Api, operation: Operation): Resource | undefined {
  const { id, method, path } = operation
  const own = api.model.roles.get(id)
  // To add a line changes the invoice that shows it.
  const isAddition = own?.operation.role === 'create' && ownerOfParts(api.model, own.resource) !== undefined
  const isAction = own === undefined || own.operation.role === 'action' || isAddition
  if (!isAction || isSafe(method) || endsInParameter(path)) return undefined
  const target = pathTarget(api, operation)
  return parameterNames(path).length === target?.names.length ? target.resource : undefined
}

/** The resource below whose record an operation creates something, as in `POST /orders/{id}/payments`. */
export function addedTo(api: Api, operation: Operation): Resource | undefined {
  const isCreate = api.model.roles.get(operation.id)?.operation.role === 'create'
  return isCreate ? pathTarget(api, operation)?.resource : undefined
}

/** Whether an operation creates something below the records of a resource, or below their parts: a lesson of a module of a course. */
function isAddedBelow(api: Api, create: Operation, resource: Resource): boolean {
  const owner = addedTo(api, create)
  const part = owner && owner !== resource ? operationFor(api, owner, 'create')?.operation : undefined
  return owner === resource || (part !== undefined && addedTo(api, part) === resource)
}

/** The DELETE that leaves records of the resource in another state, which an action may undo. */
function keepingDeletion(api: Api, resource: Resource): readonly Operation[] {
  const removal = operationFor(api, resource, 'delete')?.operation
  return removal && keptByDeletion(api.document, removal, resource.record) ? [removal] : []
}
