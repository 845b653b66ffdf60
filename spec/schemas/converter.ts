import type { Document, Pointer, SchemaNode } from '../document.ts'
import { valueAt } from '../json/refs.ts'
import type { Converted, SchemaConverter, View } from '../schema.ts'
import { getOrInsertComputed, memo } from '../util/memo.ts'
import { Conversion } from './conversion.ts'
import { schemaFeatures } from './features.ts'
import { isSchema } from './subschemas.ts'

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
