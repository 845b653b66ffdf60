import type { Document, SchemaNode } from '../../../spec/document.ts'
import { areUsers } from '../../../spec/inference/references/current-user.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'

/**
 * The properties that show another record which nothing in a new one leads to: the `discount` of a customer is one that was given later.
 * People are left: who made a record is known at once.
 */
export function unknownAtFirst(
  document: Document,
  { record, references }: Resource,
  accepted: SchemaNode | undefined,
): readonly string[] {
  const properties = possiblePropertiesOf(document, record)
  const sent = accepted ? possiblePropertiesOf(document, accepted) : new Map<string, SchemaNode>()
  return references.flatMap(({ property, resource, idProperty }) => {
    const node = properties.get(property)
    const isAlone = references.every(
      (each) => each.property === property || each.resource !== resource || !properties.has(each.property),
    )
    const isSingle = node !== undefined && itemsOf(document, node) === undefined
    return idProperty !== undefined && isSingle && isAlone && !areUsers(resource) && !sent.has(property)
      ? [property]
      : []
  })
}
