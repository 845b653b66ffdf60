import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import { withProperty } from './object-edits.ts'
import { isReal, refine, synthetic, type Goal } from './schema/goal.ts'
import { itemGoal, namesOf, prefixOf, propertyGoal } from './schema/members.ts'
import type { Shape } from './schema/shape.ts'
import { draw, drawTypical } from './values/draw.ts'
import type { Maker } from './values/maker.ts'
import { extraNames, isHiddenProperty } from './values/objects.ts'

/** A place in a valid value, with the schema that applies there. */
export interface Site {
  /** JSON pointer in the whole value. */
  readonly path: string
  /** The goal before choices were made. */
  readonly goal: Goal
  /** The shape with all choices made in one way. */
  readonly shape: Shape
  /** In how many ways the choices can be made at this place. */
  readonly ways: number
  /** It is an array or object whose schema has been explored often enough elsewhere. */
  readonly isRepeated: boolean
  /** The valid value that stands there. */
  readonly value: Json
  /** The whole valid value with another value at this place. */
  put(value: Json): Json
}

/** Bounds of the number of sites: the larger the whole value, which is built for each site, the fewer sites. */
const [minSites, maxSites] = [40, 600]
/** The most members of the whole value, times the number of sites. */
const maxMembers = 120_000
/** How often the schema of an array or object is explored. */
const maxRepeats = 2

/** Whether a whole value is valid. */
export type IsValid = (whole: Json) => boolean

interface Place {
  readonly path: string
  readonly goal: Goal
  readonly value: Json | undefined
  readonly put: (value: Json) => Json
  /** Keys of the goals that enclose it. */
  readonly around: ReadonlySet<string>
}

/** Every place in a value of the goal, outer ones first, each once for every way to make its choices. */
export function sitesOf(maker: Maker, goal: Goal, base: Json | undefined, isValid: IsValid): readonly Site[] {
  const sites: Site[] = []
  const entered = new Map<string, number>()
  const pending: Place[] = [{ path: '', goal, value: base, put: (value) => value, around: new Set() }]
  let enough = maxSites
  for (let place = pending.shift(); place && sites.length < enough; place = pending.shift()) {
    const times = entered.get(place.goal.key) ?? 0
    entered.set(place.goal.key, times + 1)
    const isRepeated = times >= maxRepeats || place.around.has(place.goal.key)
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
  return Math.max(minSites, Math.min(maxSites, maxMembers / members))
}

/** The number of properties and items in a value, at all levels. */
export function membersIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each: Json) => sum + 1 + membersIn(each), 0)
}

/** A typical valid value, by the first way to satisfy the goal that gives one; undefined when none does. */
export function typicalOf(maker: Maker, goal: Goal, isValid: IsValid): Json | undefined {
  return maker
    .resolve(goal)
    .map(({ arbitrary }) => drawTypical(arbitrary))
    .find((value) => value !== undefined && isValid(value))
}

/** The place once for each way to make its choices; the way that the existing value conforms to keeps that value. */
function sitesAt(maker: Maker, { path, goal, value, put }: Place, isAgain: boolean): readonly Site[] {
  const resolved = maker.resolve(goal)
  const kept =
    value === undefined
      ? -1
      : resolved.findIndex(({ shape }) => resolved.length === 1 || conformsTo(maker, shape, value))
  return resolved.flatMap(({ shape, arbitrary }, index) => {
    const own = index === kept ? value : drawTypical(arbitrary)
    if (own === undefined) return []
    const isRepeated = isAgain && typeof own === 'object' && own !== null
    return [{ path, goal, shape, ways: resolved.length, isRepeated, value: own, put }]
  })
}

function conformsTo({ build }: Maker, { goal }: Shape, value: Json): boolean {
  return (
    goal.parts.filter(isReal).every((node) => build.accepts(node, value)) &&
    !goal.never.some((node) => build.accepts(node, value))
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
  const extra = extraNames(shape, maker.build, 1).filter((name) => propertyGoal(shape, name).parts.length > 0)
  const names = namesOf(shape)
    .slice(0, maxSites)
    .filter((name) => !isHiddenProperty(shape, maker.build, name))
  return [...names, ...extra].flatMap((name) => {
    const object = holding(maker, site, value, name, isValid)
    if (!object) return []
    const put = (property: Json): Json => site.put(withProperty(object, name, property))
    const path = appendPointer(site.path, name)
    return [{ path, goal: propertyGoal(shape, name), value: object[name], put, around }]
  })
}

/** The object with a property, and with others that it requires; undefined when there is no such object. */
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
