import type { Document } from '../../../spec/document.ts'
import type { Goal } from './goal.ts'
import { itemGoal, prefixOf, propertyGoal, requiredNames } from './members.ts'
import { declaredKinds, enumerated } from './types-and-enums.ts'
import { shapeOf, valuesOf, type Context, type Shape } from './shape.ts'

/** Values within one value, itself among them: of more, none is made. */
export const mostParts = 20_000

const known = new WeakMap<Document, Map<string, number>>()

/**
 * How many values a value of the shape holds at least, by what it requires: of objects that require three of their like,
 * twenty levels deep, there are 3^20. What is left open counts as one, and so does what leads back to itself.
 */
export function leastParts(context: Context, shape: Shape): number {
  const kinds = declaredKinds(shape)
  if (kinds?.length !== 1 || enumerated(shape)) return 1
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
  const all = known.get(context.document) ?? new Map<string, number>()
  known.set(context.document, all)
  const key = `${context.view} ${goal.key}`
  const before = all.get(key)
  if (before !== undefined) return before
  all.set(key, 1)
  const least = Math.min(leastParts(context, shapeOf(context, goal)), Number.MAX_SAFE_INTEGER)
  all.set(key, least)
  return least
}
