import type { Schema, SchemaNode } from '../document.ts'
import { isObject, own, ownText } from '../util/object.ts'
import { branches, subschema } from '../schemas/subschemas.ts'

/** Follows `$ref`: the schema that counts at a node. */
export type Resolve = (node: SchemaNode) => Schema

/** What a schema says about the types of a value and of its parts: enough to turn text into that value. */
export interface Shape {
  /** The types a value may have: a union of {@link types}, `types.any` when nothing is known. */
  readonly types: number
  /** Names of the declared properties. */
  readonly names: readonly string[]
  /** Whether properties of other names are asked for: `additionalProperties` is written, or no property is. */
  readonly open: boolean
  /** Whether it is bytes rather than text: `format: binary`, or `contentMediaType` alone (OpenAPI 3.2 §4.3.3). */
  readonly binary: boolean
  /** Names of the properties an object must have. */
  readonly required: readonly string[]
  /** How it is written as XML. */
  readonly xml: XmlFacts
  items(): Shape
  member(name: string): Shape
}

/** What XML Objects say (OpenAPI 3.0.4 §4.7.26, 3.2 §4.26), those of a `$ref` and of its target taken together. */
export interface XmlFacts {
  readonly name?: string
  readonly prefix?: string
  readonly namespace?: string
  /** `attribute: true` is an attribute, an array that is `wrapped` an element. */
  readonly nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none'
  /** The component a `$ref` names: the name of an element that has no other. */
  readonly component?: string
}

/** JSON types as bits; a `number` is an integer or a fraction. */
export const types = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 12,
  string: 16,
  /** What a single text can stand for. */
  scalar: 30,
  array: 32,
  object: 64,
  any: 127,
} as const

const anything: Shape = {
  types: types.any,
  names: [],
  open: true,
  binary: false,
  required: [],
  xml: {},
  items: () => anything,
  member: () => anything,
}

/** The shape that a schema asks for; `allOf` narrows it, `anyOf` and `oneOf` are alternatives. */
export function shapeOf(
  node: SchemaNode | undefined,
  resolve: Resolve,
  above: readonly Schema[] = [],
): Shape {
  if (node === undefined) return anything
  const schema = resolve(node)
  if (typeof schema === 'boolean' || above.includes(schema)) return anything
  const target = { schema, pointer: node.pointer }
  const shapesOf = (keyword: string): Shape[] =>
    branches(target, keyword).map((branch) => shapeOf(branch, resolve, [...above, schema]))
  const alternatives = [shapesOf('anyOf'), shapesOf('oneOf')].filter((shapes) => shapes.length > 0)
  const parts = [...shapesOf('allOf'), ...alternatives.map((shapes) => shapes.reduce(either))]
  const shape = parts.reduce(both, ownShape(target, schema, resolve))
  return own(node.schema, '$ref') === undefined ? shape : referredTo(node.schema, shape)
}

/** What stands beside the `$ref` counts before what its target says. */
function referredTo(reference: Schema, shape: Shape): Shape {
  const [, component] = /^#\/components\/schemas\/([^/]+)$/.exec(String(own(reference, '$ref'))) ?? []
  const xml = { ...shape.xml, ...xmlOf(reference), ...(component !== undefined && { component }) }
  return { ...shape, xml }
}

/** What the schema says by its own keywords. */
function ownShape(node: SchemaNode, schema: Keywords, resolve: Resolve): Shape {
  const properties = own(schema, 'properties')
  const additional = own(schema, 'additionalProperties')
  const names = isObject(properties) ? Object.keys(properties) : []
  return remembering({
    types: ownTypes(schema),
    names,
    open: names.length === 0 || (additional !== undefined && additional !== false),
    binary: isBinary(schema),
    required: requiredBy(schema),
    xml: xmlOf(schema),
    items: () => shapeOf(subschema(node, 'items'), resolve),
    member: (name) =>
      shapeOf(
        names.includes(name) ? subschema(node, 'properties', name) : subschema(node, 'additionalProperties'),
        resolve,
      ),
  })
}

type Keywords = Exclude<Schema, boolean>

function both(a: Shape, b: Shape): Shape {
  return remembering({
    types: a.types & b.types,
    names: [...new Set([...a.names, ...b.names])],
    open: a.open && b.open,
    binary: a.binary || b.binary,
    required: [...a.required, ...b.required],
    xml: { ...withoutComponent(b.xml), ...a.xml },
    items: () => both(a.items(), b.items()),
    member: (name) => both(a.member(name), b.member(name)),
  })
}

function either(a: Shape, b: Shape): Shape {
  return remembering({
    types: a.types | b.types,
    names: [...new Set([...a.names, ...b.names])],
    open: a.open || b.open,
    binary: a.binary || b.binary,
    required: a.required.filter((name) => b.required.includes(name)),
    xml: common(a.xml, b.xml),
    items: () =>
      eitherPart(
        a,
        b,
        (shape) => (shape.types & types.array) !== 0,
        (shape) => shape.items(),
      ),
    member: (name) =>
      eitherPart(
        a,
        b,
        (shape) => shape.names.includes(name),
        (shape) => shape.member(name),
      ),
  })
}

/** A part of a whole does not name it. */
function withoutComponent(xml: XmlFacts): XmlFacts {
  return Object.fromEntries(Object.entries(xml).filter(([name]) => name !== 'component'))
}

/** What alternatives do not disagree about. */
function common(a: XmlFacts, b: XmlFacts): XmlFacts {
  const all = { ...b, ...a }
  const agreed = Object.entries(all).filter(([name, value]) => (own(b, name) ?? value) === value)
  return withoutComponent(Object.fromEntries(agreed))
}

/** Of a part that only one alternative knows the other has nothing to say, even if it allows it. */
function eitherPart(
  a: Shape,
  b: Shape,
  knows: (shape: Shape) => boolean,
  part: (shape: Shape) => Shape,
): Shape {
  if (knows(a) === knows(b)) return either(part(a), part(b))
  return part(knows(a) ? a : b)
}

/** Schemas may be recursive, so that parts are looked at when asked for; then they are kept. */
function remembering(shape: Shape): Shape {
  const members = new Map<string, Shape>()
  let items: Shape | undefined
  return {
    ...shape,
    items: () => (items ??= shape.items()),
    member(name) {
      const known = members.get(name)
      if (known !== undefined) return known
      const member = shape.member(name)
      if (shape.names.includes(name)) members.set(name, member)
      return member
    },
  }
}

function requiredBy(schema: Keywords): readonly string[] {
  const required = own(schema, 'required')
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

const nodeTypes = ['element', 'attribute', 'text', 'cdata', 'none'] as const

function xmlOf(schema: Schema): XmlFacts {
  const xml = own(schema, 'xml')
  if (!isObject(xml)) return noXml
  const [name, prefix, namespace] = ['name', 'prefix', 'namespace'].map((key) => ownText(xml, key))
  const flag = xml['attribute'] === true ? 'attribute' : xml['wrapped'] === true ? 'element' : undefined
  const nodeType = nodeTypes.find((type) => type === xml['nodeType']) ?? flag
  return {
    ...(name !== undefined && { name }),
    ...(prefix !== undefined && { prefix }),
    ...(namespace !== undefined && { namespace }),
    ...(nodeType !== undefined && { nodeType }),
  }
}

const noXml: XmlFacts = {}

function isBinary(schema: Keywords): boolean {
  const isMedia =
    own(schema, 'contentMediaType') !== undefined && own(schema, 'contentEncoding') === undefined
  return isMedia || own(schema, 'format') === 'binary'
}

function ownTypes(schema: Keywords): number {
  const type = own(schema, 'type')
  if (type !== undefined) {
    const declared = (Array.isArray(type) ? type : [type]).map(bitOfType)
    return union(own(schema, 'nullable') === true ? [...declared, types.null] : declared)
  }
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : own(schema, 'enum')
  if (Array.isArray(values) && values.length > 0) return union(values.map(bitOfValue))
  return impliedTypes(schema)
}

/** Without `type`, documents that give properties mean an object, and those that give items an array. */
function impliedTypes(schema: Keywords): number {
  if (isObject(own(schema, 'properties')) || isObject(own(schema, 'additionalProperties')))
    return types.object
  return own(schema, 'items') === undefined ? types.any : types.array
}

function union(bits: readonly number[]): number {
  return bits.reduce((a, b) => a | b, 0)
}

function bitOfType(name: unknown): number {
  return bitsByName.get(name) ?? types.any
}

const bitsByName = new Map<unknown, number>(
  (['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const).map((name) => [
    name,
    types[name],
  ]),
)

function bitOfValue(value: unknown): number {
  if (value === null) return types.null
  if (Array.isArray(value)) return types.array
  if (typeof value === 'number') return Number.isInteger(value) ? types.integer : types.number
  return typeof value === 'bigint' ? types.integer : bitOfType(typeof value)
}
