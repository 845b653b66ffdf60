/**
 * A JSON value. An integer beyond ±(2^53 - 1) is a bigint, so that int64 survives exactly; every other number is a
 * number. Values are never mutated once parsed.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}
