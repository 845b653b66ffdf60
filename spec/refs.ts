import { follow, valueAt } from './follow.ts'
import { isObject, own } from './object.ts'
import type { Json } from './json.ts'
import { appendPointer } from './pointer.ts'
import type { Document, Pointer, Schema, SchemaNode } from './document.ts'

/** A JSON Schema type name: `integer` is told apart from `number`. */
export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string'

/**
 * The schema a node stands for, its chain of `$ref`s followed; keywords beside a `$ref` are left behind.
 * A chain that ends nowhere, or never, gives the schema `true`, which allows everything.
 */
export function resolveRef(document: Document, node: SchemaNode): SchemaNode {
  const ref = own(node.schema, '$ref')
  if (typeof ref !== 'string') return node
  return once(knownOf(document).target, ref, () => {
    const found = follow(document, { value: node.schema, pointer: node.pointer })
    return found && isSchema(found.value)
      ? { schema: found.value, pointer: found.pointer }
      : { schema: true, pointer: ref }
  })
}

/** The schema that one of nothing but a `$ref` leads to: all that refer to it are the same to those who work on it. */
export function soleTargetOf(document: Document, node: SchemaNode): SchemaNode | undefined {
  if (typeof own(node.schema, '$ref') !== 'string' || Object.keys(node.schema).length > 1) return undefined
  const target = resolveRef(document, node)
  return typeof target.schema === 'boolean' ? undefined : target
}

/** Where the document keeps schemas by name. */
export const components: Pointer = '#/components/schemas'

/** The schemas of the document's components, in its order. */
export function componentSchemas(document: Document): readonly SchemaNode[] {
  const schemas = valueAt(document, components)
  return Object.entries(isObject(schemas) ? schemas : {}).flatMap(([name, schema]) =>
    isSchema(schema) ? [{ schema, pointer: appendPointer(components, name) }] : [],
  )
}

/**
 * The properties a schema names, through `$ref` and `allOf`; where two name the same one, the nearer to `node` wins.
 * Nodes are as written: follow them with {@link resolveRef}.
 */
export function propertiesOf(document: Document, node: SchemaNode): ReadonlyMap<string, SchemaNode> {
  return once(knownOf(document).properties, node.schema, () => collect(document, node, ['allOf']))
}

/** As {@link propertiesOf}, and those a value may have by `oneOf` or `anyOf`. */
export function possiblePropertiesOf(document: Document, node: SchemaNode): ReadonlyMap<string, SchemaNode> {
  return once(knownOf(document).possible, node.schema, () =>
    collect(document, node, ['allOf', 'oneOf', 'anyOf']),
  )
}

/** The schema of a property of a property, and so on; undefined where none is named so. */
export function propertyAt(
  document: Document,
  node: SchemaNode | undefined,
  path: readonly string[],
): SchemaNode | undefined {
  return path.reduce((at, name) => at && possiblePropertiesOf(document, at).get(name), node)
}

/** The properties a value must have, through `$ref` and `allOf`. */
export function requiredOf(document: Document, node: SchemaNode): Set<string> {
  const names = partsOf(document, node, ['allOf']).flatMap(({ schema }) => own(schema, 'required') ?? [])
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** The schema of an array's items, through `$ref` and `allOf`; undefined when none is given. */
export function itemsOf(document: Document, node: SchemaNode): SchemaNode | undefined {
  for (const part of partsOf(document, node, ['allOf'])) {
    const items = subschema(part, 'items')
    if (items !== undefined) return items
  }
  return undefined
}

/** The schema of an array's items, and of any other value its own. */
export function itemOf(document: Document, node: SchemaNode): SchemaNode {
  return itemsOf(document, node) ?? node
}

/**
 * The types a value may have, through `$ref`, `allOf`, `oneOf` and `anyOf`; empty when anything may come.
 * A schema without `type` that has `properties` is taken for an object, one with `items` for an array: documents mean it so.
 */
export function typesOf(document: Document, node: SchemaNode): ReadonlySet<TypeName> {
  return once(knownOf(document).types, node.schema, () => theSame(typesWithin(document, node, new Map())))
}

/** Whether a value of these types may be a number. */
export function isNumeric(types: ReadonlySet<TypeName>): boolean {
  return types.has('integer') || types.has('number')
}

const typeSets = new Map<string, ReadonlySet<TypeName>>()

/** One set for all that have the same types: they are kept for each schema, and no document has many kinds. */
function theSame(types: Types): ReadonlySet<TypeName> {
  const key = JSON.stringify([...(types ?? [])])
  const known = typeSets.get(key)
  if (known) return known
  const set = types ?? new Set<TypeName>()
  if (typeSets.size < 1000) typeSets.set(key, set)
  return set
}

const noProperties: ReadonlyMap<string, SchemaNode> = new Map()

/** The schema and all it is put together from by `$ref` and these keywords, nearest first; each once. */
export function partsOf(
  document: Document,
  node: SchemaNode,
  keywords: readonly ('allOf' | 'oneOf' | 'anyOf')[],
): readonly SchemaNode[] {
  const parts = new Map<Pointer, SchemaNode>()
  const add = (next: SchemaNode): void => {
    if (parts.has(next.pointer)) return
    parts.set(next.pointer, next)
    if (own(next.schema, '$ref') !== undefined) add(resolveRef(document, next))
    for (const keyword of keywords) branches(next, keyword).forEach(add)
  }
  add(node)
  return [...parts.values()].filter((part) => isWhole(document, part))
}

/** The values that a schema lists. */
export function valuesIn(document: Document, node: SchemaNode): readonly Json[] {
  const [values = []] = partsOf(document, node, ['allOf']).flatMap(({ schema }) => {
    const listed = own(schema, 'enum')
    return Array.isArray(listed) ? [listed as readonly Json[]] : []
  })
  return values
}

/** The schema a keyword of a schema holds; undefined when it holds none. */
export function subschema(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode | undefined {
  const schema = tokens.reduce<unknown>((value, token) => own(value, String(token)), node.schema)
  return isSchema(schema) ? { schema, pointer: tokens.reduce(appendPointer, node.pointer) } : undefined
}

/** Whether a value can be a Schema Object, whatever its keywords hold. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value)
}

/** In 3.0 what stands beside a `$ref` is ignored (OpenAPI 3.0.4 §4.7.23); later it counts. */
function isWhole(document: Document, { schema }: SchemaNode): boolean {
  return document.version !== '3.0' || own(schema, '$ref') === undefined
}

/** The schemas of a keyword that holds a list of them. */
export function branches(node: SchemaNode, keyword: string): readonly SchemaNode[] {
  const list = own(node.schema, keyword)
  if (!Array.isArray(list)) return []
  return list.flatMap((_, index) => subschema(node, keyword, index) ?? [])
}

function collect(
  document: Document,
  node: SchemaNode,
  keywords: readonly ('allOf' | 'oneOf' | 'anyOf')[],
): ReadonlyMap<string, SchemaNode> {
  const properties = new Map<string, SchemaNode>()
  for (const part of partsOf(document, node, keywords)) {
    const named = own(part.schema, 'properties')
    for (const name of isObject(named) ? Object.keys(named) : []) {
      const property = subschema(part, 'properties', name)
      if (property !== undefined && !properties.has(name)) properties.set(name, property)
    }
  }
  return properties.size === 0 ? noProperties : properties
}

interface Known {
  readonly target: Map<unknown, SchemaNode>
  readonly properties: Map<unknown, ReadonlyMap<string, SchemaNode>>
  readonly possible: Map<unknown, ReadonlyMap<string, SchemaNode>>
  readonly types: Map<unknown, ReadonlySet<TypeName>>
}

const known = new WeakMap<Document, Known>()

/** Of each fact, for so many schemas: a large document has far more, and most are looked at for a while only. */
const mostKnown = 40_000

/** Documents do not change: what was found out once about a `$ref` or a schema holds as long as its document. */
function knownOf(document: Document): Known {
  const before = known.get(document)
  if (before) return before
  const facts = { target: new Map(), properties: new Map(), possible: new Map(), types: new Map() }
  known.set(document, facts)
  return facts
}

function once<T>(kept: Map<unknown, T>, key: unknown, compute: () => T): T {
  const before = kept.get(key)
  if (before !== undefined) return before
  const value = compute()
  if (kept.size >= mostKnown) kept.clear()
  kept.set(key, value)
  return value
}

type Types = ReadonlySet<TypeName> | undefined

/** `found`: by pointer; what is still being looked at is there as undefined, so that it says nothing of itself. */
function typesWithin(document: Document, node: SchemaNode, found: Map<Pointer, Types>): Types {
  const target = resolveRef(document, node)
  if (!isObject(target.schema)) return undefined
  if (found.has(target.pointer)) return found.get(target.pointer)
  found.set(target.pointer, undefined)
  const types = [
    declaredTypes(target.schema),
    ...branches(target, 'allOf').map((branch) => typesWithin(document, branch, found)),
    ...(['oneOf', 'anyOf'] as const).map((keyword) =>
      union(branches(target, keyword).map((branch) => typesWithin(document, branch, found))),
    ),
  ]
  const result = types.reduce(intersection, undefined) ?? impliedTypes(target.schema)
  found.set(target.pointer, result)
  return result
}

function declaredTypes(schema: Readonly<Record<string, unknown>>): Types {
  const { type, nullable, enum: values } = schema
  if (typeof type === 'string')
    return new Set(nullable === true ? [type as TypeName, 'null'] : [type as TypeName])
  if (Array.isArray(type)) return new Set(type.filter((name) => typeof name === 'string') as TypeName[])
  if (Object.hasOwn(schema, 'const')) return new Set([typeOfValue(schema['const'])])
  return Array.isArray(values) && values.length > 0 ? new Set(values.map(typeOfValue)) : undefined
}

function impliedTypes(schema: Readonly<Record<string, unknown>>): Types {
  if (isObject(schema['properties']) || isObject(schema['additionalProperties'])) return new Set(['object'])
  return schema['items'] === undefined ? undefined : new Set(['array'])
}

/** The type of a value of a schema: not of a bigint, which is an integer. */
export function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as TypeName
}

function union(types: readonly Types[]): Types {
  if (types.length === 0) return undefined
  const all = types.map((each) => (each === undefined ? [] : [...each]))
  return types.includes(undefined) ? undefined : new Set(all.flat())
}

function intersection(one: Types, other: Types): Types {
  if (one === undefined || other === undefined) return one ?? other
  const both = [...one].filter((type) => other.has(type) || (type === 'integer' && other.has('number')))
  return new Set(one.has('number') && other.has('integer') ? [...both, 'integer'] : both)
}
