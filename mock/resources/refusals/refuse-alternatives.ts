import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { parameterDescription, schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Behaviour } from '../../behaviour.ts'
import { loadedOnce } from '../loaded-once.ts'

/** Words that a description needs to set names against each other: "Mutually exclusive with `files`", "`a` or `b` must be given". */
const mention =
  /\b(?:exclusive|(?:in)?compatible|one of|both|either)\b|\b(?:not|cannot|can't)\b.*\bwith\b|\b(?:must|needs?|needed|ha(?:s|ve) to|shall)\b.*\bor\b|\bor\b.*\b(?:must|needs?|needed|ha(?:s|ve) to|shall|required|mandatory)\b/is

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
    operation.summary ?? '',
    operation.description ?? '',
    ...operation.parameters.map((each) => parameterDescription(document, each)),
    ...(sent ? below(sent, 2) : []),
  ]
}
