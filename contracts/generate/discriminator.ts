import type { Document, Pointer, SchemaNode } from '../../spec/document.ts'
import { isObject, own, valueAt } from '../../spec/follow.ts'
import { appendPointer } from '../../spec/pointer.ts'
import { isSchema, resolveRef, subschema } from '../../spec/refs.ts'
import { synthetic, type Addition } from './goal.ts'
import type { Fact, Shape } from './shape.ts'

/**
 * A discriminator never changes what is valid, but a server reads it (OpenAPI 3.0.4 §4.7.25): a value for one branch
 * should carry the name of that branch.
 */

const components = '#/components/schemas'

/** Gives the value the name that stands for a branch of a `oneOf` or `anyOf`; undefined when nothing names it. */
export function discriminatorPart(
  document: Document,
  { node }: Fact,
  branch: SchemaNode,
): SchemaNode | undefined {
  const discriminator = own(node.schema, 'discriminator')
  if (own(branch.schema, '$ref') === undefined) return undefined
  return naming(discriminator, namesOf(document, discriminator, resolveRef(document, branch).pointer))
}

/** The children of a schema that has a discriminator of its own: those mapped to, and those that are `allOf` it. */
export function discriminated(
  document: Document,
  shape: Shape,
  { node, value }: Fact,
): readonly (readonly Addition[])[] | undefined {
  if (own(node.schema, 'oneOf') !== undefined || own(node.schema, 'anyOf') !== undefined) return undefined
  const children = childrenOf(document, node.pointer, value)
  const ways = children.flatMap((child) => {
    const named = naming(value, namesOf(document, value, child.pointer))
    return named ? [{ child, named }] : []
  })
  const present = ways.filter(({ child }) => shape.pointers.has(child.pointer))
  if (present.length > 0) return [[...present.map(({ named }) => ({ parts: [named] })), { parts: [] }]]
  const attempts = ways.map(({ child, named }): readonly Addition[] => [{ parts: [child, named] }])
  const [first, ...others] = attempts
  return first && [[...first, { parts: [] }], ...others]
}

function naming(discriminator: unknown, names: readonly string[]): SchemaNode | undefined {
  const property = own(discriminator, 'propertyName')
  if (typeof property !== 'string') return undefined
  return synthetic({ properties: { [property]: { enum: names } }, required: [property] })
}

/** What the mapping calls a schema, else the name of its component. */
function namesOf(document: Document, discriminator: unknown, pointer: Pointer): readonly string[] {
  const mapped = mappingOf(document, discriminator).filter(([, node]) => node.pointer === pointer)
  return mapped.length > 0 ? mapped.map(([name]) => name) : [pointer.slice(pointer.lastIndexOf('/') + 1)]
}

type Mapping = readonly (readonly [string, SchemaNode])[]

/** A discriminator may name hundreds of schemas, and be met in each of them. */
const mappings = new WeakMap<object, Mapping>()

function mappingOf(document: Document, discriminator: unknown): Mapping {
  const mapping = own(discriminator, 'mapping')
  if (!isObject(mapping)) return []
  const known = mappings.get(mapping) ?? readMapping(document, mapping)
  mappings.set(mapping, known)
  return known
}

function readMapping(document: Document, mapping: object): Mapping {
  return Object.entries(mapping).flatMap(([name, to]) => {
    if (typeof to !== 'string') return []
    const reference = to.includes('/') || to.includes('#') ? to : appendPointer(components, to)
    const node = resolveRef(document, { schema: { $ref: reference }, pointer: '(mapping)' })
    return node.pointer === '(mapping)' ? [] : [[name, node]]
  })
}

function childrenOf(document: Document, parent: Pointer, discriminator: unknown): readonly SchemaNode[] {
  const mapped = mappingOf(document, discriminator).map(([, node]) => node)
  const all = [...mapped, ...heirsOf(document, parent)].filter(({ pointer }) => pointer !== parent)
  return [...new Map(all.map((node) => [node.pointer, node])).values()]
}

type Heirs = ReadonlyMap<Pointer, readonly SchemaNode[]>

const heirs = new WeakMap<Document, Heirs>()

/** The components that are `allOf` a schema. */
function heirsOf(document: Document, parent: Pointer): readonly SchemaNode[] {
  const known = heirs.get(document) ?? findHeirs(document)
  heirs.set(document, known)
  return known.get(parent) ?? []
}

function findHeirs(document: Document): Heirs {
  const schemas = valueAt(document, components)
  const found = new Map<Pointer, SchemaNode[]>()
  for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
    const all = own(schema, 'allOf')
    if (!isSchema(schema) || !Array.isArray(all)) continue
    const node = { schema, pointer: appendPointer(components, name) }
    const parts = all.flatMap((_, index) => subschema(node, 'allOf', index) ?? [])
    for (const parent of new Set(parts.map((part) => resolveRef(document, part).pointer)))
      found.set(parent, [...(found.get(parent) ?? []), node])
  }
  return found
}
