import type { Document, Pointer, SchemaNode } from '../document.ts'
import { flagsOf } from './flags.ts'
import { own } from '../util/object.ts'
import { isArray, isJsonObject, type Json } from '../json.ts'
import { itemsOf, possiblePropertiesOf } from './properties.ts'
import { partsOf } from './subschemas.ts'

/** Where values of a schema have properties that answers do not show. */
interface Shape {
  readonly hidden: Set<string>
  readonly below: Map<string, Shape>
  items: Shape | undefined
}

const shapes = new WeakMap<Document, Map<Pointer, Shape>>()
const bare = new WeakMap<Shape, boolean>()

/** Whether the schema has that keyword with the value true, through `$ref` and `allOf`. */
export function isMarked(document: Document, node: SchemaNode, keyword: 'readOnly' | 'writeOnly'): boolean {
  return [node, ...partsOf(document, node, ['allOf'])].some(({ schema }) => own(schema, keyword) === true)
}

/**
 * The value as an answer shows it: without what its schema says is only ever written (`writeOnly`), at every depth. The
 * same value where there is nothing of the kind.
 */
export function withoutHidden<T extends Json>(document: Document, node: SchemaNode, value: T): T {
  if (!flagsOf(document).hasWriteOnly) return value
  const shape = shapeOf(document, node)
  return isBare(shape) ? value : (shown(shape, value) as T)
}

function shapeOf(document: Document, node: SchemaNode): Shape {
  const known = shapes.get(document) ?? new Map<Pointer, Shape>()
  shapes.set(document, known)
  const before = known.get(node.pointer)
  if (before) return before
  const shape: Shape = { hidden: new Set(), below: new Map(), items: undefined }
  // Before what is below it: that may lead back here.
  known.set(node.pointer, shape)
  for (const [name, property] of possiblePropertiesOf(document, node)) {
    if (isMarked(document, property, 'writeOnly')) shape.hidden.add(name)
    else shape.below.set(name, shapeOf(document, property))
  }
  const items = itemsOf(document, node)
  shape.items = items && shapeOf(document, items)
  return shape
}

/** Whether nothing is hidden anywhere in it. */
function isBare(shape: Shape): boolean {
  const known = bare.get(shape)
  if (known !== undefined) return known
  const seen = new Set([shape])
  for (const { below, items } of seen) {
    for (const each of below.values()) seen.add(each)
    if (items) seen.add(items)
  }
  const found = [...seen].every(({ hidden }) => hidden.size === 0)
  bare.set(shape, found)
  return found
}

function shown(shape: Shape, value: Json): Json {
  if (isArray(value)) {
    const { items } = shape
    return items ? value.map((item) => shown(items, item)) : value
  }
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).flatMap(([name, member]): readonly [string, Json][] => {
    if (shape.hidden.has(name)) return []
    const below = shape.below.get(name)
    return [[name, below ? shown(below, member) : member]]
  })
  return Object.fromEntries(members)
}
