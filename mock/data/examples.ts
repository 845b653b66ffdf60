import type { Document, MediaType, Pointer, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { SchemaIssue, Validator, View } from '../../spec/validate.ts'

export interface Examples {
  /** The first valid example of a media type, else of its schema; with `name`, the valid example of that name. */
  ofMediaType(mediaType: MediaType, view: View, name?: string): Json | undefined
  /** The first valid one of `example`, `examples` and `default`, through `$ref`. */
  ofSchema(node: SchemaNode, view: View): Json | undefined
}

/** An example that breaks its own schema; such a one is never used. */
export interface InvalidExample {
  readonly pointer: Pointer
  readonly issues: readonly SchemaIssue[]
}

/** `report` hears once of each invalid example, when it would first have been used. */
export declare function createExamples(options: {
  readonly document: Document
  readonly validator: Validator
  readonly report: (example: InvalidExample) => void
}): Examples
