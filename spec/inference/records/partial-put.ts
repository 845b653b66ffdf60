import type { Document, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { recordCreation } from './record-creation.ts'

/** Whether a PUT takes some of what a creation must have, and needs not have it: it changes only what it is sent. */
export function isPartialPut(document: Document, resource: Resource, sent: SchemaNode): boolean {
  const created = recordCreation(document, resource)?.sent
  if (!created) return false
  const [properties, required] = [possiblePropertiesOf(document, sent), requiredOf(document, sent)]
  return [...requiredOf(document, created)].some((name) => properties.has(name) && !required.has(name))
}
