import type { Document, Pointer, SchemaNode } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { isObject, own } from '../util/object.ts'
import { branches, components, componentSchemas, resolveRef } from './subschemas.ts'

/** The `mapping` of a discriminator (OpenAPI 3.0.4 §4.7.25). */
export interface Mapping {
  readonly nodes: readonly SchemaNode[]
  /** The names mapped to each schema, by its pointer. */
  readonly names: ReadonlyMap<Pointer, readonly string[]>
}

const noMapping: Mapping = { nodes: [], names: new Map() }

/** Cached, as a mapping may have hundreds of schemas that each inherit the discriminator. */
const mappings = new WeakMap<object, Mapping>()

/** The mapping of a Discriminator Object; empty when it has none. */
export function mappingOf(document: Document, discriminator: unknown): Mapping {
  const mapping = own(discriminator, 'mapping')
  if (!isObject(mapping)) return noMapping
  return getOrInsertComputed(mappings, mapping, () => readMapping(document, mapping))
}

function readMapping(document: Document, mapping: object): Mapping {
  const nodes: SchemaNode[] = []
  const names = new Map<Pointer, string[]>()
  for (const [name, target] of Object.entries(mapping)) {
    if (typeof target !== 'string') continue
    const isReference = target.includes('/') || target.includes('#')
    const reference = isReference ? target : appendPointer(components, target)
    const node = resolveRef(document, { schema: { $ref: reference }, pointer: '(mapping)' })
    if (node.pointer === '(mapping)') continue
    nodes.push(node)
    names.set(node.pointer, [...(names.get(node.pointer) ?? []), name])
  }
  return { nodes, names }
}

type Subtypes = ReadonlyMap<Pointer, readonly SchemaNode[]>

const subtypes = new WeakMap<Document, Subtypes>()

/** The component schemas that have a schema in their `allOf`. */
export function componentsExtending(document: Document, parent: Pointer): readonly SchemaNode[] {
  const known = getOrInsertComputed(subtypes, document, () => findSubtypes(document))
  return known.get(parent) ?? []
}

/** Subtypes by the pointer of the schema they extend. */
function findSubtypes(document: Document): Subtypes {
  const byParent = new Map<Pointer, SchemaNode[]>()
  for (const node of componentSchemas(document)) {
    const parts = branches(node, 'allOf')
    for (const parent of new Set(parts.map((part) => resolveRef(document, part).pointer))) {
      const children = byParent.get(parent) ?? []
      children.push(node)
      byParent.set(parent, children)
    }
  }
  return byParent
}
