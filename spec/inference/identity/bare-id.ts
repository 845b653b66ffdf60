import type { Document, MediaType } from '../../document.ts'
import type { Json } from '../../json.ts'
import { typesOf } from '../../schemas/types.ts'

/**
 * Whether the whole response to a create may be the id of the new record: an integer, or a single word with a digit. `created` and
 * `1 record was added` are not ids.
 */
export function isBareId(value: Json | undefined): value is string | number | bigint {
  if (typeof value === 'string') return /^[\w.:-]*\d[\w.:-]*$/.test(value)
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
}

/** Whether a response is a single string or number, and all its examples may be ids. */
export function mayBeBareId(document: Document, { schema, examples }: MediaType): boolean {
  const types = schema ? [...typesOf(document, schema)] : []
  const isScalar = types.length > 0 && types.every((type) => /^(?:string|integer|number)$/.test(type))
  return isScalar && examples.every(({ value }) => isBareId(value))
}
