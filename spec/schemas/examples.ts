import type { Document, Pointer, SchemaNode } from '../document.ts'
import type { Json } from '../json.ts'
import { own } from '../util/object.ts'
import { partsOf } from './subschemas.ts'

/** An example and its JSON pointer within the schema. It need not be valid. */
export interface SchemaExample {
  readonly value: Json
  readonly pointer: Pointer
}

/** The examples that a schema itself has: `example`, then each of `examples`. */
export function ownExamples(schema: unknown): readonly SchemaExample[] {
  const single = own(schema, 'example') as Json | undefined
  const several = own(schema, 'examples')
  return [
    ...(single === undefined ? [] : [{ value: single, pointer: '/example' }]),
    ...(Array.isArray(several)
      ? several.map((value: Json, index) => ({ value, pointer: `/examples/${String(index)}` }))
      : []),
  ]
}

/** The values of `example` and `examples`, following `$ref` and `allOf`, nearest first. They need not be valid. */
export const examplesIn = (document: Document, node: SchemaNode): readonly Json[] =>
  partsOf(document, node, ['allOf']).flatMap(({ schema }) => ownExamples(schema).map(({ value }) => value))

/** Whether an example has only the name of a type where a value should be, as generators of documents write it: `"string"`. */
export function isPlaceholder(example: Json): boolean {
  if (typeof example === 'object') return example !== null && Object.values(example).some(isPlaceholder)
  return (
    typeof example === 'string' && /^(?:string|date|date-?time|integer|number|boolean|uuid)$/i.test(example)
  )
}
