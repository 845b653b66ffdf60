import { isArray, isJsonObject, type Json } from '../../json.ts'
import type { Reference } from '../../resources.ts'

/** The ids in a property's value of the records that it refers to. */
export function referencedIds(
  value: Json | undefined,
  { idProperty }: Pick<Reference, 'idProperty'>,
): readonly Json[] {
  return (isArray(value) ? value : [value ?? null]).flatMap((item) => {
    // An id may have been replaced by the record with it.
    const id = isJsonObject(item) ? item[idProperty ?? 'id'] : item
    return id === undefined || id === null ? [] : [id]
  })
}
