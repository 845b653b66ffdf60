import * as fc from 'fast-check'
import { canonicalJson, equalItems } from '../../../spec/json/canonical.ts'
import type { Json } from '../../../spec/json.ts'
import { checked, type Made } from './checked.ts'
import { isReal, placeOf, refine, synthetic, type Goal } from '../schema/goal.ts'
import { impossible, isImpossible, type Impossible } from '../impossible.ts'
import { containedGoal, itemGoal, prefixOf, type Inside } from '../schema/members.ts'
import { leastParts, mostParts } from '../schema/minimum-size.ts'
import { factsOf, schemaOf, sibling, valuesOf, type Fact, type Shape } from '../schema/shape.ts'

type Items = readonly Json[]

/** Most items that are made where the schema asks for as many. */
const most = 10_000
/** How many more items than it must have an array gets. */
const slack = 3

/** Arrays with every `prefixItems`, `items`, `contains`, length and uniqueness of the shape. */
export function arrays(shape: Shape, inside: Inside): Made<Items> {
  const where = placeOf(shape.goal)
  const [min, max] = itemRange(shape)
  if (min > max) return impossible(where, `minItems ${min} is above maxItems ${max}`)
  if (min > most) return impossible(where, `an array of ${min} items is not made`)
  if (leastParts(inside, shape) > mostParts)
    return impossible(where, `it requires more than ${mostParts} values, which are not made`)
  let failure: Impossible | undefined
  for (const length of prefixLengths(shape, inside)) {
    const made = withPrefix(shape, inside, length)
    if (!isImpossible(made)) return made
    failure ??= made
  }
  return failure!
}

/** How many of the items that have a schema of their own are there: all, or as few as can be. */
function prefixLengths(shape: Shape, inside: Inside): readonly number[] {
  const [min, max] = itemRange(shape)
  const [fewest, all] = [Math.min(min, prefixOf(shape)), Math.min(max, prefixOf(shape))]
  const lengths = Array.from({ length: all - fewest + 1 }, (_, index) => all - index)
  return inside.isLeast ? lengths.reverse() : lengths
}

function withPrefix(shape: Shape, inside: Inside, length: number): Made<Items> {
  const { following, within } = contained(shape, inside, length)
  const prefix: fc.Arbitrary<Json>[] = []
  for (let index = 0; index < length; index++) {
    const made = inside.make(within.get(index) ?? itemGoal(shape, index))
    if (isImpossible(made)) return made
    prefix.push(made)
  }
  const rest = restItems(shape, inside, length, following)
  if (isImpossible(rest)) return rest
  const source = fc.tuple(fc.tuple(...prefix), rest).map(([first, others]) => [...first, ...others])
  if (!isUnique(shape) && factsOf(shape, 'contains').length === 0) return source
  const accepts = (items: Items): boolean => isArray(shape, inside, items)
  return checked(
    source,
    accepts,
    placeOf(shape.goal),
    'no array was found that satisfies uniqueItems and contains',
  )
}

/** The least and the greatest number of items; the greatest may be Infinity. */
export function itemRange(shape: Shape): readonly [min: number, max: number] {
  return [Math.max(0, ...valuesOf(shape, 'minItems')), Math.min(Infinity, ...valuesOf(shape, 'maxItems'))]
}

function isUnique(shape: Shape): boolean {
  return valuesOf(shape, 'uniqueItems').includes(true)
}

/** How many items a `contains` wants at least and at most. */
export function containsRange(fact: Fact): readonly [min: number, max: number] {
  return [
    (sibling(fact, 'minContains') as number | undefined) ?? 1,
    (sibling(fact, 'maxContains') as number | undefined) ?? Infinity,
  ]
}

interface Contained {
  /** Items after the prefix. */
  readonly following: readonly fc.Arbitrary<Json>[]
  /** What the items of the prefix must be that match, by index. */
  readonly within: ReadonlyMap<number, Goal>
}

/** Finds places for what each `contains` wants: in the prefix where it can be, else after it. */
function contained(shape: Shape, inside: Inside, length: number): Contained {
  const following: fc.Arbitrary<Json>[] = []
  const within = new Map<number, Goal>()
  const room = roomAfter(shape, length)
  for (const fact of factsOf(shape, 'contains')) {
    const made = room > 0 ? inside.make(containedGoal(shape, length, fact)) : undefined
    for (let count = Math.min(containsRange(fact)[0], most); count > 0; count--) {
      const places = Array.from({ length }, (_, index) => ({
        index,
        goal: containedGoal(shape, index, fact),
      }))
      const place = places.find(({ index, goal }) => !within.has(index) && !isImpossible(inside.make(goal)))
      if (place) within.set(place.index, place.goal)
      else if (made && !isImpossible(made) && following.length < room) following.push(made)
    }
  }
  return { following, within }
}

/** How many items may follow the prefix: none when it is cut short. */
function roomAfter(shape: Shape, length: number): number {
  return length < prefixOf(shape) ? 0 : itemRange(shape)[1] - length
}

/** The items after the prefix: those that `contains` wants, at a random place among others. */
function restItems(
  shape: Shape,
  inside: Inside,
  length: number,
  wanted: readonly fc.Arbitrary<Json>[],
): Made<Items> {
  const [min] = itemRange(shape)
  const matching = fc.tuple(...wanted)
  const low = Math.max(0, min - length - wanted.length)
  const high = Math.min(roomAfter(shape, length) - wanted.length, inside.isLeast ? low : low + slack)
  if (high <= 0) return matching
  const item = filler(shape, inside, length)
  if (isImpossible(item)) return low > 0 ? item : matching
  const others = several(item, low, high, isUnique(shape))
  if (wanted.length === 0) return others
  return fc
    .tuple(others, matching, fc.nat({ max: high }))
    .map(([some, these, at]) => [...some.slice(0, at), ...these, ...some.slice(at)])
}

/** An item that matches no `contains` of which there can be too many; where only matching ones can be, one of those. */
function filler(shape: Shape, inside: Inside, index: number): Made<Json> {
  const fact = factsOf(shape, 'contains').find((each) => containsRange(each)[0] > 0)
  const limited = factsOf(shape, 'contains')
    .filter((fact) => containsRange(fact)[1] < Infinity)
    .map(schemaOf)
  const made = inside.make(
    refine(itemGoal(shape, index), {
      parts: limited.map(({ pointer }) => synthetic({ not: { $ref: pointer } })),
      never: limited.filter(isReal),
    }),
  )
  return fact && isImpossible(made) ? inside.make(containedGoal(shape, index, fact)) : made
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

/** Without duplicates; spare items take their places. The library's own unique arrays may be drawn for ever. */
function distinct(items: Items, spare: Items, wanted: number): Items {
  const found = new Map(items.map((item) => [canonicalJson(item), item]))
  for (const item of spare) if (found.size < wanted) found.set(canonicalJson(item), item)
  return [...found.values()]
}

function isArray(shape: Shape, inside: Inside, items: Items): boolean {
  const [min, max] = itemRange(shape)
  if (items.length < min || items.length > max || (isUnique(shape) && equalItems(items) !== undefined))
    return false
  return factsOf(shape, 'contains').every((fact) => {
    const [least, greatest] = containsRange(fact)
    const count = items.filter((item) => inside.accepts(schemaOf(fact), item)).length
    return count >= least && count <= greatest
  })
}
