import type { Document, Pointer, SchemaNode } from '../document.ts'
import type { Json } from '../json.ts'
import { isObject, own } from '../util/object.ts'
import { describedBy } from './described.ts'
import { createDocumentCache } from './document-cache.ts'
import { branches, keywordOf, partsOf, resolveRef } from './subschemas.ts'

/** A JSON Schema type name; `integer` is distinguished from `number`. */
export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string'

/** Undefined: any type. */
type Types = ReadonlySet<TypeName> | undefined

const cachedTypes = createDocumentCache<ReadonlySet<TypeName>>()

/**
 * The types a value may have, through `$ref`, `allOf`, `oneOf` and `anyOf`; empty when any type is allowed.
 * A schema without `type` is taken for an object if it has `properties`, and for an array if it has `items`, as authors mean it.
 */
export function typesOf(document: Document, node: SchemaNode): ReadonlySet<TypeName> {
  return cachedTypes(document, node.schema, () => interned(typesWithin(document, node, new Map())))
}

/** Whether a value of these types may be a number. */
export function isNumeric(types: ReadonlySet<TypeName>): boolean {
  return types.has('integer') || types.has('number')
}

/**
 * The format of a schema's values, or that of its only alternative beside null, as generated documents have it. Without the keyword, the
 * description may tell it.
 */
export function formatOf(document: Document, node: SchemaNode): unknown {
  const own = keywordOf(document, node, 'format')
  if (own !== undefined) return own
  const target = resolveRef(document, node)
  const [only, ...others] = [...branches(target, 'anyOf'), ...branches(target, 'oneOf')].filter(
    (each) => !isNull(typesOf(document, each)),
  )
  return only && others.length === 0 ? keywordOf(document, only, 'format') : describedBy(target.schema).format
}

const isNull = (types: ReadonlySet<TypeName>): boolean => types.size === 1 && types.has('null')

/** Whether values are dates with a time, such as `2030-12-06T11:00:00Z`. */
export function isDateTime(document: Document, node: SchemaNode): boolean {
  return formatOf(document, node) === 'date-time'
}

/** Whether values are ordered: numbers, dates and times. */
export function isOrdered(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  if (isNumeric(types)) return true
  return types.has('string') && /^date(?:-time)?$/.test(String(formatOf(document, node)))
}

/** The type of a value, as far as schemas list them: bigints do not occur in a document. */
export function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as TypeName
}

/**
 * The values of the nearest `enum`, through `$ref` and `allOf`, or those that the description lists; empty when there are none. A union
 * of such schemas and of constants, as generated documents have it, has the values of all, without null.
 */
export function enumValues(document: Document, node: SchemaNode): readonly Json[] {
  return (
    listedValues(document, node, new Set()) ?? describedBy(resolveRef(document, node).schema).values ?? []
  )
}

/** @param seen the schemas that a union is part of, so that one which refers to itself has no values */
function listedValues(
  document: Document,
  node: SchemaNode,
  seen: ReadonlySet<unknown>,
): readonly Json[] | undefined {
  for (const part of partsOf(document, node, ['allOf'])) {
    const listed = own(part.schema, 'enum')
    if (Array.isArray(listed)) return listed as readonly Json[]
    const values = seen.has(part.schema)
      ? undefined
      : unionValues(document, part, new Set([...seen, part.schema]))
    if (values) return values
  }
  return undefined
}

function unionValues(
  document: Document,
  node: SchemaNode,
  seen: ReadonlySet<unknown>,
): readonly Json[] | undefined {
  const values: Json[] = []
  for (const branch of [...branches(node, 'anyOf'), ...branches(node, 'oneOf')]) {
    const { schema } = resolveRef(document, branch)
    const constant = own(schema, 'const') as Json | undefined
    const ownValues = constant === undefined ? listedValues(document, branch, seen) : [constant]
    if (!ownValues && own(schema, 'type') !== 'null') return undefined
    values.push(...(ownValues ?? []).filter((value) => value !== null))
  }
  return values.length > 0 ? values : undefined
}

const typeSets = new Map<string, ReadonlySet<TypeName>>()

/** One shared set per combination of types: a set is kept for every schema, and the combinations are few. */
function interned(types: Types): ReadonlySet<TypeName> {
  const key = JSON.stringify([...(types ?? [])])
  const known = typeSets.get(key)
  if (known) return known
  const set = types ?? new Set<TypeName>()
  if (typeSets.size < 1000) typeSets.set(key, set)
  return set
}

/**
 * @param known types by pointer; a schema still being worked on is in it as undefined, so that one which refers to itself
 *   adds nothing
 */
function typesWithin(document: Document, node: SchemaNode, known: Map<Pointer, Types>): Types {
  const target = resolveRef(document, node)
  if (!isObject(target.schema)) return undefined
  if (known.has(target.pointer)) return known.get(target.pointer)
  known.set(target.pointer, undefined)
  const types = [
    declaredTypes(target.schema),
    ...branches(target, 'allOf').map((branch) => typesWithin(document, branch, known)),
    ...(['oneOf', 'anyOf'] as const).map((keyword) =>
      union(branches(target, keyword).map((branch) => typesWithin(document, branch, known))),
    ),
  ]
  const result = types.reduce(intersection, undefined) ?? impliedTypes(target.schema)
  known.set(target.pointer, result)
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

function union(alternatives: readonly Types[]): Types {
  if (alternatives.length === 0) return undefined
  const all = alternatives.map((types) => (types === undefined ? [] : [...types]))
  return alternatives.includes(undefined) ? undefined : new Set(all.flat())
}

function intersection(one: Types, other: Types): Types {
  if (one === undefined || other === undefined) return one ?? other
  const both = [...one].filter((type) => other.has(type) || (type === 'integer' && other.has('number')))
  return new Set(one.has('number') && other.has('integer') ? [...both, 'integer'] : both)
}
