import type { JsonObject } from '../../../spec/json.ts'

/** A number of a record, or of a part of one; 0 where there is none. */
export function numberIn(object: JsonObject, property: string): number {
  const value = object[property]
  return typeof value === 'number' ? value : 0
}
