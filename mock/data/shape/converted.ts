import type { Document, SchemaNode } from '../../../spec/document.ts'
import type { JsonSchema, View } from '../../../spec/schema.ts'
import { createSchemaConverter } from '../../../spec/schemas/converter.ts'
import { isObject } from '../../../spec/util/object.ts'
import { subtypesOf } from './subtypes.ts'

export type Keywords = Readonly<Record<string, unknown>>

/** The document's schemas converted to JSON Schema 2020-12, for requests or for responses. */
export interface Converted {
  readonly view: View
  schemaOf(node: SchemaNode): JsonSchema
  /** The origin of a converted schema; undefined for one that is not from the document. */
  nodeOf(schema: JsonSchema): SchemaNode | undefined
  /** The schema as written in the document, with its annotations. */
  writtenOf(schema: JsonSchema): Keywords | undefined
  /** The subtypes that the schema's discriminator distinguishes, if no `oneOf` or `anyOf` lists them. */
  subtypesOf(schema: JsonSchema): readonly { readonly value: string; readonly schema: JsonSchema }[]
  /** All schemas that apply if these do, following `$ref` and `allOf`; each once, nearest first. */
  flatten(schemas: readonly JsonSchema[]): readonly JsonSchema[]
}

export function createConverted(document: Document, view: View): Converted {
  const converter = createSchemaConverter(document, view)
  const schemaOf = (node: SchemaNode): JsonSchema => converter.convert(node).schema
  const nodeOf = (schema: JsonSchema): SchemaNode | undefined => {
    const pointer = typeof schema === 'object' ? converter.originOf(schema) : undefined
    return pointer === undefined ? undefined : converter.nodeAt(pointer)
  }
  const targetOf = ({ $ref: pointer }: Keywords): JsonSchema | undefined => {
    const node = typeof pointer === 'string' ? converter.nodeAt(pointer) : undefined
    return node && schemaOf(node)
  }
  return {
    view,
    schemaOf,
    nodeOf,
    writtenOf: (schema) => {
      const written = nodeOf(schema)?.schema
      return isObject(written) ? written : undefined
    },
    subtypesOf: (schema) => {
      const node = nodeOf(schema)
      return (node ? subtypesOf(document, node) : []).map((each) => ({
        value: each.value,
        schema: schemaOf(each.node),
      }))
    },
    flatten: (schemas) => {
      const flat = new Set<JsonSchema>()
      const add = (schema: JsonSchema): void => {
        if (flat.has(schema)) return
        flat.add(schema)
        if (typeof schema === 'boolean') return
        const target = targetOf(schema)
        if (target !== undefined) add(target)
        for (const part of (schema['allOf'] ?? []) as readonly JsonSchema[]) add(part)
      }
      schemas.forEach(add)
      return [...flat]
    },
  }
}
