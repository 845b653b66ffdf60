import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Reference, Resource, ResourceModel } from '../../resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { refusalStatus } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../prose/words.ts'

/** A value that a request may have only if a record that it refers to lists it: the service of a shipment, among those of its carrier. */
export interface OfferedValue {
  readonly property: string
  readonly reference: Reference
  readonly resource: Resource
  /** The property of the other record with the values. */
  readonly list: string
  /** The status of the refusal, if the sentence names one. */
  readonly status: number | undefined
}

/** What the description of an operation says of such values: "The service must be offered by the carrier". */
export function offeredValues(
  document: Document,
  { resources }: ResourceModel,
  { references }: Resource,
  operation: Operation,
  sent: SchemaNode,
): readonly OfferedValue[] {
  const sentences = sentencesOf(operation)
  const must = '(?:must be|ha to be)(?: one)?(?: of (?:it|the) \\w+)?'
  return references.flatMap((reference): readonly OfferedValue[] => {
    const resource = resources.find(({ name }) => name === reference.resource)
    if (!resource || resource.scope.length > 0 || reference.idProperty !== undefined) return []
    const noun = singularNounOf(resource.name)
    const lists = [...possiblePropertiesOf(document, resource.record)]
    return [...possiblePropertiesOf(document, sent).keys()].flatMap((property): readonly OfferedValue[] => {
      const words = singularWordsOf(property)
      const [list] =
        lists.find(([name, node]) => {
          const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
          return (
            item !== undefined &&
            typesOf(document, item).has('string') &&
            singularWordsOf(name).endsWith(words)
          )
        }) ?? []
      const stated = new RegExp(
        ` ${words} ${must} (?:offered|supported|accepted|provided|allowed|available|listed)(?: (?:by|at|in|for|from) (?:the|that|it) ${noun}) `,
      )
      const sentence = sentences.find((each) => stated.test(each))
      return list === undefined || sentence === undefined
        ? []
        : [{ property, reference, resource, list, status: refusalStatus(sentence) }]
    })
  })
}
