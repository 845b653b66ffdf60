import type { Document, Pointer, Schema, SchemaNode } from './document.ts'
import { flagsOf } from './schemas/flags.ts'
import { follow, refTarget, valueAt } from './reading/refs.ts'
import { isObject, setOwn } from './util/object.ts'
import { stringifyJson, type Json } from './json.ts'
import { memo } from './util/memo.ts'
import { toPattern } from './patterns/pattern.ts'
import { appendPointer } from './json/pointer.ts'
import { isSchema } from './schemas/subschemas.ts'

/** Requests omit `readOnly` properties, responses omit `writeOnly` ones (OpenAPI 3.0.4 §4.7.24.1). */
export type View = 'request' | 'response'

/** A JSON Schema 2020-12 document, safe to compile: nothing in it makes ajv throw. */
export type JsonSchema = boolean | Record<string, unknown>

/** Converted schemas by pointer, each with the pointers it refers to. */
export interface SchemaConverter {
  /** Converts the schema at `pointer` once. References are the pointers of their targets. */
  convert(node: SchemaNode): Converted
  /** The node a pointer leads to; undefined when nothing stands there. */
  nodeAt(pointer: Pointer): SchemaNode | undefined
  /** Where in the document a converted (sub)schema came from. */
  originOf(schema: object): Pointer | undefined
}

interface Converted {
  readonly schema: JsonSchema
  readonly references: readonly Pointer[]
  /** What in the schema makes no sense and was left out, as sentences. */
  readonly problems: readonly string[]
}

type Kind = 'schema' | 'schemas' | 'map' | 'value'
interface Keyword {
  readonly kind: Kind
  readonly accepts: (value: unknown) => boolean
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])
const isTypeName = (value: unknown): boolean => typeof value === 'string' && typeNames.has(value)

const value = (accepts: Keyword['accepts']): Keyword => ({ kind: 'value', accepts })
const subschema: Keyword = { kind: 'schema', accepts: isSchema }
const subschemas: Keyword = {
  kind: 'schemas',
  accepts: (list) => Array.isArray(list) && list.length > 0 && list.every(isSchema),
}
const schemaMap: Keyword = {
  kind: 'map',
  accepts: (map) => isObject(map) && Object.values(map).every(isSchema),
}

/** Every assertion and applicator of JSON Schema 2020-12 and what its value must look like (core §10, validation §6). */
const keywords: Readonly<Record<string, Keyword>> = {
  type: value(
    (type) => isTypeName(type) || (Array.isArray(type) && type.length > 0 && type.every(isTypeName)),
  ),
  enum: value((list) => Array.isArray(list) && list.length > 0),
  const: value(() => true),
  multipleOf: value((divisor) => isNumber(divisor) && (divisor as number) > 0),
  maximum: value(isNumber),
  exclusiveMaximum: value(isNumber),
  minimum: value(isNumber),
  exclusiveMinimum: value(isNumber),
  maxLength: value(isCount),
  minLength: value(isCount),
  pattern: value((pattern) => typeof pattern === 'string' && toPattern(pattern) !== undefined),
  format: value((format) => typeof format === 'string'),
  maxItems: value(isCount),
  minItems: value(isCount),
  uniqueItems: value((flag) => typeof flag === 'boolean'),
  maxContains: value(isCount),
  minContains: value(isCount),
  maxProperties: value(isCount),
  minProperties: value(isCount),
  required: value(isNames),
  dependentRequired: value((map) => isObject(map) && Object.values(map).every(isNames)),
  allOf: subschemas,
  anyOf: subschemas,
  oneOf: subschemas,
  not: subschema,
  if: subschema,
  then: subschema,
  else: subschema,
  dependentSchemas: schemaMap,
  prefixItems: subschemas,
  items: subschema,
  contains: subschema,
  properties: schemaMap,
  patternProperties: {
    kind: 'map',
    accepts: (map) => schemaMap.accepts(map) && Object.keys(map as object).every(toPattern),
  },
  additionalProperties: subschema,
  propertyNames: subschema,
  unevaluatedItems: subschema,
  unevaluatedProperties: subschema,
}

/** Whether it is a keyword that asserts or applies something, with a value that makes sense; else it is not checked. */
export function isKeywordValue(keyword: string, value: unknown): boolean {
  return Object.hasOwn(keywords, keyword) && keywords[keyword]?.accepts(value) === true
}

const converters = new WeakMap<Document, Partial<Record<View, SchemaConverter>>>()

/** One for each document and view; the same for both views where they see the same. */
export function createSchemaConverter(document: Document, asked: View): SchemaConverter {
  const view = flagsOf(document).doViewsDiffer ? asked : 'request'
  const ofDocument = converters.get(document) ?? {}
  converters.set(document, ofDocument)
  return (ofDocument[view] ??= converterOf(document, view))
}

/** Schemas found by their pointers that are kept: a choice of hundreds looks up each of them for every value it refuses. */
const mostNodes = 5_000

function converterOf(document: Document, view: View): SchemaConverter {
  const converted = new Map<Pointer, Converted>()
  const origins = new WeakMap<object, Pointer>()
  const is30 = document.version === '3.0'

  const nodeAt = memo((pointer: Pointer): SchemaNode | undefined => {
    const schema = valueAt(document, pointer)
    return isSchema(schema) ? { schema, pointer } : undefined
  }, mostNodes)

  const convert = (node: SchemaNode): Converted => {
    const known = converted.get(node.pointer)
    if (known) return known
    const walk = new Walk()
    const result = {
      schema: walk.schema(node.schema, node.pointer, new Set()),
      references: [...walk.references],
      problems: walk.problems,
    }
    converted.set(node.pointer, result)
    return result
  }

  class Walk {
    readonly references: Set<Pointer> = new Set()
    readonly problems: string[] = []

    schema(schema: Schema, pointer: Pointer, hidden: ReadonlySet<string>): JsonSchema {
      if (typeof schema === 'boolean') return schema
      const result: Record<string, unknown> = {}
      origins.set(result, pointer)
      const reference = schema['$ref'] ?? (is30 ? undefined : schema['$dynamicRef'])
      if (typeof reference === 'string') this.reference(result, reference, pointer)
      if (is30 && typeof reference === 'string') return result
      const optional = union(hidden, hiddenProperties(document, schema, view))
      for (const [name, given] of Object.entries(schema)) this.keyword(result, name, given, pointer, optional)
      if (is30) this.nullable(result, schema)
      return result
    }

    reference(result: Record<string, unknown>, reference: string, pointer: Pointer): void {
      const found = refTarget(document, reference)
      if (!found || !isSchema(found.value)) {
        this.problems.push(`${pointer}: '${reference}' leads to no schema.`)
        return
      }
      this.references.add(found.pointer)
      result['$ref'] = found.pointer
    }

    keyword(
      result: Record<string, unknown>,
      name: string,
      given: unknown,
      pointer: Pointer,
      hidden: ReadonlySet<string>,
    ): void {
      const at = appendPointer(pointer, name)
      if (name === 'items' && Array.isArray(given))
        return this.keyword(result, 'prefixItems', given, pointer, hidden)
      if (name === 'nullable' || !Object.hasOwn(keywords, name)) return
      if (is30 && (name === 'exclusiveMinimum' || name === 'exclusiveMaximum') && typeof given === 'boolean')
        return
      const keyword = keywords[name]
      if (!keyword?.accepts(given)) {
        this.problems.push(`${at}: ${preview(given)} is no value for '${name}'.`)
        return
      }
      if (keyword.kind === 'schema') setOwn(result, name, this.schema(given as Schema, at, new Set()))
      else if (keyword.kind === 'schemas')
        result[name] = (given as Schema[]).map((each, index) =>
          this.schema(each, appendPointer(at, String(index)), name === 'allOf' ? hidden : new Set()),
        )
      else if (keyword.kind === 'map') setOwn(result, name, this.map(given as Record<string, Schema>, at))
      else if (name === 'required')
        result[name] = (given as string[]).filter(
          (property, index, all) => !hidden.has(property) && all.indexOf(property) === index,
        )
      else setOwn(result, name, given)
    }

    map(schemas: Record<string, Schema>, pointer: Pointer): Record<string, JsonSchema> {
      const result: Record<string, JsonSchema> = {}
      for (const [name, each] of Object.entries(schemas)) {
        setOwn(result, name, this.schema(each, appendPointer(pointer, name), new Set()))
      }
      return result
    }

    /** OpenAPI 3.0.4 §4.7.24: `nullable` counts only beside `type`; the exclusive bounds are flags. */
    nullable(result: Record<string, unknown>, schema: Exclude<Schema, boolean>): void {
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

/** Properties that this view does not demand: readOnly ones of a request, writeOnly ones of a response. */
function hiddenProperties(
  document: Document,
  schema: Exclude<Schema, boolean>,
  view: View,
): ReadonlySet<string> {
  const flag = view === 'request' ? 'readOnly' : 'writeOnly'
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const collect = (each: unknown): void => {
    if (!isObject(each) || seen.has(each)) return
    seen.add(each)
    // What is demanded may be described elsewhere: `required` beside `allOf: [{$ref}]`.
    if ('$ref' in each) collect(follow(document, { value: each, pointer: '#' })?.value)
    for (const [name, property] of Object.entries(isObject(each['properties']) ? each['properties'] : {})) {
      if (hasFlag(document, property, flag)) found.add(name)
    }
    if (Array.isArray(each['allOf'])) each['allOf'].forEach(collect)
  }
  collect(schema)
  return found
}

/** The flag stands on the property's schema or on one it refers to. */
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
