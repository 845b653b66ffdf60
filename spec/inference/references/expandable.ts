import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'

/** Whether values are ids, or the records with these ids if a request asks for them: `anyOf: [{type: string}, {$ref: Customer}]`. */
export function isExpandable(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  if (!types.has('object') || !(types.has('string') || isNumeric(types))) return false
  return possiblePropertiesOf(document, node).has('id')
}
