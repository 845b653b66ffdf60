import type { Pointer, SchemaNode } from './document.ts'

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

/** A schema as JSON Schema. */
export interface Converted {
  readonly schema: JsonSchema
  /** The schemas it refers to. */
  readonly references: readonly Pointer[]
  /** Keywords that were left out because their value is invalid, as sentences. */
  readonly problems: readonly string[]
}
