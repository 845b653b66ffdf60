import { isArray, isJsonObject, type Json } from '../../json.ts'
import type { Reference } from '../../resources.ts'

/** The ids in a property's value of the records that it refers to. */
export function referencedIds(
  value: Json | undefined,
  { idProperty }: Pick<Reference, 'idProperty'>,
): readonly Json[] {
  const items = isArray(value) ? value : [value]
  // An id may have been replaced by the record with it.
  const ids = items.map((item) => (isJsonObject(item) ? item[idProperty ?? 'id'] : item))
  return ids.filter((id) => id !== undefined && id !== null)
}
