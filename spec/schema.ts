import type { Document, Pointer, SchemaNode } from './document.ts'
import { Conversion } from './schemas/conversion.ts'
import { schemaFeatures } from './schemas/features.ts'
import { valueAt } from './reading/refs.ts'
import { getOrInsertComputed, memo } from './util/memo.ts'
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

  const nodeAt = memo((pointer: Pointer): SchemaNode | undefined => {
    const schema = valueAt(document, pointer)
    return isSchema(schema) ? { schema, pointer } : undefined
  }, maxCachedNodes)

  const convert = (node: SchemaNode): Converted => {
    const known = converted.get(node.pointer)
    if (known) return known
    const conversion = new Conversion(document, view, origins)
    const result = {
      schema: conversion.schema(node.schema, node.pointer, new Set()),
      references: [...conversion.references],
      problems: conversion.problems,
    }
    converted.set(node.pointer, result)
    return result
  }

  return { convert, nodeAt, originOf: (schema) => origins.get(schema) }
}
