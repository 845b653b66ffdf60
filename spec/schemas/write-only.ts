import type { Document, Pointer, SchemaNode } from '../document.ts'
import { isArray, isJsonObject, type Json } from '../json.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { schemaFeatures } from './features.ts'
import { hasFlag, itemsOf, possiblePropertiesOf } from './properties.ts'

/** Where values of a schema have `writeOnly` properties. */
interface Shape {
  readonly writeOnly: Set<string>
  /** The shapes of the other properties. */
  readonly properties: Map<string, Shape>
  items: Shape | undefined
}

const shapes = new WeakMap<Document, Map<Pointer, Shape>>()
/** Whether a shape has no `writeOnly` properties at any depth. */
const bare = new WeakMap<Shape, boolean>()

/**
 * The value as a response contains it: without the properties that its schema declares `writeOnly`, at any depth. Returns
 * the same value when there are none.
 */
export function withoutWriteOnly<T extends Json>(document: Document, node: SchemaNode, value: T): T {
  if (!schemaFeatures(document).usesWriteOnly) return value
  const shape = shapeOf(document, node)
  return isBare(shape) ? value : (strip(shape, value) as T)
}

function shapeOf(document: Document, node: SchemaNode): Shape {
  const ofDocument = getOrInsertComputed(shapes, document, () => new Map<Pointer, Shape>())
  const known = ofDocument.get(node.pointer)
  if (known) return known
  const shape: Shape = { writeOnly: new Set(), properties: new Map(), items: undefined }
  // Registered before its properties are read, as these may lead back to it.
  ofDocument.set(node.pointer, shape)
  for (const [name, property] of possiblePropertiesOf(document, node)) {
    if (hasFlag(document, property, 'writeOnly')) shape.writeOnly.add(name)
    else shape.properties.set(name, shapeOf(document, property))
  }
  const items = itemsOf(document, node)
  shape.items = items && shapeOf(document, items)
  return shape
}

function isBare(shape: Shape): boolean {
  const known = bare.get(shape)
  if (known !== undefined) return known
  const reachable = new Set([shape])
  for (const { properties, items } of reachable) {
    for (const property of properties.values()) reachable.add(property)
    if (items) reachable.add(items)
  }
  const result = [...reachable].every(({ writeOnly }) => writeOnly.size === 0)
  bare.set(shape, result)
  return result
}

function strip(shape: Shape, value: Json): Json {
  if (isArray(value)) {
    const { items } = shape
    return items ? value.map((item) => strip(items, item)) : value
  }
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).flatMap(([name, member]): readonly [string, Json][] => {
    if (shape.writeOnly.has(name)) return []
    const property = shape.properties.get(name)
    return [[name, property ? strip(property, member) : member]]
  })
  return Object.fromEntries(members)
}
