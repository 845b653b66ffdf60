import type { Document, Pointer, SchemaNode } from '../document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { schemaFeatures } from './features.ts'
import { hasFlag, itemsOf, possiblePropertiesOf, requiredOf } from './properties.ts'
import { branches, keywordOf, partsOf } from './subschemas.ts'
import { enumValues } from './types.ts'

/** Where values of a schema have `writeOnly` properties. */
interface Shape {
  readonly writeOnly: Set<string>
  /** The shapes of the other properties. */
  readonly properties: Map<string, Shape>
  /** The branches of `oneOf` and `anyOf`: what is `writeOnly` in one of them may be shown by another. */
  branches: readonly Branch[]
  items: Shape | undefined
}

interface Branch {
  readonly required: readonly string[]
  /** The properties that have one value only, with it. */
  readonly constants: readonly (readonly [string, Json])[]
  /** Whether each of its properties is `writeOnly`. */
  readonly properties: ReadonlyMap<string, boolean>
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
  const shape: Shape = { writeOnly: new Set(), properties: new Map(), branches: [], items: undefined }
  // Registered before its properties are read, as these may lead back to it.
  ofDocument.set(node.pointer, shape)
  for (const [name, property] of possiblePropertiesOf(document, node)) {
    if (hasFlag(document, property, 'writeOnly')) shape.writeOnly.add(name)
    else shape.properties.set(name, shapeOf(document, property))
  }
  shape.branches = partsOf(document, node, ['allOf'])
    .flatMap((part) => [...branches(part, 'oneOf'), ...branches(part, 'anyOf')])
    .map((branch) => branchOf(document, branch))
  const items = itemsOf(document, node)
  shape.items = items && shapeOf(document, items)
  return shape
}

function branchOf(document: Document, node: SchemaNode): Branch {
  const properties = [...possiblePropertiesOf(document, node)]
  return {
    required: [...requiredOf(document, node)],
    constants: properties.flatMap(([name, property]): readonly (readonly [string, Json])[] => {
      const [only, ...others] = [
        (keywordOf(document, property, 'const') as Json) ?? enumValues(document, property),
      ].flat()
      return only !== undefined && others.length === 0 ? [[name, only]] : []
    }),
    properties: new Map(
      properties.map(([name, property]) => [name, hasFlag(document, property, 'writeOnly')]),
    ),
  }
}

function isBare(shape: Shape): boolean {
  const known = bare.get(shape)
  if (known !== undefined) return known
  const reachable = new Set([shape])
  for (const { properties, items } of reachable) {
    for (const property of properties.values()) reachable.add(property)
    if (items) reachable.add(items)
  }
  const result = [...reachable].every(
    ({ writeOnly, branches: all }) =>
      writeOnly.size === 0 && !all.some(({ properties }) => [...properties.values()].includes(true)),
  )
  bare.set(shape, result)
  return result
}

/** Which members of an object are `writeOnly`: in the branch that has all its required properties, and no other constants. */
export const writeOnlyIn = (
  document: Document,
  node: SchemaNode,
  value: JsonObject,
): ((name: string) => boolean) => hiddenIn(shapeOf(document, node), value)

function hiddenIn({ branches: all, writeOnly }: Shape, value: JsonObject): (name: string) => boolean {
  const branch = all.find(
    ({ required, constants }) =>
      required.every((name) => Object.hasOwn(value, name)) &&
      constants.every(([name, constant]) => !Object.hasOwn(value, name) || value[name] === constant),
  )
  return (name) => branch?.properties.get(name) ?? writeOnly.has(name)
}

function strip(shape: Shape, value: Json): Json {
  if (isArray(value)) {
    const { items } = shape
    return items ? value.map((item) => strip(items, item)) : value
  }
  if (!isJsonObject(value)) return value
  const isHidden = hiddenIn(shape, value)
  const members = Object.entries(value).flatMap(([name, member]): readonly [string, Json][] => {
    if (isHidden(name)) return []
    const property = shape.properties.get(name)
    return [[name, property ? strip(property, member) : member]]
  })
  return Object.fromEntries(members)
}
