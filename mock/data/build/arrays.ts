import { equalJson } from '../../../spec/json.ts'
import type { Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import { all, atLeast, atMost } from '../shape/constraints.ts'
import type { Shape } from '../shape/shape.ts'
import type { Builder } from './builder.ts'
import type { Place } from './place.ts'
import { itemPlace } from './place.ts'

/** Builds an array: as many items as the schemas require, or a few if they leave it open. */
export function buildArray(builder: Builder, shape: Shape, place: Place): Json {
  const { min, wanted } = lengthOf(shape, place)
  const isUnique = all(shape, 'uniqueItems').includes(true)
  const containsSchemas = all(shape, 'contains') as readonly JsonSchema[]
  const minContained = containsSchemas.length === 0 ? 0 : Math.max(1, atLeast(shape, 'minContains', 0))
  const items: Json[] = []
  for (let index = 0; index < Math.max(wanted, minContained); index += 1) {
    const schemas = itemSchemas(shape, index)
    const item = builder.shapes.of(index < minContained ? [...schemas, ...containsSchemas] : schemas)
    const isRecursive = place.path.includes(item.core) && index >= min
    if (item.isImpossible || isRecursive || (place.budget.left < 0 && index >= min)) break
    // Nobody chooses the same of a few values twice.
    const isDistinct = isUnique || (index >= Math.max(min, minContained) && all(item, 'enum').length > 0)
    const value = buildItem(builder, item, place, { shape, index, others: items, isUnique: isDistinct })
    if (value === undefined) break
    items.push(value)
  }
  return items
}

interface Item {
  readonly shape: Shape
  readonly index: number
  /** The items so far, from which this one should differ. */
  readonly others: readonly Json[]
  /** Whether it must differ from them. */
  readonly isUnique: boolean
}

/** Number of attempts at building a distinct item. If items may be equal, a few are enough to look varied. */
const maxRepeats = { unique: 12, other: 3 }
/** Number of items that are compared for variety; beyond, duplicates hardly matter. */
const maxCompared = 20

function buildItem(
  builder: Builder,
  item: Shape,
  place: Place,
  { shape, index, others, isUnique }: Item,
): Json | undefined {
  const attempts = isUnique ? maxRepeats.unique : maxRepeats.other
  const different = isUnique || others.length < maxCompared ? others : []
  let last: Json | undefined
  for (let repeat = 0; repeat < attempts; repeat += 1) {
    const value = builder.build(item, itemPlace(place, shape, index, repeat))
    if (value !== undefined && !different.some((other) => equalJson(other, value))) return value
    last = value
  }
  return isUnique ? undefined : last
}

function lengthOf(shape: Shape, place: Place): { readonly min: number; readonly wanted: number } {
  const min = atLeast(shape, 'minItems', 0)
  const max = atMost(shape, 'maxItems', Infinity)
  const tuple = Math.max(
    0,
    ...(all(shape, 'prefixItems') as readonly unknown[][]).map(({ length }) => length),
  )
  const maxUsual = place.depth < 2 ? 3 : 2
  const usual = place.depth > 6 || place.attempt > 4 ? 0 : place.random.fork('length').int(1, maxUsual)
  return { min, wanted: Math.min(max, Math.max(min, tuple, usual)) }
}

/** Every schema that applies to the item at an index (JSON Schema 2020-12 §10.3.1). */
export function itemSchemas(shape: Shape, index: number): readonly JsonSchema[] {
  const schemas = shape.keywords.flatMap((schema) => {
    const prefix = (schema['prefixItems'] ?? []) as readonly JsonSchema[]
    return prefix[index] ?? schema['items'] ?? []
  })
  return (schemas.length > 0 ? schemas : all(shape, 'unevaluatedItems')) as readonly JsonSchema[]
}
