import type { Document, Pointer, SchemaNode } from './document.ts'
import type { Json } from './json.ts'

/** One way in which a value breaks its schema. */
export interface SchemaIssue {
  /** JSON pointer into the value, `/tags/0`; empty for the whole value. */
  readonly path: string
  /** The keyword broken: `minimum`, `required`, `format`, … */
  readonly keyword: string
  /** A sentence for people, ending in a full stop. */
  readonly message: string
  /** Where in the document the broken keyword stands. */
  readonly schema: Pointer
}

/** One way in which a request or response breaks the document. */
export interface Issue extends SchemaIssue {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
}

/** A request omits readOnly properties, a response writeOnly ones (OpenAPI 3.0.4 §4.7.24.1). */
export type View = 'request' | 'response'

/** Every issue, not the first; the same empty array for each valid value. Never throws. */
export type ValidateSchema = (value: Json) => readonly SchemaIssue[]

export interface Validator {
  /** Compiled on its first call and kept. A schema that cannot be compiled is reported by `problem`. */
  of(node: SchemaNode, view: View): ValidateSchema
  /** Why the schema at `pointer` cannot be compiled; such a schema accepts everything. Undefined when it can. */
  problem(node: SchemaNode, view: View): string | undefined
}

export declare function createValidator(document: Document): Validator
