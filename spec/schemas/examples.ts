import type { Document, SchemaNode } from '../document.ts'
import type { Json } from '../json.ts'
import { own } from '../util/object.ts'
import { partsOf } from './subschemas.ts'

/** The values of `example` and `examples`, following `$ref` and `allOf`. They need not be valid. */
export const examplesIn = (document: Document, node: SchemaNode): readonly Json[] =>
  partsOf(document, node, ['allOf']).flatMap(({ schema }) => {
    const several = own(schema, 'examples')
    const given = [own(schema, 'example'), ...(Array.isArray(several) ? (several as unknown[]) : [])]
    return given.filter((value): value is Json => value !== undefined)
  })

/** Whether an example has only the name of a type where a value should be, as generators of documents write it: `"string"`. */
export function isPlaceholder(example: Json): boolean {
  if (typeof example === 'object') return example !== null && Object.values(example).some(isPlaceholder)
  return (
    typeof example === 'string' && /^(?:string|date|date-?time|integer|number|boolean|uuid)$/i.test(example)
  )
}
