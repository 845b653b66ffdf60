import type { Document, Operation } from '../../../spec/document.ts'
import { parameterDescription } from '../../../spec/inference/prose/sentences.ts'
import type { Behaviour } from '../../behaviour.ts'
import { loadedOnce } from '../loaded-once.ts'
import type { CrudOptions } from '../options.ts'

/** Words that a description needs to demand an order: "`to` must not be before `from`". */
const demandsOrder =
  /\b(?:must|cannot|can't|may not|shall|has to|have to|needs? to)\b.*\b(?:before|after|than|least|most|above|below)\b/is

/**
 * Wraps the behaviour of an operation that does not write records and whose description may demand an order of parameters, or of
 * values in its body. What this needs is loaded with the first request, since most operations demand none.
 */
export function refuseInverted(options: CrudOptions, operation: Operation, behaviour: Behaviour): Behaviour {
  const role = options.model.roles.get(operation.id)?.operation.role
  const isWrite = role !== undefined && !['list', 'search', 'read'].includes(role)
  if (isWrite || !mayDemandOrder(options.document, operation)) return behaviour
  return loadedOnce(async () => {
    const { invertedQuery } = await import('./inverted-range.ts')
    const refusalOf = invertedQuery(options.document, operation)
    return refusalOf ? (context) => refusalOf(context.request) ?? behaviour(context) : behaviour
  })
}

function mayDemandOrder(
  document: Document,
  { description = '', parameters, requestBody }: Operation,
): boolean {
  const texts = parameters.map((each) => parameterDescription(document, each))
  return requestBody !== undefined || [description, ...texts].some((text) => demandsOrder.test(text))
}
