import type { Document, SchemaNode } from '../document.ts'
import { firstItem } from '../json.ts'
import { isObject, own } from '../util/object.ts'
import { createDocumentCache } from './document-cache.ts'
import { partsOf, subschema, type Composition } from './subschemas.ts'
import { isNumeric, typesOf } from './types.ts'

type Properties = ReadonlyMap<string, SchemaNode>

const cachedProperties = createDocumentCache<Properties>()
const cachedPossible = createDocumentCache<Properties>()
const noProperties: Properties = new Map()

/**
 * The properties a schema declares, through `$ref` and `allOf`; of two declarations of one property the nearer to `node`
 * wins, unless it leaves the value open: `allOf` narrows the `data: {}` of a common envelope. The schemas are as written:
 * resolve their `$ref`s with `resolveRef`.
 */
export function propertiesOf(document: Document, node: SchemaNode): Properties {
  return cachedProperties(document, node.schema, () => collect(document, node, ['allOf']))
}

/** Like {@link propertiesOf}, with the properties that a value may have through `oneOf` or `anyOf`. */
export function possiblePropertiesOf(document: Document, node: SchemaNode): Properties {
  return cachedPossible(document, node.schema, () => collect(document, node, ['allOf', 'oneOf', 'anyOf']))
}

function collect(document: Document, node: SchemaNode, keywords: readonly Composition[]): Properties {
  const properties = new Map<string, SchemaNode>()
  for (const part of partsOf(document, node, keywords)) {
    const declared = own(part.schema, 'properties')
    for (const name of isObject(declared) ? Object.keys(declared) : []) {
      const property = subschema(part, 'properties', name)
      const known = properties.get(name)
      if (property !== undefined && (!known || isOpen(document, known))) properties.set(name, property)
    }
  }
  return properties.size === 0 ? noProperties : properties
}

/** Whether a schema allows any value or object, or arrays of such, and does not tell who may set it. */
function isOpen(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  if (types.size === 0) return !hasFlag(document, node, 'readOnly') && !hasFlag(document, node, 'writeOnly')
  const of = types.has('array') ? itemsOf(document, node) : node
  return types.size === 1 && (!of || tellsNothing(document, of))
}

const tellsNothing = (document: Document, node: SchemaNode): boolean =>
  [...typesOf(document, node)].every((type) => type === 'object') &&
  !partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).some(({ schema }) =>
    isObject(own(schema, 'properties') ?? own(schema, 'additionalProperties')),
  )

/** The names of the properties that an object may have whose values may be numbers. */
export const numericProperties = (document: Document, node: SchemaNode): readonly string[] =>
  [...possiblePropertiesOf(document, node)].flatMap(([name, each]) =>
    isNumeric(typesOf(document, each)) ? [name] : [],
  )

/** The schema of a nested property, by the names that lead to it; undefined when one of them is not declared. */
export function propertyAt(
  document: Document,
  node: SchemaNode | undefined,
  path: readonly string[],
): SchemaNode | undefined {
  return path.reduce(
    (at, name) =>
      at &&
      (possiblePropertiesOf(document, at).get(name) ??
        (name === firstItem ? itemsOf(document, at) : undefined)),
    node,
  )
}

/** The names of the properties that a value must have, through `$ref` and `allOf`. */
export function requiredOf(document: Document, node: SchemaNode): Set<string> {
  const names = partsOf(document, node, ['allOf']).flatMap(({ schema }) => own(schema, 'required') ?? [])
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** The schema of an array's items, through `$ref` and `allOf`; undefined when there is none. */
export function itemsOf(document: Document, node: SchemaNode): SchemaNode | undefined {
  for (const part of partsOf(document, node, ['allOf'])) {
    const items = subschema(part, 'items')
    if (items !== undefined) return items
  }
  return undefined
}

/** The schema of an array's items; for anything but an array the node itself. */
export function itemOf(document: Document, node: SchemaNode): SchemaNode {
  return itemsOf(document, node) ?? node
}

/** Whether a schema sets a flag to true, through `$ref` and `allOf`. */
export function hasFlag(document: Document, node: SchemaNode, keyword: 'readOnly' | 'writeOnly'): boolean {
  return [node, ...partsOf(document, node, ['allOf'])].some(({ schema }) => own(schema, keyword) === true)
}
