import * as fc from 'fast-check'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { subschema } from '../../../spec/schemas/subschemas.ts'
import { impossible, isImpossible } from '../impossible.ts'
import { goalOf, placeOf, synthetic } from '../schema/goal.ts'
import { namesOf, propertyGoal, requiredNames, withDependents, type BuildContext } from '../schema/members.ts'
import { minimumSize, maxParts } from '../schema/minimum-size.ts'
import { factsOf, isHidden, mapOf, schemaOf, valuesOf, type Shape } from '../schema/shape.ts'
import type { Made } from './checked.ts'
import { patternStrings } from './pattern-strings.ts'

/** How many properties an object without declared ones gets. */
const usualExtras = 3
/** The most properties that are generated when a schema requires them. */
const maxProperties = 1000
/** How many sets of properties are tried when a schema requires a number of them, but no particular ones. */
const windows = 8

type Members = ReadonlyMap<string, fc.Arbitrary<Json>>

/** Objects that satisfy the keywords of a shape about properties, their names and their number. */
export function objects(shape: Shape, build: BuildContext): Made<JsonObject> {
  const where = placeOf(shape.goal)
  const [min, max] = propertyRange(shape)
  const required = requiredNames(shape)
  if (min > max || required.size > max) return impossible(where, `it asks for more than maxProperties ${max}`)
  if (min > maxProperties) return impossible(where, `an object of ${min} properties is not made`)
  if (minimumSize(build, shape) > maxParts)
    return impossible(where, `it requires more than ${maxParts} values, which are not made`)
  const members = new Map<string, fc.Arbitrary<Json>>()
  for (const name of required) {
    const made = property(shape, build, name)
    if (isImpossible(made)) return made
    members.set(name, made)
  }
  const missing = Math.max(0, min - required.size)
  const optional: Members =
    build.isLeast && missing === 0 ? new Map() : optionalMembers(shape, build, required, missing)
  if (optional.size < missing)
    return impossible(where, `fewer than minProperties ${min} properties can be made`)
  return assemble(shape, inOrder(shape, members, optional), missing, build.isLeast)
}

/** The minimum and maximum number of properties; the maximum may be Infinity. */
export function propertyRange(shape: Shape): readonly [min: number, max: number] {
  return [
    Math.max(0, ...valuesOf(shape, 'minProperties')),
    Math.min(Infinity, ...valuesOf(shape, 'maxProperties')),
  ]
}

/** At most about `count` names of properties that a shape allows but does not mention; not all of them need to be possible. */
export function extraNames(shape: Shape, build: BuildContext, count: number): readonly string[] {
  const known = new Set(namesOf(shape))
  const sources = [...fromPatterns(shape, count), ...fromPropertyNames(shape, build, count), ...madeUp(count)]
  return [...new Set(sources)].filter((name) => !known.has(name) && isName(shape, build, name))
}

/** Whether `propertyNames` allows a name. */
function isName(shape: Shape, build: BuildContext, name: string): boolean {
  return factsOf(shape, 'propertyNames').every((fact) => build.accepts(schemaOf(fact), name))
}

/** The arbitrary of one property; impossible when none of that name is allowed. */
function property(shape: Shape, build: BuildContext, name: string): Made<Json> {
  if (!isName(shape, build, name))
    return impossible(placeOf(shape.goal), `the name ${JSON.stringify(name)} is not allowed`)
  return build.make(propertyGoal(shape, name))
}

function optionalMembers(
  shape: Shape,
  build: BuildContext,
  required: ReadonlySet<string>,
  missing: number,
): Members {
  const named = namesOf(shape).filter((name) => !required.has(name) && !isHiddenProperty(shape, build, name))
  const members = possible(shape, build, named)
  const wanted = build.isLeast
    ? missing - members.size
    : Math.max(missing - members.size, invitesExtras(shape) ? usualExtras : 0)
  if (wanted <= 0) return members
  const extras = possible(shape, build, extraNames(shape, build, wanted + members.size))
  return new Map([...members, ...[...extras].slice(0, wanted)])
}

/** The properties that can be generated, together with all that they require. */
function possible(
  shape: Shape,
  build: BuildContext,
  names: readonly string[],
): Map<string, fc.Arbitrary<Json>> {
  const members = new Map<string, fc.Arbitrary<Json>>()
  for (const name of names) {
    const made = property(shape, build, name)
    if (!isImpossible(made)) members.set(name, made)
  }
  const required = requiredNames(shape)
  for (const name of names) {
    const demands = [...withDependents(shape, [name])]
    if (!demands.every((each) => members.has(each) || required.has(each))) members.delete(name)
  }
  return members
}

/** Whether the property must not be sent in this view. */
export function isHiddenProperty(shape: Shape, build: BuildContext, name: string): boolean {
  const nodes = factsOf(shape, 'properties').flatMap(({ node }) => subschema(node, 'properties', name) ?? [])
  return nodes.some((node) => isHidden(build, node))
}

/** Whether to add undeclared properties: the schema has keywords about them, or declares none at all. */
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

function fromPropertyNames(shape: Shape, build: BuildContext, count: number): readonly string[] {
  const nodes = factsOf(shape, 'propertyNames').map(schemaOf)
  if (nodes.length === 0) return []
  return drawn(build.make(goalOf([...nodes, synthetic({ type: 'string' })])), count).filter(
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

/** Combines properties to objects with at least `missing` optional ones, a different selection of them each time. */
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

/** Drops optional properties that lack what they require, and the last ones if there are too many. */
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
