import type { Document, Pointer, SchemaNode } from '../../../spec/document.ts'
import { componentsExtending, mappingOf } from '../../../spec/schemas/discriminator.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { isObject, own } from '../../../spec/util/object.ts'
import { synthetic, type Addition } from './goal.ts'
import type { Fact, Shape } from './shape.ts'

/**
 * A discriminator never changes what is valid, but servers read it (OpenAPI 3.0.4 §4.7.25): a value for one branch should have the
 * name of that branch.
 */

/** A schema that requires the discriminator value of a branch of `oneOf` or `anyOf`; undefined when nothing names the branch. */
export function discriminatorPart(
  document: Document,
  { node }: Fact,
  branch: SchemaNode,
): SchemaNode | undefined {
  const discriminator = own(node.schema, 'discriminator')
  if (own(branch.schema, '$ref') === undefined) return undefined
  return naming(discriminator, namesOf(document, discriminator, resolveRef(document, branch).pointer))
}

/** Ways to satisfy a schema with a discriminator of its own: as one of the schemas in its mapping, or that extend it by `allOf`. */
export function discriminated(
  document: Document,
  shape: Shape,
  { node, value }: Fact,
): readonly (readonly Addition[])[] | undefined {
  if (own(node.schema, 'oneOf') !== undefined || own(node.schema, 'anyOf') !== undefined) return undefined
  const ways = waysOf(document, node.pointer, value)
  const present = [...shape.pointers].flatMap((pointer) => ways.get(pointer)?.[0]?.parts[1] ?? [])
  if (present.length > 0) return [[...present.map((named) => ({ parts: [named] })), { parts: [] }]]
  const [first, ...others] = ways.values()
  return first && [[...first, { parts: [] }], ...others]
}

type Ways = ReadonlyMap<Pointer, readonly [Addition & { readonly parts: readonly [SchemaNode, SchemaNode] }]>

const knownWays = new WeakMap<object, Map<Pointer, Ways>>()

/** By the child's pointer, the way to be that child and to name it. Cached: a discriminator with many children occurs in each. */
function waysOf(document: Document, parent: Pointer, discriminator: unknown): Ways {
  if (!isObject(discriminator)) return new Map()
  const byParent = getOrInsertComputed(knownWays, discriminator, () => new Map<Pointer, Ways>())
  return getOrInsertComputed(byParent, parent, () => findWays(document, parent, discriminator))
}

function findWays(document: Document, parent: Pointer, discriminator: unknown): Ways {
  return new Map(
    childrenOf(document, parent, discriminator).flatMap((child) => {
      const named = naming(discriminator, namesOf(document, discriminator, child.pointer))
      return named ? [[child.pointer, [{ parts: [child, named] }]]] : []
    }),
  )
}

function naming(discriminator: unknown, names: readonly string[]): SchemaNode | undefined {
  const property = own(discriminator, 'propertyName')
  if (typeof property !== 'string') return undefined
  return synthetic({ properties: { [property]: { enum: names } }, required: [property] })
}

/** The names of a schema in the mapping, or else the name of its component. */
function namesOf(document: Document, discriminator: unknown, pointer: Pointer): readonly string[] {
  return (
    mappingOf(document, discriminator).names.get(pointer) ?? [pointer.slice(pointer.lastIndexOf('/') + 1)]
  )
}

function childrenOf(document: Document, parent: Pointer, discriminator: unknown): readonly SchemaNode[] {
  const all = [...mappingOf(document, discriminator).nodes, ...componentsExtending(document, parent)]
  const children = all.filter(({ pointer }) => pointer !== parent)
  return [...new Map(children.map((node) => [node.pointer, node])).values()]
}
