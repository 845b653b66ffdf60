import type { Document, Pointer, Schema, SchemaNode } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'
import { follow, valueAt } from '../json/refs.ts'
import { isObject, own } from '../util/object.ts'
import { createDocumentCache } from './document-cache.ts'

/** The keywords that compose a schema of others, which apply to the same value. */
export type Composition = 'allOf' | 'oneOf' | 'anyOf'

/** Where a document keeps its named schemas. */
export const components: Pointer = '#/components/schemas'

/** Whether a value can be a Schema Object, whatever its keywords hold. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value)
}

/** The schemas in the document's components, in document order. */
export function componentSchemas(document: Document): readonly SchemaNode[] {
  const schemas = valueAt(document, components)
  return Object.entries(isObject(schemas) ? schemas : {}).flatMap(([name, schema]) =>
    isSchema(schema) ? [{ schema, pointer: appendPointer(components, name) }] : [],
  )
}

const cachedTarget = createDocumentCache<SchemaNode>()

/**
 * The schema that a node's chain of `$ref`s ends at, or the node itself. Keywords beside a `$ref` are ignored.
 * A chain that is broken or circular gives the schema `true`, which allows everything.
 */
export function resolveRef(document: Document, node: SchemaNode): SchemaNode {
  const ref = own(node.schema, '$ref')
  if (typeof ref !== 'string') return node
  return cachedTarget(document, ref, () => {
    const target = follow(document, { value: node.schema, pointer: node.pointer })
    return target && isSchema(target.value)
      ? { schema: target.value, pointer: target.pointer }
      : { schema: true, pointer: ref }
  })
}

/** The target of a schema that consists of a `$ref` and nothing else; undefined for any other schema. */
export function soleTargetOf(document: Document, node: SchemaNode): SchemaNode | undefined {
  if (typeof own(node.schema, '$ref') !== 'string' || Object.keys(node.schema).length > 1) return undefined
  const target = resolveRef(document, node)
  return typeof target.schema === 'boolean' ? undefined : target
}

/** The schema a keyword holds, `subschema(node, 'properties', 'id')`; undefined when there is none. */
export function subschema(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode | undefined {
  const schema = tokens.reduce<unknown>((value, token) => own(value, String(token)), node.schema)
  return isSchema(schema) ? { schema, pointer: tokens.reduce(appendPointer, node.pointer) } : undefined
}

/** The schemas of a keyword that holds a list of them. */
export function branches(node: SchemaNode, keyword: string): readonly SchemaNode[] {
  const list = own(node.schema, keyword)
  if (!Array.isArray(list)) return []
  return list.flatMap((_, index) => subschema(node, keyword, index) ?? [])
}

/** The schema and every schema it is composed of through `$ref` and the given keywords, nearest first, each once. */
export function partsOf(
  document: Document,
  node: SchemaNode,
  keywords: readonly Composition[],
): readonly SchemaNode[] {
  const parts = new Map<Pointer, SchemaNode>()
  const add = (next: SchemaNode): void => {
    if (parts.has(next.pointer)) return
    parts.set(next.pointer, next)
    if (own(next.schema, '$ref') !== undefined) add(resolveRef(document, next))
    for (const keyword of keywords) branches(next, keyword).forEach(add)
  }
  add(node)
  return [...parts.values()].filter((part) => areKeywordsInEffect(document, part))
}

/** The value of a keyword, through `$ref` and `allOf`, nearest first; undefined if no part of the schema has it. */
export function keywordOf(document: Document, node: SchemaNode, keyword: string): unknown {
  return partsOf(document, node, ['allOf'])
    .map(({ schema }) => own(schema, keyword))
    .find((value) => value !== undefined)
}

/** In 3.0 the keywords beside a `$ref` are ignored (OpenAPI 3.0.4 §4.7.23); from 3.1 on they apply. */
function areKeywordsInEffect(document: Document, { schema }: SchemaNode): boolean {
  return document.version !== '3.0' || own(schema, '$ref') === undefined
}
