import type { Document, Pointer, SchemaNode } from '../document.ts'
import { isObject, own } from '../util/object.ts'
import { appendPointer } from '../json/pointer.ts'
import { branches, components, componentSchemas, resolveRef } from './subschemas.ts'

/** The `mapping` of a discriminator (OpenAPI 3.0.4 §4.7.25). */
export interface Mapping {
  readonly nodes: readonly SchemaNode[]
  /** What each schema is called, by its pointer. */
  readonly names: ReadonlyMap<Pointer, readonly string[]>
}

const noMapping: Mapping = { nodes: [], names: new Map() }

/** A discriminator may name hundreds of schemas, and be met in each of them. */
const mappings = new WeakMap<object, Mapping>()

/** The mapping of a Discriminator Object; empty when it has none. */
export function mappingOf(document: Document, discriminator: unknown): Mapping {
  const mapping = own(discriminator, 'mapping')
  if (!isObject(mapping)) return noMapping
  const known = mappings.get(mapping) ?? readMapping(document, mapping)
  mappings.set(mapping, known)
  return known
}

function readMapping(document: Document, mapping: object): Mapping {
  const nodes: SchemaNode[] = []
  const names = new Map<Pointer, string[]>()
  for (const [name, to] of Object.entries(mapping)) {
    if (typeof to !== 'string') continue
    const reference = to.includes('/') || to.includes('#') ? to : appendPointer(components, to)
    const node = resolveRef(document, { schema: { $ref: reference }, pointer: '(mapping)' })
    if (node.pointer === '(mapping)') continue
    nodes.push(node)
    names.set(node.pointer, [...(names.get(node.pointer) ?? []), name])
  }
  return { nodes, names }
}

type Heirs = ReadonlyMap<Pointer, readonly SchemaNode[]>

const heirs = new WeakMap<Document, Heirs>()

/** The components that are `allOf` a schema. */
export function heirsOf(document: Document, parent: Pointer): readonly SchemaNode[] {
  const known = heirs.get(document) ?? findHeirs(document)
  heirs.set(document, known)
  return known.get(parent) ?? []
}

function findHeirs(document: Document): Heirs {
  const found = new Map<Pointer, SchemaNode[]>()
  for (const node of componentSchemas(document)) {
    const parts = branches(node, 'allOf')
    for (const parent of new Set(parts.map((part) => resolveRef(document, part).pointer))) {
      const those = found.get(parent) ?? []
      those.push(node)
      found.set(parent, those)
    }
  }
  return found
}
