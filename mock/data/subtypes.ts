import type { Document, Pointer, SchemaNode } from '../../spec/document.ts'
import { isObject, own } from '../../spec/follow.ts'
import { appendPointer } from '../../spec/pointer.ts'
import { branches, isSchema, resolveRef } from '../../spec/refs.ts'

/** One of the schemas that a discriminator tells apart, and the value it tells it by. */
export interface Subtype {
  readonly value: string
  readonly node: SchemaNode
}

const schemas = '#/components/schemas'
const none: readonly Subtype[] = []

/**
 * What a discriminator tells apart beside which no `oneOf` or `anyOf` lists it: the schemas of its mapping, and all that
 * are put together from its own by `allOf`, by their names (OpenAPI 3.0.4 §4.7.25).
 */
export function subtypesOf(document: Document, node: SchemaNode): readonly Subtype[] {
  const base = resolveRef(document, node)
  const discriminator = own(base.schema, 'discriminator')
  if (typeof own(discriminator, 'propertyName') !== 'string') return none
  if (branches(base, 'oneOf').length > 0 || branches(base, 'anyOf').length > 0) return none
  const mapping = own(discriminator, 'mapping')
  const mapped = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([value, target]) => {
    if (typeof target !== 'string') return []
    const $ref = /[#/]/.test(target) ? target : appendPointer(schemas, target)
    const found = resolveRef(document, { schema: { $ref }, pointer: base.pointer })
    return isObject(found.schema) ? [{ value, node: found }] : []
  })
  const known = new Set(mapped.map((each) => each.node.pointer))
  const heirs = allHeirs(heirsOf(document), base.pointer).filter(({ pointer }) => !known.has(pointer))
  const named = heirs.map((heir) => ({ value: heir.pointer.slice(schemas.length + 1), node: heir }))
  return [...mapped, ...named]
}

type Heirs = ReadonlyMap<Pointer, readonly SchemaNode[]>

const heirsKnown = new WeakMap<Document, Heirs>()

/** The components that refer to a schema in their `allOf`. */
function heirsOf(document: Document): Heirs {
  const before = heirsKnown.get(document)
  if (before !== undefined) return before
  const heirs = new Map<Pointer, SchemaNode[]>()
  for (const [name, schema] of Object.entries(document.root.components?.schemas ?? {})) {
    if (!isSchema(schema)) continue
    const heir = { schema, pointer: appendPointer(schemas, name) }
    for (const branch of branches(heir, 'allOf')) {
      if (own(branch.schema, '$ref') === undefined) continue
      const { pointer } = resolveRef(document, branch)
      heirs.set(pointer, [...(heirs.get(pointer) ?? []), heir])
    }
  }
  heirsKnown.set(document, heirs)
  return heirs
}

/** And the heirs of those. */
function allHeirs(heirs: Heirs, base: Pointer): readonly SchemaNode[] {
  const found = new Map<Pointer, SchemaNode>()
  const add = (pointer: Pointer): void => {
    for (const heir of heirs.get(pointer) ?? []) {
      if (heir.pointer === base || found.has(heir.pointer)) continue
      found.set(heir.pointer, heir)
      add(heir.pointer)
    }
  }
  add(base)
  return [...found.values()]
}
