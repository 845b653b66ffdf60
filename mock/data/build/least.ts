import { itemSchemas } from './arrays.ts'
import type { Builder } from './builder.ts'
import { atLeast } from '../shape/constraints.ts'
import { propertyOf, requiredNames } from './objects.ts'
import type { Shape } from '../shape/shape.ts'

/** Values that one generated value may hold at most, when its schema leaves no choice. */
export const mostValues = 20_000

const known = new WeakMap<Shape, number>()

/**
 * How many values a value of that shape holds at least, by what it requires: of objects that require three of their like,
 * twenty levels deep, there are 3^20. What is left open counts as one, and so does what leads back to itself.
 */
export function leastOf(builder: Builder, shape: Shape): number {
  const before = known.get(shape)
  if (before !== undefined) return before
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
  const more = Math.max(0, atLeast(shape, 'minProperties', 0) - names.size)
  return more === 0 ? required : required + more * leastOf(builder, propertyOf(builder, shape, ''))
}

/** Items after those that have a schema of their own are alike. */
function countItems(builder: Builder, shape: Shape): number {
  const length = atLeast(shape, 'minItems', 0)
  const tuple = Math.max(0, ...shape.keywords.map(({ prefixItems = [] }) => (prefixItems as []).length))
  const itemAt = (index: number): number => leastOf(builder, builder.shapes.of(itemSchemas(shape, index)))
  let sum = 1
  for (let index = 0; index < Math.min(length, tuple); index += 1) sum += itemAt(index)
  return length > tuple ? sum + (length - tuple) * itemAt(tuple) : sum
}
