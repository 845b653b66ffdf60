import { isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { mapAfter, type MaybePromise } from '../../../maybe-promise.ts'

/** Maps an object, or each object in a list; undefined for any other value. */
export function mapObjects(
  value: Json | undefined,
  work: (item: JsonObject, index: number) => MaybePromise<Json>,
): MaybePromise<Json | undefined> {
  if (isJsonObject(value)) return work(value, 0)
  if (value === undefined || !isArray(value)) return undefined
  return mapAfter(value, (item, index) => (isJsonObject(item) ? work(item, index) : item))
}
