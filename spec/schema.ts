import type { Document, Pointer, Schema, SchemaNode } from './document.ts'
import { schemaFeatures } from './schemas/features.ts'
import { follow, refTarget, valueAt } from './reading/refs.ts'
import { isObject, setOwn } from './util/object.ts'
import { stringifyJson, type Json } from './json.ts'
import { getOrInsertComputed, memo } from './util/memo.ts'
import { appendPointer } from './json/pointer.ts'
import { keywords } from './schemas/keywords.ts'
import { isSchema } from './schemas/subschemas.ts'

/** Requests omit `readOnly` properties, responses omit `writeOnly` ones (OpenAPI 3.0.4 §4.7.24.1). */
export type View = 'request' | 'response'

/** A JSON Schema 2020-12 schema that is safe to compile: nothing in it makes ajv throw. */
export type JsonSchema = boolean | Record<string, unknown>

/** Converts the Schema Objects of one document to JSON Schema. */
export interface SchemaConverter {
  /** Converts a schema, once per pointer. Every `$ref` in the result is the pointer of its target. */
  convert(node: SchemaNode): Converted
  /** The schema at a pointer; undefined when there is none. */
  nodeAt(pointer: Pointer): SchemaNode | undefined
  /** The pointer of the Schema Object that a converted (sub)schema was made from. */
  originOf(schema: object): Pointer | undefined
}

interface Converted {
  readonly schema: JsonSchema
  /** The schemas it refers to. */
  readonly references: readonly Pointer[]
  /** Keywords that were left out because their value is invalid, as sentences. */
  readonly problems: readonly string[]
}

const converters = new WeakMap<Document, Partial<Record<View, SchemaConverter>>>()

/** The converter of a document and view: one is shared by both views where they do not differ. Cached. */
export function createSchemaConverter(document: Document, view: View): SchemaConverter {
  const key = schemaFeatures(document).viewsDiffer ? view : 'request'
  const ofDocument = getOrInsertComputed(
    converters,
    document,
    (): Partial<Record<View, SchemaConverter>> => ({}),
  )
  return (ofDocument[key] ??= converterOf(document, key))
}

/** Schemas cached by pointer: a `oneOf` of hundreds looks up each of them for every value it refuses. */
const maxCachedNodes = 5_000

function converterOf(document: Document, view: View): SchemaConverter {
  const converted = new Map<Pointer, Converted>()
  const origins = new WeakMap<object, Pointer>()
  const is30 = document.version === '3.0'

  const nodeAt = memo((pointer: Pointer): SchemaNode | undefined => {
    const schema = valueAt(document, pointer)
    return isSchema(schema) ? { schema, pointer } : undefined
  }, maxCachedNodes)

  const convert = (node: SchemaNode): Converted => {
    const known = converted.get(node.pointer)
    if (known) return known
    const conversion = new Conversion()
    const result = {
      schema: conversion.schema(node.schema, node.pointer, new Set()),
      references: [...conversion.references],
      problems: conversion.problems,
    }
    converted.set(node.pointer, result)
    return result
  }

  /** Converts one schema, its subschemas included. */
  class Conversion {
    readonly references: Set<Pointer> = new Set()
    readonly problems: string[] = []

    /** @param optional properties that a schema which contains this one in its `allOf` makes optional */
    schema(schema: Schema, pointer: Pointer, optional: ReadonlySet<string>): JsonSchema {
      if (typeof schema === 'boolean') return schema
      const result: Record<string, unknown> = {}
      origins.set(result, pointer)
      const reference = schema['$ref'] ?? (is30 ? undefined : schema['$dynamicRef'])
      if (typeof reference === 'string') this.reference(result, reference, pointer)
      if (is30 && typeof reference === 'string') return result
      const optionalHere = union(optional, optionalProperties(document, schema, view))
      for (const [name, given] of Object.entries(schema))
        this.keyword(result, name, given, pointer, optionalHere)
      if (is30) this.keywordsOf30(result, schema)
      return result
    }

    reference(result: Record<string, unknown>, reference: string, pointer: Pointer): void {
      const target = refTarget(document, reference)
      if (!target || !isSchema(target.value)) {
        this.problems.push(`${pointer}: The target of the $ref '${reference}' is not a schema.`)
        return
      }
      this.references.add(target.pointer)
      result['$ref'] = target.pointer
    }

    keyword(
      result: Record<string, unknown>,
      name: string,
      given: unknown,
      pointer: Pointer,
      optional: ReadonlySet<string>,
    ): void {
      const at = appendPointer(pointer, name)
      if (name === 'items' && Array.isArray(given))
        return this.keyword(result, 'prefixItems', given, pointer, optional)
      if (name === 'nullable' || !Object.hasOwn(keywords, name)) return
      if (is30 && (name === 'exclusiveMinimum' || name === 'exclusiveMaximum') && typeof given === 'boolean')
        return
      const keyword = keywords[name]
      if (!keyword?.accepts(given)) {
        this.problems.push(`${at}: ${preview(given)} is not a valid value for '${name}'.`)
        return
      }
      if (keyword.kind === 'schema') setOwn(result, name, this.schema(given as Schema, at, new Set()))
      else if (keyword.kind === 'schemas')
        result[name] = (given as Schema[]).map((item, index) =>
          this.schema(item, appendPointer(at, String(index)), name === 'allOf' ? optional : new Set()),
        )
      else if (keyword.kind === 'map') setOwn(result, name, this.map(given as Record<string, Schema>, at))
      else if (name === 'required')
        result[name] = (given as string[]).filter(
          (property, index, all) => !optional.has(property) && all.indexOf(property) === index,
        )
      else setOwn(result, name, given)
    }

    map(schemas: Record<string, Schema>, pointer: Pointer): Record<string, JsonSchema> {
      const result: Record<string, JsonSchema> = {}
      for (const [name, schema] of Object.entries(schemas)) {
        setOwn(result, name, this.schema(schema, appendPointer(pointer, name), new Set()))
      }
      return result
    }

    /** OpenAPI 3.0.4 §4.7.24: `nullable` has an effect only beside `type`, and the exclusive bounds are booleans. */
    keywordsOf30(result: Record<string, unknown>, schema: Exclude<Schema, boolean>): void {
      if (schema['nullable'] === true && typeof result['type'] === 'string')
        result['type'] = [result['type'], 'null']
      for (const bound of ['Minimum', 'Maximum'] as const) {
        const plain = bound.toLowerCase()
        if (schema[`exclusive${bound}`] !== true || !(plain in result)) continue
        result[`exclusive${bound}`] = result[plain]
        delete result[plain]
      }
    }
  }

  return { convert, nodeAt, originOf: (schema) => origins.get(schema) }
}

/** Properties that the view does not require: `readOnly` ones in a request, `writeOnly` ones in a response. */
function optionalProperties(
  document: Document,
  schema: Exclude<Schema, boolean>,
  view: View,
): ReadonlySet<string> {
  const flag = view === 'request' ? 'readOnly' : 'writeOnly'
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const collect = (part: unknown): void => {
    if (!isObject(part) || seen.has(part)) return
    seen.add(part)
    // The property may be declared elsewhere than it is required: `required` beside `allOf: [{$ref}]`.
    if ('$ref' in part) collect(follow(document, { value: part, pointer: '#' })?.value)
    for (const [name, property] of Object.entries(isObject(part['properties']) ? part['properties'] : {})) {
      if (hasFlag(document, property, flag)) names.add(name)
    }
    if (Array.isArray(part['allOf'])) part['allOf'].forEach(collect)
  }
  collect(schema)
  return names
}

/** Whether the property's schema, or the one it refers to, has the flag. */
function hasFlag(document: Document, property: unknown, flag: string): boolean {
  if (!isObject(property)) return false
  if (property[flag] === true) return true
  const target = follow(document, { value: property, pointer: '#' })?.value
  return isObject(target) && target[flag] === true
}

function union(first: ReadonlySet<string>, second: ReadonlySet<string>): ReadonlySet<string> {
  if (first.size === 0) return second
  return second.size === 0 ? first : new Set([...first, ...second])
}

function preview(value: unknown): string {
  const text = stringifyJson((value ?? null) as Json)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
