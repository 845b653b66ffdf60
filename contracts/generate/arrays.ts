import * as fc from 'fast-check'
import { equalJson, type Json } from '../../spec/json.ts'
import { checked, type Made } from './checked.ts'
import { placeOf, refine } from './goal.ts'
import { impossible, isImpossible, type Impossible } from './impossible.ts'
import { itemGoal, prefixOf, type Inside } from './inside.ts'
import { factsOf, schemaOf, sibling, valuesOf, type Fact, type Shape } from './shape.ts'

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
  const prefix = prefixItems(shape, inside)
  const wanted = contained(shape, inside)
  if (isImpossible(wanted)) return wanted
  const rest = restItems(shape, inside, prefix, wanted)
  if (isImpossible(rest)) return rest
  const source = fc.tuple(fc.tuple(...prefix.items), rest).map(([first, others]) => [...first, ...others])
  return needsCheck(shape)
    ? checked(
        source,
        (items) => isArray(shape, inside, items),
        where,
        'no array was found that satisfies uniqueItems and contains',
      )
    : source
}

/** The least and the greatest number of items; the greatest may be Infinity. */
export function itemRange(shape: Shape): readonly [min: number, max: number] {
  return [Math.max(0, ...valuesOf(shape, 'minItems')), Math.min(Infinity, ...valuesOf(shape, 'maxItems'))]
}

export function isUnique(shape: Shape): boolean {
  return valuesOf(shape, 'uniqueItems').includes(true)
}

/** How many items a `contains` wants at least and at most. */
export function containsRange(fact: Fact): readonly [min: number, max: number] {
  return [
    (sibling(fact, 'minContains') as number | undefined) ?? 1,
    (sibling(fact, 'maxContains') as number | undefined) ?? Infinity,
  ]
}

interface Prefix {
  readonly items: readonly fc.Arbitrary<Json>[]
  /** Why nothing may follow: an item that cannot be made. */
  readonly stop: Impossible | undefined
}

/** The items that have a schema of their own: all of them, or up to one that cannot be made. */
function prefixItems(shape: Shape, inside: Inside): Prefix {
  const [min, max] = itemRange(shape)
  const isShort = inside.isLeast && factsOf(shape, 'contains').length === 0
  const length = Math.min(isShort ? min : max, prefixOf(shape))
  const items: fc.Arbitrary<Json>[] = []
  for (let index = 0; index < length; index++) {
    const made = inside.make(itemGoal(shape, index))
    if (isImpossible(made)) return { items, stop: made }
    items.push(made)
  }
  return { items, stop: undefined }
}

/** Items that match each `contains` as often as it wants. Where there is a prefix its items may be those. */
function contained(shape: Shape, inside: Inside): readonly fc.Arbitrary<Json>[] | Impossible {
  const wanted: fc.Arbitrary<Json>[] = []
  for (const fact of factsOf(shape, 'contains')) {
    const [min] = containsRange(fact)
    const made =
      min === 0
        ? undefined
        : inside.make(refine(itemGoal(shape, prefixOf(shape)), { parts: [schemaOf(fact)] }))
    if (made === undefined) continue
    if (!isImpossible(made)) wanted.push(...Array.from({ length: Math.min(min, most) }, () => made))
    else if (prefixOf(shape) === 0) return made
  }
  return wanted
}

/** The items after the prefix: those that `contains` wants, at a random place among others. */
function restItems(
  shape: Shape,
  inside: Inside,
  prefix: Prefix,
  wanted: readonly fc.Arbitrary<Json>[],
): Made<Items> {
  const [min, max] = itemRange(shape)
  const room = max - prefix.items.length
  const matching = fc.tuple(...wanted.slice(0, room))
  const low = Math.max(0, min - prefix.items.length - wanted.length)
  const high = Math.min(room - wanted.length, inside.isLeast ? low : low + slack)
  if (high <= 0) return matching
  const item = prefix.stop ?? inside.make(itemGoal(shape, prefixOf(shape)))
  if (isImpossible(item)) return low > 0 ? item : matching
  const others = several(item, low, high, isUnique(shape))
  if (wanted.length === 0) return others
  return fc
    .tuple(others, matching, fc.nat({ max: high }))
    .map(([some, these, at]) => [...some.slice(0, at), ...these, ...some.slice(at)])
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
  const found = new Map(items.map((item) => [canonical(item), item]))
  for (const item of spare) if (found.size < wanted) found.set(canonical(item), item)
  return [...found.values()]
}

function needsCheck(shape: Shape): boolean {
  const counted = (fact: Fact): boolean => containsRange(fact)[1] < Infinity || prefixOf(shape) > 0
  return isUnique(shape) || factsOf(shape, 'contains').some(counted)
}

function isArray(shape: Shape, inside: Inside, items: Items): boolean {
  const [min, max] = itemRange(shape)
  if (items.length < min || items.length > max || (isUnique(shape) && hasDuplicate(items))) return false
  return factsOf(shape, 'contains').every((fact) => {
    const [least, greatest] = containsRange(fact)
    const count = items.filter((item) => inside.accepts(schemaOf(fact), item)).length
    return count >= least && count <= greatest
  })
}

export function hasDuplicate(items: Items): boolean {
  return items.some((item, index) => items.slice(0, index).some((earlier) => equalJson(earlier, item)))
}

/** The same text for equal JSON values. */
export function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`
}
