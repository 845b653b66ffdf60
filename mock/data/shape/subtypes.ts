import type { Document, Pointer, SchemaNode } from '../../../spec/document.ts'
import { componentsExtending, mappingOf } from '../../../spec/schemas/discriminator.ts'
import { isObject, own } from '../../../spec/util/object.ts'
import { branches, components, resolveRef } from '../../../spec/schemas/subschemas.ts'

/** One of the schemas that a discriminator tells apart, and the value it tells it by. */
export interface Subtype {
  readonly value: string
  readonly node: SchemaNode
}

const none: readonly Subtype[] = []

/**
 * What a discriminator tells apart beside which no `oneOf` or `anyOf` lists it: the schemas of its mapping, and all that
 * are put together from its own by `allOf`, by their names (OpenAPI 3.0.4 §4.7.25).
 */
export function subtypesOf(document: Document, node: SchemaNode): readonly Subtype[] {
  const base = resolveRef(document, node)
  if (typeof base.schema !== 'object') return none
  const found = known.get(base.schema) ?? readSubtypes(document, base)
  known.set(base.schema, found)
  return found
}

const known = new WeakMap<object, readonly Subtype[]>()

/** Where there are more, as of everything that has an id, the discriminator tells little of what is meant. */
const most = 100

function readSubtypes(document: Document, base: SchemaNode): readonly Subtype[] {
  const discriminator = own(base.schema, 'discriminator')
  if (typeof own(discriminator, 'propertyName') !== 'string') return none
  if (branches(base, 'oneOf').length > 0 || branches(base, 'anyOf').length > 0) return none
  const { nodes, names } = mappingOf(document, discriminator)
  const mapped = [...new Map(nodes.map((each) => [each.pointer, each])).values()]
    .filter(({ schema }) => isObject(schema))
    .flatMap((each) => (names.get(each.pointer) ?? []).map((value) => ({ value, node: each })))
  const heirs = allHeirs(document, base.pointer).filter(
    // What the schema is itself a part of is put together from it, and no kind of it.
    ({ pointer }) => !names.has(pointer) && !base.pointer.startsWith(`${pointer}/`),
  )
  const named = heirs.map((heir) => ({ value: heir.pointer.slice(components.length + 1), node: heir }))
  return mapped.length + named.length > most ? none : [...mapped, ...named]
}

/** The components that are `allOf` a schema, and after each those that are so of it. */
function allHeirs(document: Document, base: Pointer): readonly SchemaNode[] {
  const found = new Map<Pointer, SchemaNode>()
  const waiting = [...componentsExtending(document, base)].reverse()
  for (let heir = waiting.pop(); heir; heir = waiting.pop()) {
    if (heir.pointer === base || found.has(heir.pointer)) continue
    found.set(heir.pointer, heir)
    for (const next of [...componentsExtending(document, heir.pointer)].reverse()) waiting.push(next)
  }
  return [...found.values()]
}
