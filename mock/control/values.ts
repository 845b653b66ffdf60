import type { JsonObject } from '../../spec/json.ts'
import { idOf } from '../resources/records/identity.ts'

/** A parameter that is a text or a number, as text; empty when it is not given. */
export function textIn(values: JsonObject, name: string): string {
  return String(idOf(values[name]) ?? '')
}
