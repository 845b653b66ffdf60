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
