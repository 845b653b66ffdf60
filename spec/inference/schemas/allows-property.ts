import type { Document, SchemaNode } from '../../document.ts'
import { toPattern } from '../../patterns/pattern.ts'
import { requiredOf } from '../../schemas/properties.ts'
import { isSchema, partsOf, subschema } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { isObject, own } from '../../util/object.ts'

/**
 * Whether a record can have a property of that name and type. Documents sometimes declare a property in one branch of an `allOf`
 * that another branch forbids with `additionalProperties` (JSON Schema 2020-12 §10.3.2.3). If it is required,
 * no record at all is valid, and servers send what is required.
 */
export function canHaveProperty(
  document: Document,
  record: SchemaNode,
  name: string,
  type: 'integer' | 'string',
): boolean {
  if (requiredOf(document, record).has(name)) return true
  return partsOf(document, record, ['allOf']).every((part) => {
    if (declares(part, name)) return true
    const others = subschema(part, 'additionalProperties')
    if (others === undefined || others.schema === true) return true
    if (others.schema === false) return false
    const types = typesOf(document, others)
    return types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'))
  })
}

function declares({ schema }: SchemaNode, name: string): boolean {
  const patterns = own(schema, 'patternProperties')
  if (isSchema(own(own(schema, 'properties'), name))) return true
  return Object.keys(isObject(patterns) ? patterns : {}).some(
    (pattern) => toPattern(pattern)?.test(name) ?? true,
  )
}
