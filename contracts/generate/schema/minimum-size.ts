import type { Document } from '../../../spec/document.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Goal } from './goal.ts'
import { itemGoal, prefixOf, propertyGoal, requiredNames } from './members.ts'
import { shapeOf, valuesOf, type Context, type Shape } from './shape.ts'
import { declaredTypes, enumValues } from './types-and-enums.ts'

/** The most values nested in a generated value, including itself. */
export const maxParts = 20_000

const known = new WeakMap<Document, Map<string, number>>()

/**
 * The least number of values nested in a value of a shape, including itself: objects that require three others of their kind, twenty
 * levels deep, have 3^20. Parts without a definite type count as one, and so do recursive ones.
 */
export function minimumSize(context: Context, shape: Shape): number {
  const kinds = declaredTypes(shape)
  if (kinds?.length !== 1 || enumValues(shape)) return 1
  if (kinds[0] === 'object') return 1 + sum([...requiredNames(shape)], (name) => propertyGoal(shape, name))
  if (kinds[0] !== 'array') return 1
  const length = Math.max(0, ...valuesOf(shape, 'minItems'))
  const tuple = Math.min(length, prefixOf(shape))
  const first = sum([...Array.from({ length: tuple }).keys()], (index) => itemGoal(shape, index))
  return 1 + first + (length > tuple ? (length - tuple) * ofGoal(context, itemGoal(shape, tuple)) : 0)

  function sum<T>(parts: readonly T[], goalFor: (part: T) => Goal): number {
    return parts.reduce((total, part) => total + ofGoal(context, goalFor(part)), 0)
  }
}

function ofGoal(context: Context, goal: Goal): number {
  const all = getOrInsertComputed(known, context.document, () => new Map<string, number>())
  const key = `${context.view} ${goal.key}`
  const before = all.get(key)
  if (before !== undefined) return before
  all.set(key, 1)
  const least = Math.min(minimumSize(context, shapeOf(context, goal)), Number.MAX_SAFE_INTEGER)
  all.set(key, least)
  return least
}
