import type { Document, MediaType } from '../../document.ts'
import type { Json } from '../../json.ts'
import { typesOf } from '../../schemas/types.ts'

/**
 * Whether what alone answers a create may be the id of what it made: an integer, or one word with a digit in it. `created`
 * and `1 record was added` say something else.
 */
export function isBareId(value: Json | undefined): value is string | number | bigint {
  if (typeof value === 'string') return /^[\w.:-]*\d[\w.:-]*$/.test(value)
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
}

/** Whether an answer is a text or a number alone, which may be an id by all that is shown of it. */
export function mayBeBareId(document: Document, { schema, examples }: MediaType): boolean {
  const types = schema ? [...typesOf(document, schema)] : []
  const isScalar = types.length > 0 && types.every((type) => /^(?:string|integer|number)$/.test(type))
  return isScalar && examples.every(({ value }) => isBareId(value))
}
