import type { SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Api } from './api.ts'

/** Whether a property holds a state: a boolean, or one of an enumeration. */
export function isState(api: Api, node: SchemaNode): boolean {
  return statesOf(api, node) !== undefined
}

/** The possible values of a property that holds a state; undefined for any other property. */
export function statesOf(api: Api, node: SchemaNode): readonly Json[] | undefined {
  const values = enumOf(api, node)
  if (values) return values.filter((value) => value !== null)
  const types = typesOf(api.document, node)
  return types.has('boolean') && types.size === 1 ? [true, false] : undefined
}

function enumOf(api: Api, node: SchemaNode, depth = 0): readonly Json[] | undefined {
  const { schema } = resolveRef(api.document, node)
  if (typeof schema === 'boolean' || depth > 5) return undefined
  if (Array.isArray(schema['enum'])) return schema['enum'] as readonly Json[]
  const all = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly SchemaNode['schema'][]) : []
  for (const [index, part] of all.entries()) {
    const found = enumOf(api, { schema: part, pointer: `${node.pointer}/allOf/${String(index)}` }, depth + 1)
    if (found) return found
  }
  return undefined
}
