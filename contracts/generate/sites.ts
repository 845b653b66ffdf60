import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import { draw, drawTypical } from './values/draw.ts'
import { isReal, refine, synthetic, type Goal } from './schema/goal.ts'
import { itemGoal, namesOf, prefixOf, propertyGoal } from './schema/members.ts'
import type { Maker } from './values/maker.ts'
import { extraNames, isHiddenProperty } from './values/objects.ts'
import { withProperty } from './wording.ts'
import type { Shape } from './schema/shape.ts'

/** A place in a valid value, and what the schema says of that place. */
export interface Site {
  /** JSON pointer in the whole value. */
  readonly path: string
  /** What was asked for before choices were made. */
  readonly goal: Goal
  /** Every choice made, in the way of this site. */
  readonly shape: Shape
  /** How many ways the choices can be made at this place. */
  readonly ways: number
  /** An array or object whose schema has been looked into often enough elsewhere. */
  readonly isRepeated: boolean
  /** The valid value that stands there. */
  readonly value: Json
  /** The whole valid value with another at this place. */
  put(value: Json): Json
}

/** Places looked at, at least and at most: the more of them, the smaller the whole value, which is made for each. */
const [least, most] = [40, 600]
/** Members of the whole value, times the places looked at. */
const mostMembers = 120_000
/** Times one and the same array or object schema is looked into. */
const repeats = 2

/** Whether a whole value is valid. */
export type IsValid = (whole: Json) => boolean

interface Place {
  readonly path: string
  readonly goal: Goal
  readonly value: Json | undefined
  readonly put: (value: Json) => Json
  /** Goals around it. */
  readonly around: ReadonlySet<string>
}

/** Every place that a value of the goal can have, the outer ones first; in each, every way of its choices. */
export function sitesOf(maker: Maker, goal: Goal, base: Json | undefined, isValid: IsValid): readonly Site[] {
  const sites: Site[] = []
  const entered = new Map<string, number>()
  const pending: Place[] = [{ path: '', goal, value: base, put: (value) => value, around: new Set() }]
  let enough = most
  for (let place = pending.shift(); place && sites.length < enough; place = pending.shift()) {
    const times = entered.get(place.goal.key) ?? 0
    entered.set(place.goal.key, times + 1)
    const isRepeated = times >= repeats || place.around.has(place.goal.key)
    const found = sitesAt(maker, place, isRepeated)
    if (sites.length === 0) enough = defaultBudget(found)
    sites.push(...found)
    if (isRepeated) continue
    const around = new Set([...place.around, place.goal.key])
    for (const site of found) pending.push(...placesIn({ maker, site, around, isValid }))
  }
  return sites
}

function defaultBudget(whole: readonly Site[]): number {
  const members = Math.max(1, ...whole.map(({ value }) => membersIn(value)))
  return Math.max(least, Math.min(most, mostMembers / members))
}

/** How many properties and items a value has, all levels together. */
export function membersIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each: Json) => sum + 1 + membersIn(each), 0)
}

/** The value that the first way of the goal gives; undefined when none of them does. */
export function typicalOf(maker: Maker, goal: Goal, isValid: IsValid): Json | undefined {
  return maker
    .resolve(goal)
    .map(({ arbitrary }) => drawTypical(arbitrary))
    .find((value) => value !== undefined && isValid(value))
}

/** The place once for each way of its choices. The value that stands there is kept for the way that it goes. */
function sitesAt(maker: Maker, { path, goal, value, put }: Place, isAgain: boolean): readonly Site[] {
  const resolved = maker.resolve(goal)
  const kept =
    value === undefined
      ? -1
      : resolved.findIndex(({ shape }) => resolved.length === 1 || goesThisWay(maker, shape, value))
  return resolved.flatMap(({ shape, arbitrary }, index) => {
    const own = index === kept ? value : drawTypical(arbitrary)
    if (own === undefined) return []
    const isRepeated = isAgain && typeof own === 'object' && own !== null
    return [{ path, goal, shape, ways: resolved.length, isRepeated, value: own, put }]
  })
}

function goesThisWay({ inside }: Maker, { goal }: Shape, value: Json): boolean {
  return (
    goal.parts.filter(isReal).every((node) => inside.accepts(node, value)) &&
    !goal.never.some((node) => inside.accepts(node, value))
  )
}

interface Holder {
  readonly maker: Maker
  readonly site: Site
  readonly around: ReadonlySet<string>
  readonly isValid: IsValid
}

function placesIn(holder: Holder): readonly Place[] {
  const { value } = holder.site
  if (Array.isArray(value)) return itemPlaces(holder, value as readonly Json[])
  return isJsonObject(value) ? propertyPlaces(holder, value) : []
}

function propertyPlaces({ maker, site, around, isValid }: Holder, value: JsonObject): readonly Place[] {
  const { shape } = site
  const extra = extraNames(shape, maker.inside, 1).filter(
    (name) => propertyGoal(shape, name).parts.length > 0,
  )
  const names = namesOf(shape)
    .slice(0, most)
    .filter((name) => !isHiddenProperty(shape, maker.inside, name))
  return [...names, ...extra].flatMap((name) => {
    const object = holding(maker, site, value, name, isValid)
    if (!object) return []
    const put = (property: Json): Json => site.put(withProperty(object, name, property))
    const path = appendPointer(site.path, name)
    return [{ path, goal: propertyGoal(shape, name), value: object[name], put, around }]
  })
}

/** The object with a property and what that demands, if it can have it. */
export function holding(
  maker: Maker,
  site: Site,
  value: JsonObject,
  name: string,
  isValid: IsValid,
): JsonObject | undefined {
  if (Object.hasOwn(value, name)) return value
  const property = drawTypical(maker.least(propertyGoal(site.shape, name)))
  const simple = property === undefined ? undefined : withProperty(value, name, property)
  if (simple === undefined || isValid(site.put(simple))) return simple
  const [other] = draw(maker.least(refine(site.shape.goal, { parts: [synthetic({ required: [name] })] })))
  return isJsonObject(other) && Object.hasOwn(other, name) ? other : undefined
}

function itemPlaces({ maker, site, around }: Holder, value: readonly Json[]): readonly Place[] {
  const indexes = Array.from({ length: prefixOf(site.shape) + 1 }, (_, index) => index)
  return indexes.flatMap((index) => {
    const items = index < value.length ? value : longer(maker, site, index + 1)
    if (!items || index >= items.length) return []
    const put = (item: Json): Json => site.put(items.with(index, item))
    return [
      { path: `${site.path}/${index}`, goal: itemGoal(site.shape, index), value: items[index], put, around },
    ]
  })
}

function longer(maker: Maker, site: Site, length: number): readonly Json[] | undefined {
  const [value] = draw(maker.least(refine(site.shape.goal, { parts: [synthetic({ minItems: length })] })))
  return Array.isArray(value) ? (value as readonly Json[]) : undefined
}
