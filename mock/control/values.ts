import type { JsonObject } from '../../spec/json.ts'
import { idOf } from '../resources/identity/identity.ts'

/** A string or number parameter as a string; empty if absent. */
export function textIn(values: JsonObject, name: string): string {
  return String(idOf(values[name]) ?? '')
}
