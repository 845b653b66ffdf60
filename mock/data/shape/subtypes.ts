import type { Document, Pointer, SchemaNode } from '../../../spec/document.ts'
import { componentsExtending, mappingOf } from '../../../spec/schemas/discriminator.ts'
import { branches, components, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { isObject, own } from '../../../spec/util/object.ts'

/** A schema that a discriminator distinguishes, and its discriminator value. */
export interface Subtype {
  readonly value: string
  readonly node: SchemaNode
}

const none: readonly Subtype[] = []

/**
 * The subtypes of a schema with a discriminator but no `oneOf` or `anyOf`: the schemas of the discriminator's mapping, and,
 * by their names, all components that extend the schema with `allOf` (OpenAPI 3.0.4 §4.7.25).
 */
export function subtypesOf(document: Document, node: SchemaNode): readonly Subtype[] {
  const base = resolveRef(document, node)
  if (typeof base.schema !== 'object') return none
  return getOrInsertComputed(known, base.schema, () => readSubtypes(document, base))
}

const known = new WeakMap<object, readonly Subtype[]>()

/** A schema with more subtypes, such as one of everything that has an id, is treated as having none. */
const maxSubtypes = 100

function readSubtypes(document: Document, base: SchemaNode): readonly Subtype[] {
  const discriminator = own(base.schema, 'discriminator')
  if (typeof own(discriminator, 'propertyName') !== 'string') return none
  if (branches(base, 'oneOf').length > 0 || branches(base, 'anyOf').length > 0) return none
  const { nodes, names } = mappingOf(document, discriminator)
  const mapped = [...new Map(nodes.map((each) => [each.pointer, each])).values()]
    .filter(({ schema }) => isObject(schema))
    .flatMap((each) => (names.get(each.pointer) ?? []).map((value) => ({ value, node: each })))
  const extensions = allExtensionsOf(document, base.pointer).filter(
    // A component that contains the schema inline refers to it, but is not a subtype.
    ({ pointer }) => !names.has(pointer) && !base.pointer.startsWith(`${pointer}/`),
  )
  const named = extensions.map((node) => ({ value: node.pointer.slice(components.length + 1), node }))
  return mapped.length + named.length > maxSubtypes ? none : [...mapped, ...named]
}

/** The components that extend a schema with `allOf`, directly or indirectly, in depth-first order. */
function allExtensionsOf(document: Document, base: Pointer): readonly SchemaNode[] {
  const extensions = new Map<Pointer, SchemaNode>()
  const waiting = [...componentsExtending(document, base)].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.pointer === base || extensions.has(node.pointer)) continue
    extensions.set(node.pointer, node)
    for (const next of [...componentsExtending(document, node.pointer)].reverse()) waiting.push(next)
  }
  return [...extensions.values()]
}
