import * as fc from 'fast-check'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { subschema } from '../../../spec/schemas/subschemas.ts'
import type { Made } from './checked.ts'
import { goalOf, placeOf, synthetic } from '../schema/goal.ts'
import { impossible, isImpossible } from '../impossible.ts'
import { namesOf, propertyGoal, requiredNames, withDependents, type Inside } from '../schema/members.ts'
import { leastParts, mostParts } from '../schema/minimum-size.ts'
import { patternStrings } from './pattern-strings.ts'
import { factsOf, isHidden, mapOf, schemaOf, valuesOf, type Shape } from '../schema/shape.ts'

/** Properties made for an object that names none of its own. */
const usualExtras = 3
/** Most properties that are made where the schema asks for as many. */
const most = 1000
/** Different sets of properties tried where a schema wants some, but no one in particular. */
const windows = 8

type Members = ReadonlyMap<string, fc.Arbitrary<Json>>

/** Objects with every property, name and number of properties that the shape asks for. */
export function objects(shape: Shape, inside: Inside): Made<JsonObject> {
  const where = placeOf(shape.goal)
  const [min, max] = propertyRange(shape)
  const required = requiredNames(shape)
  if (min > max || required.size > max) return impossible(where, `it asks for more than maxProperties ${max}`)
  if (min > most) return impossible(where, `an object of ${min} properties is not made`)
  if (leastParts(inside, shape) > mostParts)
    return impossible(where, `it requires more than ${mostParts} values, which are not made`)
  const members = new Map<string, fc.Arbitrary<Json>>()
  for (const name of required) {
    const made = property(shape, inside, name)
    if (isImpossible(made)) return made
    members.set(name, made)
  }
  const missing = Math.max(0, min - required.size)
  const optional: Members =
    inside.isLeast && missing === 0 ? new Map() : optionalMembers(shape, inside, required, missing)
  if (optional.size < missing)
    return impossible(where, `fewer than minProperties ${min} properties can be made`)
  return assemble(shape, inOrder(shape, members, optional), missing, inside.isLeast)
}

/** The least and the greatest number of properties; the greatest may be Infinity. */
export function propertyRange(shape: Shape): readonly [min: number, max: number] {
  return [
    Math.max(0, ...valuesOf(shape, 'minProperties')),
    Math.min(Infinity, ...valuesOf(shape, 'maxProperties')),
  ]
}

/** Names of properties that the shape allows but does not speak of, at most `count`; not all need to be possible. */
export function extraNames(shape: Shape, inside: Inside, count: number): readonly string[] {
  const known = new Set(namesOf(shape))
  const sources = [
    ...fromPatterns(shape, count),
    ...fromPropertyNames(shape, inside, count),
    ...madeUp(count),
  ]
  return [...new Set(sources)].filter((name) => !known.has(name) && isName(shape, inside, name))
}

/** Whether `propertyNames` takes the name. */
function isName(shape: Shape, inside: Inside, name: string): boolean {
  return factsOf(shape, 'propertyNames').every((fact) => inside.accepts(schemaOf(fact), name))
}

/** The arbitrary of one property; impossible where none of that name may be there. */
function property(shape: Shape, inside: Inside, name: string): Made<Json> {
  if (!isName(shape, inside, name))
    return impossible(placeOf(shape.goal), `the name ${JSON.stringify(name)} is not allowed`)
  return inside.make(propertyGoal(shape, name))
}

function optionalMembers(
  shape: Shape,
  inside: Inside,
  required: ReadonlySet<string>,
  missing: number,
): Members {
  const named = namesOf(shape).filter((name) => !required.has(name) && !isHiddenProperty(shape, inside, name))
  const members = possible(shape, inside, named)
  const wanted = inside.isLeast
    ? missing - members.size
    : Math.max(missing - members.size, invitesExtras(shape) ? usualExtras : 0)
  if (wanted <= 0) return members
  const extras = possible(shape, inside, extraNames(shape, inside, wanted + members.size))
  return new Map([...members, ...[...extras].slice(0, wanted)])
}

/** Those that can be there, with all that they demand. */
function possible(shape: Shape, inside: Inside, names: readonly string[]): Map<string, fc.Arbitrary<Json>> {
  const members = new Map<string, fc.Arbitrary<Json>>()
  for (const name of names) {
    const made = property(shape, inside, name)
    if (!isImpossible(made)) members.set(name, made)
  }
  const required = requiredNames(shape)
  for (const name of names) {
    const demands = [...withDependents(shape, [name])]
    if (!demands.every((each) => members.has(each) || required.has(each))) members.delete(name)
  }
  return members
}

/** Whether the property is not to be sent in this view. */
export function isHiddenProperty(shape: Shape, inside: Inside, name: string): boolean {
  const nodes = factsOf(shape, 'properties').flatMap(({ node }) => subschema(node, 'properties', name) ?? [])
  return nodes.some((node) => isHidden(inside, node))
}

/** Whether the schema speaks of properties beyond those it names, or names none. */
function invitesExtras(shape: Shape): boolean {
  if (factsOf(shape, 'patternProperties').length > 0) return true
  const open = [...factsOf(shape, 'additionalProperties'), ...factsOf(shape, 'unevaluatedProperties')]
  return open.some(({ value }) => value !== false) || (open.length === 0 && namesOf(shape).length === 0)
}

function fromPatterns(shape: Shape, count: number): readonly string[] {
  const patterns = factsOf(shape, 'patternProperties').flatMap((fact) =>
    mapOf(fact).map(([pattern]) => pattern),
  )
  return patterns.flatMap((pattern) => drawn(patternStrings(pattern, 0, 100, placeOf(shape.goal)), count))
}

function fromPropertyNames(shape: Shape, inside: Inside, count: number): readonly string[] {
  const nodes = factsOf(shape, 'propertyNames').map(schemaOf)
  if (nodes.length === 0) return []
  return drawn(inside.make(goalOf([...nodes, synthetic({ type: 'string' })])), count).filter(
    (name) => typeof name === 'string',
  )
}

function drawn<T>(made: Made<T>, count: number): readonly T[] {
  return isImpossible(made) ? [] : fc.sample(made, { seed: 1, numRuns: count * 4 })
}

function madeUp(count: number): readonly string[] {
  return Array.from(
    { length: count + usualExtras },
    (_, index) => ['alpha', 'beta', 'gamma'][index] ?? `name${index}`,
  )
}

function inOrder(shape: Shape, required: Members, optional: Members): Ordered {
  const all = new Map([...required, ...optional])
  const known = new Set(namesOf(shape))
  const names = [
    ...[...known].filter((name) => all.has(name)),
    ...[...all.keys()].filter((name) => !known.has(name)),
  ]
  return {
    members: new Map(names.map((name) => [name, all.get(name)!])),
    required: [...required.keys()],
    optional: [...optional.keys()],
  }
}

interface Ordered {
  readonly members: Members
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** Puts properties together; of optional ones at least `missing`, different ones in turn. */
function assemble(shape: Shape, ordered: Ordered, missing: number, isLeast: boolean): Made<JsonObject> {
  const { required, optional } = ordered
  const starts = missing === 0 ? 1 : isLeast ? optional.length : Math.min(windows, optional.length)
  const made = Array.from({ length: starts }, (_, start) => {
    const turned = [...optional.slice(start), ...optional.slice(0, start)]
    return withAtLeast(
      shape,
      ordered,
      withDependents(shape, [...required, ...turned.slice(0, missing)]),
      isLeast,
    )
  })
  const found = made.flatMap((each) => (isImpossible(each) ? [] : [each]))
  const [first, ...others] = found
  if (!first) return made[0]!
  return isLeast || others.length === 0 ? first : fc.oneof(first, ...others)
}

function withAtLeast(
  shape: Shape,
  { members, required }: Ordered,
  kept: ReadonlySet<string>,
  isLeast: boolean,
): Made<JsonObject> {
  const [, max] = propertyRange(shape)
  if (kept.size > max) return impossible(placeOf(shape.goal), `it asks for more than maxProperties ${max}`)
  const model = Object.fromEntries([...members].filter(([name]) => !isLeast || kept.has(name)))
  const source: fc.Arbitrary<JsonObject> = fc.record<Record<string, Json>, string>(model, {
    requiredKeys: [...kept],
    noNullPrototype: true,
  })
  const isPlain = max >= members.size && factsOf(shape, 'dependentRequired').length === 0
  return isPlain ? source : source.map((value) => trimmed(shape, value, new Set([...required, ...kept]), max))
}

/** Leaves out optional properties whose demands are not met or that are too many, the last first. */
function trimmed(shape: Shape, value: JsonObject, kept: ReadonlySet<string>, max: number): JsonObject {
  const names = new Set(Object.keys(value))
  const dropUnmet = (): void => {
    for (const name of names)
      if (![...withDependents(shape, [name])].every((each) => names.has(each))) names.delete(name)
  }
  dropUnmet()
  for (const name of [...names].reverse()) {
    if (names.size <= max) break
    if (kept.has(name)) continue
    names.delete(name)
    dropUnmet()
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)))
}
