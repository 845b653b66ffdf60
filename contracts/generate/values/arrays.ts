import * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import { canonicalJson, equalItems } from '../../../spec/json/canonical.ts'
import { impossible, isImpossible, type Impossible } from '../impossible.ts'
import { isReal, placeOf, refine, synthetic, type Goal } from '../schema/goal.ts'
import { containedGoal, itemGoal, prefixOf, type BuildContext } from '../schema/members.ts'
import { minimumSize, maxParts } from '../schema/minimum-size.ts'
import { factsOf, schemaOf, sibling, valuesOf, type Fact, type Shape } from '../schema/shape.ts'
import { checked, type Made } from './checked.ts'

type Items = readonly Json[]

/** The most items that are generated when a schema requires them. */
const maxItems = 10_000
/** The most items that are generated beyond those required. */
const slack = 3

/** Arrays that satisfy `prefixItems`, `items`, `contains`, `minItems`, `maxItems` and `uniqueItems` of a shape. */
export function arrays(shape: Shape, build: BuildContext): Made<Items> {
  const where = placeOf(shape.goal)
  const [min, max] = itemRange(shape)
  if (min > max) return impossible(where, `minItems ${min} is above maxItems ${max}`)
  if (min > maxItems) return impossible(where, `an array of ${min} items is not made`)
  if (minimumSize(build, shape) > maxParts)
    return impossible(where, `it requires more than ${maxParts} values, which are not made`)
  let failure: Impossible | undefined
  for (const length of prefixLengths(shape, build)) {
    const made = withPrefix(shape, build, length)
    if (!isImpossible(made)) return made
    failure ??= made
  }
  return failure!
}

/** The numbers of `prefixItems` to try, in order: from all to as few as possible, or the other way round for minimal values. */
function prefixLengths(shape: Shape, build: BuildContext): readonly number[] {
  const [min, max] = itemRange(shape)
  const [fewest, all] = [Math.min(min, prefixOf(shape)), Math.min(max, prefixOf(shape))]
  const lengths = Array.from({ length: all - fewest + 1 }, (_, index) => all - index)
  return build.isLeast ? lengths.reverse() : lengths
}

function withPrefix(shape: Shape, build: BuildContext, length: number): Made<Items> {
  const { following, within } = contained(shape, build, length)
  const prefix: fc.Arbitrary<Json>[] = []
  for (let index = 0; index < length; index++) {
    const made = build.make(within.get(index) ?? itemGoal(shape, index))
    if (isImpossible(made)) return made
    prefix.push(made)
  }
  const rest = restItems(shape, build, length, following)
  if (isImpossible(rest)) return rest
  const source = fc.tuple(fc.tuple(...prefix), rest).map(([first, others]) => [...first, ...others])
  if (!isUnique(shape) && factsOf(shape, 'contains').length === 0) return source
  const accepts = (items: Items): boolean => isArray(shape, build, items)
  return checked(
    source,
    accepts,
    placeOf(shape.goal),
    'no array was found that satisfies uniqueItems and contains',
  )
}

/** The minimum and maximum number of items; the maximum may be Infinity. */
export function itemRange(shape: Shape): readonly [min: number, max: number] {
  return [Math.max(0, ...valuesOf(shape, 'minItems')), Math.min(Infinity, ...valuesOf(shape, 'maxItems'))]
}

function isUnique(shape: Shape): boolean {
  return valuesOf(shape, 'uniqueItems').includes(true)
}

/** How many items must match a `contains`, at least and at most. */
export function containsRange(fact: Fact): readonly [min: number, max: number] {
  return [
    (sibling(fact, 'minContains') as number | undefined) ?? 1,
    (sibling(fact, 'maxContains') as number | undefined) ?? Infinity,
  ]
}

interface Contained {
  /** Items after the prefix. */
  readonly following: readonly fc.Arbitrary<Json>[]
  /** By index, the goals of prefix items that are to match a `contains`. */
  readonly within: ReadonlyMap<number, Goal>
}

/** Finds places for the items that each `contains` requires: in the prefix if possible, or else after it. */
function contained(shape: Shape, build: BuildContext, length: number): Contained {
  const following: fc.Arbitrary<Json>[] = []
  const within = new Map<number, Goal>()
  const room = roomAfter(shape, length)
  for (const fact of factsOf(shape, 'contains')) {
    const made = room > 0 ? build.make(containedGoal(shape, length, fact)) : undefined
    for (let count = Math.min(containsRange(fact)[0], maxItems); count > 0; count--) {
      const places = Array.from({ length }, (_, index) => ({
        index,
        goal: containedGoal(shape, index, fact),
      }))
      const place = places.find(({ index, goal }) => !within.has(index) && !isImpossible(build.make(goal)))
      if (place) within.set(place.index, place.goal)
      else if (made && !isImpossible(made) && following.length < room) following.push(made)
    }
  }
  return { following, within }
}

/** How many items may follow the prefix: none if the prefix is shortened. */
function roomAfter(shape: Shape, length: number): number {
  return length < prefixOf(shape) ? 0 : itemRange(shape)[1] - length
}

/** The items after the prefix: those that `contains` requires, at a random position among others. */
function restItems(
  shape: Shape,
  build: BuildContext,
  length: number,
  wanted: readonly fc.Arbitrary<Json>[],
): Made<Items> {
  const [min] = itemRange(shape)
  const matching = fc.tuple(...wanted)
  const low = Math.max(0, min - length - wanted.length)
  const high = Math.min(roomAfter(shape, length) - wanted.length, build.isLeast ? low : low + slack)
  if (high <= 0) return matching
  const item = filler(shape, build, length)
  if (isImpossible(item)) return low > 0 ? item : matching
  const others = several(item, low, high, isUnique(shape))
  if (wanted.length === 0) return others
  return fc
    .tuple(others, matching, fc.nat({ max: high }))
    .map(([some, these, at]) => [...some.slice(0, at), ...these, ...some.slice(at)])
}

/** An item that matches no `contains` with a maximum; if every possible item matches, one of those. */
function filler(shape: Shape, build: BuildContext, index: number): Made<Json> {
  const fact = factsOf(shape, 'contains').find((each) => containsRange(each)[0] > 0)
  const limited = factsOf(shape, 'contains')
    .filter((fact) => containsRange(fact)[1] < Infinity)
    .map(schemaOf)
  const made = build.make(
    refine(itemGoal(shape, index), {
      parts: limited.map(({ pointer }) => synthetic({ not: { $ref: pointer } })),
      never: limited.filter(isReal),
    }),
  )
  return fact && isImpossible(made) ? build.make(containedGoal(shape, index, fact)) : made
}

function several(
  item: fc.Arbitrary<Json>,
  minLength: number,
  maxLength: number,
  unique: boolean,
): fc.Arbitrary<Items> {
  const items = fc.array(item, { minLength, maxLength, size: 'max' })
  if (!unique) return items
  const spareLength = minLength === 0 ? 0 : 2 * minLength + 4
  const spare = fc.array(item, { minLength: spareLength, maxLength: spareLength, size: 'max' })
  return fc.tuple(items, spare).map(([some, more]) => distinct(some, more, minLength))
}

/** Replaces duplicates by spare items. fast-check's own unique arrays might never terminate. */
function distinct(items: Items, spare: Items, wanted: number): Items {
  const found = new Map(items.map((item) => [canonicalJson(item), item]))
  for (const item of spare) if (found.size < wanted) found.set(canonicalJson(item), item)
  return [...found.values()]
}

function isArray(shape: Shape, build: BuildContext, items: Items): boolean {
  const [min, max] = itemRange(shape)
  if (items.length < min || items.length > max || (isUnique(shape) && equalItems(items) !== undefined))
    return false
  return factsOf(shape, 'contains').every((fact) => {
    const [least, greatest] = containsRange(fact)
    const count = items.filter((item) => build.accepts(schemaOf(fact), item)).length
    return count >= least && count <= greatest
  })
}
