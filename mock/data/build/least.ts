import { atLeast } from '../shape/constraints.ts'
import type { Shape } from '../shape/shape.ts'
import { itemSchemas } from './arrays.ts'
import type { Builder } from './builder.ts'
import { propertyOf, requiredNames } from './objects.ts'

/** The maximum number of values in one generated value. Schemas that require more get none. */
export const mostValues = 20_000

const known = new WeakMap<Shape, number>()

/**
 * The minimum number of values in a value of the shape: required properties and items are counted recursively, so objects
 * that require three objects, twenty levels deep, have 3^20. Anything undecided or recursive counts as one.
 */
export function leastOf(builder: Builder, shape: Shape): number {
  const cached = known.get(shape)
  if (cached !== undefined) return cached
  // Counts as one where the shape contains itself.
  known.set(shape, 1)
  const least = Math.min(count(builder, shape), Number.MAX_SAFE_INTEGER)
  known.set(shape, least)
  return least
}

function count(builder: Builder, shape: Shape): number {
  const [type] = shape.types
  if (shape.values !== undefined || shape.types.length !== 1) return 1
  if (type === 'array') return countItems(builder, shape)
  if (type !== 'object') return 1
  const names = requiredNames(shape)
  const required = [...names].reduce(
    (sum, name) => sum + leastOf(builder, propertyOf(builder, shape, name)),
    1,
  )
  const missing = Math.max(0, atLeast(shape, 'minProperties', 0) - names.size)
  return missing === 0 ? required : required + missing * leastOf(builder, propertyOf(builder, shape, ''))
}

/** All items after those of `prefixItems` have the same schema. */
function countItems(builder: Builder, shape: Shape): number {
  const length = atLeast(shape, 'minItems', 0)
  const tuple = Math.max(0, ...shape.keywords.map(({ prefixItems = [] }) => (prefixItems as []).length))
  const itemAt = (index: number): number => leastOf(builder, builder.shapes.of(itemSchemas(shape, index)))
  let sum = 1
  for (let index = 0; index < Math.min(length, tuple); index += 1) sum += itemAt(index)
  return length > tuple ? sum + (length - tuple) * itemAt(tuple) : sum
}
