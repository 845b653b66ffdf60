import type { Document, SchemaNode } from '../../document.ts'
import { isObject, own } from '../../util/object.ts'
import { isSchema, partsOf, subschema } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { toPattern } from '../../patterns/pattern.ts'

/**
 * Whether a record can have a property of that name and type: documents close one part of an `allOf` by
 * `additionalProperties` to what another part of it names (JSON Schema 2020-12 §10.3.2.3).
 */
export function canHaveProperty(
  document: Document,
  record: SchemaNode,
  name: string,
  type: 'integer' | 'string',
): boolean {
  return partsOf(document, record, ['allOf']).every((part) => {
    if (isNamed(part, name)) return true
    const others = subschema(part, 'additionalProperties')
    if (others === undefined || others.schema === true) return true
    if (others.schema === false) return false
    const types = typesOf(document, others)
    return types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'))
  })
}

function isNamed({ schema }: SchemaNode, name: string): boolean {
  const patterns = own(schema, 'patternProperties')
  if (isSchema(own(own(schema, 'properties'), name))) return true
  return Object.keys(isObject(patterns) ? patterns : {}).some((each) => toPattern(each)?.test(name) ?? true)
}
