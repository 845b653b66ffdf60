import type { Document, Pointer, Schema } from '../document.ts'
import { stringifyJson, type Json } from '../json.ts'
import { appendPointer } from '../json/pointer.ts'
import { follow, refTarget } from '../json/refs.ts'
import type { JsonSchema, View } from '../schema.ts'
import { isObject, setOwn } from '../util/object.ts'
import { keywords } from './keywords.ts'
import { isSchema } from './subschemas.ts'

/** Converts one schema, its subschemas included. */
export class Conversion {
  readonly references: Set<Pointer> = new Set()
  readonly problems: string[] = []
  private readonly document: Document
  private readonly view: View
  private readonly origins: WeakMap<object, Pointer>
  private readonly is30: boolean

  /** @param origins receives the pointer of the Schema Object that each converted (sub)schema is made from */
  constructor(document: Document, view: View, origins: WeakMap<object, Pointer>) {
    this.document = document
    this.view = view
    this.origins = origins
    this.is30 = document.version === '3.0'
  }

  /** @param optional properties that a schema which contains this one in its `allOf` makes optional */
  schema(schema: Schema, pointer: Pointer, optional: ReadonlySet<string>): JsonSchema {
    if (typeof schema === 'boolean') return schema
    const result: Record<string, unknown> = {}
    this.origins.set(result, pointer)
    const reference = schema['$ref'] ?? (this.is30 ? undefined : schema['$dynamicRef'])
    if (typeof reference === 'string') this.reference(result, reference, pointer)
    if (this.is30 && typeof reference === 'string') return result
    const optionalHere = union(optional, optionalProperties(this.document, schema, this.view))
    for (const [name, given] of Object.entries(schema))
      this.keyword(result, name, given, pointer, optionalHere)
    if (this.is30) this.keywordsOf30(result, schema)
    return result
  }

  private reference(result: Record<string, unknown>, reference: string, pointer: Pointer): void {
    const target = refTarget(this.document, reference)
    if (!target || !isSchema(target.value)) {
      this.problems.push(`${pointer}: The target of the $ref '${reference}' is not a schema.`)
      return
    }
    this.references.add(target.pointer)
    result['$ref'] = target.pointer
  }

  private keyword(
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
    if (
      this.is30 &&
      (name === 'exclusiveMinimum' || name === 'exclusiveMaximum') &&
      typeof given === 'boolean'
    )
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

  private map(schemas: Record<string, Schema>, pointer: Pointer): Record<string, JsonSchema> {
    const result: Record<string, JsonSchema> = {}
    const isPatchOperation = Object.hasOwn(schemas, 'op') && Object.hasOwn(schemas, 'path')
    for (const [name, given] of Object.entries(schemas)) {
      const schema = isPatchOperation && name === 'value' ? ofAnyType(given) : given
      setOwn(result, name, this.schema(schema, appendPointer(pointer, name), new Set()))
    }
    return result
  }

  /** OpenAPI 3.0.4 §4.7.24: `nullable` has an effect only beside `type`, and the exclusive bounds are booleans. */
  private keywordsOf30(result: Record<string, unknown>, schema: Exclude<Schema, boolean>): void {
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

/**
 * The value in an operation of a JSON Patch (RFC 6902 §4) may be any: generators write `object` for that, the base of all types in
 * languages such as C#.
 */
function ofAnyType(schema: Schema): Schema {
  if (typeof schema === 'boolean' || schema['type'] !== 'object') return schema
  const { type: _, ...others } = schema
  return ['properties', 'additionalProperties', 'allOf', 'required'].some((name) => name in schema)
    ? schema
    : others
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
