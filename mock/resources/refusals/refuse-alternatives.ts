import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { parameterDescription, schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Behaviour } from '../../behaviour.ts'
import { loadedOnce } from '../loaded-once.ts'

/** Words that a description needs to set names against each other: "Mutually exclusive with `files`". */
const mention = /\b(?:exclusive|compatible|one of|both|with|or)\b/i

/**
 * Wraps the behaviour of an operation whose descriptions may set parameters or properties against each other. What this needs is
 * loaded with the first request, since most operations have no alternatives.
 */
export function refuseAlternatives(
  document: Document,
  operation: Operation,
  behaviour: Behaviour,
): Behaviour {
  if (!textsOf(document, operation).some((text) => mention.test(text))) return behaviour
  return loadedOnce(async () => {
    const { brokenAlternatives } = await import('./broken-alternatives.ts')
    const refusalOf = brokenAlternatives(document, operation)
    return refusalOf ? (context) => refusalOf(context.request) ?? behaviour(context) : behaviour
  })
}

function textsOf(document: Document, operation: Operation): readonly string[] {
  const below = (node: SchemaNode, depth: number): readonly string[] => [
    schemaDescription(document, node),
    ...(depth > 0
      ? [...possiblePropertiesOf(document, node).values()].flatMap((each) => below(each, depth - 1))
      : []),
  ]
  const sent = operation.requestBody?.content[0]?.schema
  return [
    operation.description ?? '',
    ...operation.parameters.map((each) => parameterDescription(document, each)),
    ...(sent ? below(sent, 2) : []),
  ]
}
