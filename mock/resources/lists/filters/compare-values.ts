import { compareOrdered } from '../../../../spec/inference/lists/matching.ts'
import { equalJson, type Json } from '../../../../spec/json.ts'

/** A value in a filter expression; undefined if a record does not have it. */
export type Value = Json | undefined

/** Whether one of the values that a record has at a place is to another value as an operator demands. */
export type Comparison = (own: readonly Json[], wanted: Json) => boolean

/** Compares by order: `inOrder((order) => order > 0)` for "greater than". */
export const inOrder =
  (isWanted: (order: number) => boolean): Comparison =>
  (own, wanted) =>
    own.some((value) => {
      const order = ordered(value, wanted)
      return order !== undefined && isWanted(order)
    })

/** Whether two values are equal, as numbers, times and booleans if they can be read as such. */
export const isEqual = (one: Value, other: Value): boolean =>
  equalJson(one ?? null, other ?? null) ||
  (typeof one === 'boolean' && String(one) === other) ||
  ordered(one, other) === 0

/** Compares decimals that are stored as text by value, and other texts that are not timestamps by code units. */
export function ordered(one: Value, other: Value): number | undefined {
  if (one === undefined || other === undefined || one === null || other === null) return undefined
  if (typeof one === 'string' && typeof other === 'number') return compareOrdered(Number(one), other)
  if (typeof one === 'number' && typeof other === 'string') return compareOrdered(one, Number(other))
  const order = compareOrdered(one, other)
  if (order !== undefined || typeof one !== 'string' || typeof other !== 'string') return order
  return one < other ? -1 : one > other ? 1 : 0
}
