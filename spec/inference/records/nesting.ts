import type { Document, Schema, SchemaNode } from '../../document.ts'
import { own, setOwn } from '../../util/object.ts'
import { appendPointer } from '../../json/pointer.ts'
import { itemOf, possiblePropertiesOf, propertyAt, requiredOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef, subschema } from '../../schemas/subschemas.ts'
import { typesOf, valuesIn } from '../../schemas/types.ts'
import type { Nesting } from '../../resources.ts'

/** JSON:API 1.1 §7.2, GeoJSON (RFC 7946 §3.2), and what tables on the web have. */
const holders = ['attributes', 'properties', 'fields']

/** JSON:API 1.1 §7.2.2.2: what a resource refers to, by `type` and `id` in the `data` of each. */
export const relationships = 'relationships'

/** Undefined where records have properties of their own, beside those that tell what they are. */
export function nestingOf(document: Document, record: SchemaNode): Nesting | undefined {
  const top = possiblePropertiesOf(document, record)
  const holder = holders.find((name) => top.has(name) && heldBy(document, record, name).size > 0)
  if (holder === undefined) return undefined
  const others = [...top].filter(([name]) => name !== holder)
  const held = heldBy(document, record, holder)
  const referring = referringOf(document, record)
  const outside = others.filter(([name]) => name !== relationships || referring.size === 0)
  const names = [...outside.map(([name]) => name), ...referring.keys()]
  const isFlat = outside.some(([name, node]) => name !== 'id' && isOfItsOwn(document, name, node))
  if (isFlat || names.some((name) => held.has(name)) || new Set(names).size < names.length) return undefined
  const places = new Map<string, readonly string[]>(outside.map(([name]) => [name, [name]]))
  for (const [name, { path }] of referring) places.set(name, path)
  return {
    record,
    container: holder,
    isContainerRequired: requiredOf(document, record).has(holder),
    paths: places,
  }
}

/** A property such as records have that are not folded: a text, number or flag that does not tell what kind of record it is. */
function isOfItsOwn(document: Document, name: string, node: SchemaNode): boolean {
  const types = [...typesOf(document, node)]
  const isScalar = types.some((type) => type !== 'object' && type !== 'array' && type !== 'null')
  return isScalar && !/^(?:type|kind|lid)$/.test(name) && valuesIn(document, node).length !== 1
}

interface Held {
  /** All that the document says of it. */
  readonly nodes: readonly SchemaNode[]
  readonly path: readonly string[]
  readonly isRequired: boolean
}

/** What the holder holds, by whichever parts of the record's schema say so; none where it may be another thing than an object. */
function heldBy(document: Document, record: SchemaNode, holder: string): ReadonlyMap<string, Held> {
  const nodes = partsNamed(document, record, holder)
  const isObject = nodes.every((node) => [...typesOf(document, node)].join() === 'object')
  return new Map(
    (isObject ? nodes : []).flatMap((node) => {
      const required = requiredOf(document, node)
      return [...possiblePropertiesOf(document, node)].map(([name, each]): [string, Held] => [
        name,
        { nodes: [each], path: [holder, name], isRequired: required.has(name) },
      ])
    }),
  )
}

/** All that a schema says of a property. */
const partsNamed = (document: Document, node: SchemaNode, name: string): readonly SchemaNode[] =>
  partsOf(document, node, ['allOf']).flatMap((part) => subschema(part, 'properties', name) ?? [])

/** The references of JSON:API; one that tells nothing but links is as it is. */
function referringOf(document: Document, record: SchemaNode): ReadonlyMap<string, Held> {
  const node = possiblePropertiesOf(document, record).get(relationships)
  if (!node) return new Map()
  const required = requiredOf(document, node)
  return new Map(
    [...possiblePropertiesOf(document, node)].map(([name, each]): [string, Held] => {
      const data = possiblePropertiesOf(document, each).get('data')
      const isLinkage = data && propertyAt(document, itemOf(document, data), ['id']) !== undefined
      const isDemanded = required.has(name) && (!isLinkage || requiredOf(document, each).has('data'))
      const path = [relationships, name, ...(isLinkage ? ['data'] : [])]
      return [name, { nodes: [isLinkage ? data : each], path, isRequired: isDemanded }]
    }),
  )
}

/** The schema, as one that stands elsewhere refers to it: where it is has examples of its own. */
const referringTo = ({ schema, pointer }: SchemaNode): Schema =>
  own(schema, '$ref') === undefined ? { $ref: pointer } : schema

/** What several parts of a schema say of one property, put together: that a record has a `type`, and which. */
function allOf(nodes: readonly SchemaNode[]): Schema {
  const [first = true, ...others] = new Map(nodes.map((node) => [node.schema, referringTo(node)])).values()
  return others.length === 0 ? first : { allOf: [first, ...others] }
}

const flat = new WeakMap<object, SchemaNode>()

/** A schema of such a record, or of what is sent of one, with all properties on one level; any other schema as it is. */
export function flattenSchema(
  document: Document,
  folding: Nesting | undefined,
  node: SchemaNode,
): SchemaNode {
  const { schema } = resolveRef(document, node)
  if (!folding || typeof schema !== 'object') return node
  const found = flat.get(schema) ?? flatten(document, folding, node)
  flat.set(schema, found)
  return found
}

function flatten(document: Document, { container: holder }: Nesting, node: SchemaNode): SchemaNode {
  const held = heldBy(document, node, holder)
  const referring = referringOf(document, node)
  if (held.size === 0 && referring.size === 0) return node
  const required = requiredOf(document, node)
  const all = [...possiblePropertiesOf(document, node)].flatMap(([name, each]): readonly [string, Held][] =>
    name === holder
      ? [...held]
      : name === relationships && referring.size > 0
        ? [...referring]
        : [
            [
              name,
              {
                nodes: [each, ...partsNamed(document, node, name)],
                path: [name],
                isRequired: required.has(name),
              },
            ],
          ],
  )
  const properties = {}
  for (const [name, { nodes }] of all) setOwn(properties, name, allOf(nodes))
  const open = partsOf(document, propertyAt(document, node, [holder]) ?? node, ['allOf'])
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
