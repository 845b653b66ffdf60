import type { RequestBody } from '../document.ts'
import type { Located } from '../json/refs.ts'
import { isObject } from '../util/object.ts'
import type { DocumentReader } from './document-reader.ts'
import { readMediaTypes } from './media-type.ts'

/** Reads the Request Body Object of an operation; undefined when it has none. */
export function readRequestBody(reader: DocumentReader, operation: Located): RequestBody | undefined {
  const body = reader.child(operation, 'requestBody')
  if (!body || !isObject(body.value)) return undefined
  return {
    required: body.value['required'] === true,
    content: readMediaTypes(reader, body),
    pointer: body.pointer,
  }
}
