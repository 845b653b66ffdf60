import type { Document, Schema, SchemaNode } from '../../document.ts'
import { appendPointer } from '../../json/pointer.ts'
import type { Nesting } from '../../resources.ts'
import { hasFlag, itemOf, possiblePropertiesOf, propertyAt, requiredOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef, subschema } from '../../schemas/subschemas.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { getOrInsertComputed } from '../../util/memo.ts'
import { own, setOwn } from '../../util/object.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../times/timestamps.ts'

/** The containers of JSON:API 1.1 §7.2, of GeoJSON (RFC 7946 §3.2), and of Airtable. */
const containers = ['attributes', 'properties', 'fields']

/** The member of a JSON:API resource object that refers to others, by the `type` and `id` in the `data` of each (1.1 §7.2.2.2). */
export const relationships = 'relationships'

/** How records nest their properties; undefined if they have properties of their own beside the container, other than id and kind. */
export function nestingOf(document: Document, record: SchemaNode): Nesting | undefined {
  const top = possiblePropertiesOf(document, record)
  const container = containers.find((name) => top.has(name) && contentsOf(document, record, name).size > 0)
  if (container === undefined) return undefined
  const contents = contentsOf(document, record, container)
  const related = relationshipsOf(document, record)
  const outside = [...top].filter(
    ([name]) => name !== container && (name !== relationships || related.size === 0),
  )
  const names = [...outside.map(([name]) => name), ...related.keys()]
  const isFlat = outside.some(([name, node]) => name !== 'id' && isData(document, name, node))
  const isAmbiguous = names.some((name) => contents.has(name)) || new Set(names).size < names.length
  if (isFlat || isAmbiguous) return undefined
  const paths = new Map<string, readonly string[]>(outside.map(([name]) => [name, [name]]))
  for (const [name, { path }] of related) paths.set(name, path)
  return { record, container, isContainerRequired: requiredOf(document, record).has(container), paths }
}

/** Whether a property is a scalar that says more than the kind of the record. */
function isData(document: Document, name: string, node: SchemaNode): boolean {
  const types = [...typesOf(document, node)]
  const isScalar = types.some((type) => type !== 'object' && type !== 'array' && type !== 'null')
  return isScalar && !/^(?:type|kind|lid)$/.test(name) && enumValues(document, node).length !== 1
}

/** A property of a flattened record. */
interface FlatProperty {
  /** All schemas that apply to it. */
  readonly nodes: readonly SchemaNode[]
  /** Where the nested record has it. */
  readonly path: readonly string[]
  readonly isRequired: boolean
}

/** The properties in a container; none if it may be something other than an object. */
function contentsOf(
  document: Document,
  record: SchemaNode,
  container: string,
): ReadonlyMap<string, FlatProperty> {
  const nodes = propertySchemas(document, record, container)
  const isObject = nodes.every((node) => [...typesOf(document, node)].join() === 'object')
  return new Map(
    (isObject ? nodes : []).flatMap((node) => {
      const required = requiredOf(document, node)
      return [...possiblePropertiesOf(document, node)].map(([name, property]): [string, FlatProperty] => [
        name,
        { nodes: [property], path: [container, name], isRequired: required.has(name) },
      ])
    }),
  )
}

/** The schemas that the parts of an `allOf` give to a property. */
const propertySchemas = (document: Document, node: SchemaNode, name: string): readonly SchemaNode[] =>
  partsOf(document, node, ['allOf']).flatMap((part) => subschema(part, 'properties', name) ?? [])

/** The JSON:API relationships of a record: their resource linkage, or all of them if they have only links. */
function relationshipsOf(document: Document, record: SchemaNode): ReadonlyMap<string, FlatProperty> {
  const node = possiblePropertiesOf(document, record).get(relationships)
  if (!node) return new Map()
  const required = requiredOf(document, node)
  return new Map(
    [...possiblePropertiesOf(document, node)].map(([name, relationship]): [string, FlatProperty] => {
      const data = possiblePropertiesOf(document, relationship).get('data')
      const isLinkage = data && propertyAt(document, itemOf(document, data), ['id']) !== undefined
      const isRequired = required.has(name) && (!isLinkage || requiredOf(document, relationship).has('data'))
      const path = [relationships, name, ...(isLinkage ? ['data'] : [])]
      return [name, { nodes: [isLinkage ? data : relationship], path, isRequired }]
    }),
  )
}

/** A reference to a schema, so that it keeps its examples; a schema that is a reference already stays as it is. */
const asReference = ({ schema, pointer }: SchemaNode): Schema =>
  own(schema, '$ref') === undefined ? { $ref: pointer } : schema

/** The conjunction of schemas for one property: one part of an `allOf` may declare it, and another restrict its value. */
function allOf(nodes: readonly SchemaNode[]): Schema {
  const unique = new Map(nodes.map((node) => [node.schema, asReference(node)]))
  const [first = true, ...others] = unique.values()
  return others.length === 0 ? first : { allOf: [first, ...others] }
}

const flattened = new WeakMap<object, SchemaNode>()

/** The schema of nested records, or of what is sent of one, with all properties on one level; any other schema unchanged. */
export function flattenSchema(
  document: Document,
  nesting: Nesting | undefined,
  node: SchemaNode,
): SchemaNode {
  const { schema } = resolveRef(document, node)
  if (!nesting || typeof schema !== 'object') return node
  return getOrInsertComputed(flattened, schema, () => flatten(document, nesting, node))
}

/** How records that keep some of their properties in an object of metadata nest these; undefined if names are ambiguous. */
export function metadataNesting(
  document: Document,
  record: SchemaNode,
  container: string,
): Nesting | undefined {
  const contents = new Set(contentsOf(document, record, container).keys())
  const outside = [...possiblePropertiesOf(document, record).keys()].filter((name) => name !== container)
  const isAmbiguous = outside.some((name) => contents.has(name) || name === relationships)
  if (contents.size === 0 || contents.has(container) || isAmbiguous) return undefined
  const isContainerRequired = requiredOf(document, record).has(container)
  const paths = new Map(outside.map((name) => [name, [name]]))
  return { record, container, isContainerRequired, paths, contents }
}

function flatten(
  document: Document,
  { container, contents: metadata }: Nesting,
  node: SchemaNode,
): SchemaNode {
  const contents = contentsOf(document, node, container)
  const related = relationshipsOf(document, node)
  if (contents.size === 0 && related.size === 0) return node
  const required = requiredOf(document, node)
  const all = [...possiblePropertiesOf(document, node)].flatMap(
    ([name, property]): readonly (readonly [string, FlatProperty])[] => {
      if (name === container) return [...contents]
      if (name === relationships && related.size > 0) return [...related]
      const nodes = [property, ...propertySchemas(document, node, name)]
      return [[name, { nodes, path: [name], isRequired: required.has(name) }]]
    },
  )
  const properties = {}
  const holder = propertyAt(document, node, [container])
  const isReadOnly = holder !== undefined && hasFlag(document, holder, 'readOnly')
  for (const [name, { nodes }] of all) {
    const schema = allOf(nodes)
    const isOwn =
      isReadOnly || (metadata !== undefined && (isCreationTimestamp(name) || isChangeTimestamp(name)))
    setOwn(properties, name, isOwn && contents.has(name) ? { allOf: [schema], readOnly: true } : schema)
  }
  const open = partsOf(document, holder ?? node, ['allOf'])
    .map((part) => own(part.schema, 'additionalProperties'))
    .find((additional) => additional !== undefined && additional !== false)
  const schema = {
    type: 'object',
    required: all.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties,
    ...(open !== undefined && { additionalProperties: open }),
  }
  return { schema, pointer: appendPointer(resolveRef(document, node).pointer, '(flat)') }
}
