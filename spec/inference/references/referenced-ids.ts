import { isArray, isJsonObject, type Json } from '../../json.ts'
import type { Reference } from '../../resources.ts'

/** The ids in a property's value of the records that it refers to. */
export function referencedIds(
  value: Json | undefined,
  { idProperty }: Pick<Reference, 'idProperty'>,
): readonly Json[] {
  return (isArray(value) ? value : [value ?? null]).flatMap((item) => {
    const id = isJsonObject(item) && idProperty !== undefined ? item[idProperty] : item
    return id === undefined || id === null ? [] : [id]
  })
}
