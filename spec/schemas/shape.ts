import type { Schema, SchemaNode } from '../document.ts'
import { isObject, own } from '../util/object.ts'
import { branches, subschema } from './subschemas.ts'
import { commonXml, withoutComponent, xmlOf, type XmlFacts } from './xml-object.ts'

/** Resolves the `$ref` of a schema, if it has one. */
export type Resolve = (node: SchemaNode) => Schema

/** The types a schema allows for a value and its parts: what is needed to read a value from text, or to write it as text. */
export interface Shape {
  /** The allowed types, a union of {@link types}; `types.any` when unknown. */
  readonly types: number
  /** Names of the declared properties. */
  readonly names: readonly string[]
  /** Whether properties of other names are expected: `additionalProperties` is set, or no properties are declared. */
  readonly open: boolean
  /** Whether a string is bytes, not text: `format: binary`, or `contentMediaType` without `contentEncoding` (OpenAPI 3.2 §4.3.3). */
  readonly binary: boolean
  /** Names of required properties. */
  readonly required: readonly string[]
  /** How the value is represented in XML. */
  readonly xml: XmlFacts
  items(): Shape
  member(name: string): Shape
}

/** JSON types as bits; `number` includes `integer`. */
export const types = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 12,
  string: 16,
  /** Any type that a single text can represent. */
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

/** The shape of a schema's values: `allOf` narrows it, `anyOf` and `oneOf` are alternatives. Recursion ends at any type. */
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
  return own(node.schema, '$ref') === undefined ? shape : withReference(node.schema, shape)
}

/** Adds the component's name, and the XML Object beside the `$ref`, which overrides that of the target. */
function withReference(reference: Schema, shape: Shape): Shape {
  const [, component] = /^#\/components\/schemas\/([^/]+)$/.exec(String(own(reference, '$ref'))) ?? []
  const xml = { ...shape.xml, ...xmlOf(reference), ...(component !== undefined && { component }) }
  return { ...shape, xml }
}

/** The shape by the schema's own keywords. */
function ownShape(node: SchemaNode, schema: Keywords, resolve: Resolve): Shape {
  const properties = own(schema, 'properties')
  const additional = own(schema, 'additionalProperties')
  const names = isObject(properties) ? Object.keys(properties) : []
  return cached({
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
  return cached({
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
  return cached({
    types: a.types | b.types,
    names: [...new Set([...a.names, ...b.names])],
    open: a.open || b.open,
    binary: a.binary || b.binary,
    required: a.required.filter((name) => b.required.includes(name)),
    xml: commonXml(a.xml, b.xml),
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

/** A part that only one alternative declares has that one's shape, even if the other allows any. */
function eitherPart(
  a: Shape,
  b: Shape,
  declares: (shape: Shape) => boolean,
  part: (shape: Shape) => Shape,
): Shape {
  if (declares(a) === declares(b)) return either(part(a), part(b))
  return part(declares(a) ? a : b)
}

/** Caches the shapes of parts, which are determined when asked for: schemas may be recursive. */
function cached(shape: Shape): Shape {
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

/** Without `type`, a schema with properties is meant to be an object, and one with items an array. */
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
