import type { Json, JsonObject } from '../../../spec/json.ts'
import { toPattern } from '../../../spec/patterns/pattern.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import { own } from '../../../spec/util/object.ts'
import { tellsOfErrors } from '../realistic/errors.ts'
import { noun } from '../realistic/words.ts'
import { all, atLeast, atMost } from '../shape/constraints.ts'
import type { Shape } from '../shape/shape.ts'
import { perShape } from '../shape/shape.ts'
import type { Builder } from './builder.ts'
import { createPatternSampler } from './pattern.ts'
import type { Place } from './place.ts'
import { insideObject, propertyPlace, words } from './place.ts'

/** The probability of including an optional property, by attempt. */
const likelihoods = [1, 0.7, 0.5, 0.3]

/** Builds an object with all required properties, and optional ones as far as limits allow. */
export function buildObject(builder: Builder, shape: Shape, place: Place): JsonObject {
  const members = new Map<string, Json>()
  const here = insideObject(place, shape)
  const add = (name: string): void => {
    const property = propertyOf(builder, shape, name)
    const value = builder.build(property, propertyPlace(here, name))
    if (value !== undefined) members.set(name, value)
  }
  for (const name of namesOf(builder, shape, place)) add(name)
  const wanted = wantedEntries(shape, members.size, place)
  for (let turn = 0; members.size < wanted && turn < wanted + 20; turn += 1) {
    const name = makeName(builder, shape, place, turn)
    if (!members.has(name) && isAllowed(builder, shape, name)) add(name)
  }
  return fromMembers(members)
}

/** Unlike assignment, this makes `__proto__` an ordinary property. */
function fromMembers(members: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries(members)
}

/** The properties to fill, in the document's order: all required ones, and optional ones up to `maxProperties`. */
function namesOf(builder: Builder, shape: Shape, place: Place): readonly string[] {
  const required = requiredNames(shape)
  const chance = place.random.fork('optional')
  const likelihood = likelihoods[place.attempt] ?? 0
  const isSuccess = place.isSuccess && place.depth === 0
  const isWanted = (name: string): boolean => {
    const isLikely = chance.next() < likelihood && !(isSuccess && tellsOfErrors(words(name)))
    return isLikely && place.depth < 7 && place.budget.left > 0 && isFillable(builder, shape, name, place)
  }
  const declared = declaredNames(shape)
  const optional = [...declared].filter((name) => !required.has(name) && isWanted(name))
  const room = Math.max(0, sizes(shape).max - required.size)
  const chosen =
    all(shape, 'dependentRequired').length === 0
      ? new Set([...required, ...optional.slice(0, room)])
      : withDependents(builder, shape, optional, room)
  return [
    ...[...declared].filter((name) => chosen.has(name)),
    ...[...chosen].filter((name) => !declared.has(name)),
  ]
}

/** The required names, and those optional names that fit together with everything they depend on. */
function withDependents(
  builder: Builder,
  shape: Shape,
  optional: readonly string[],
  room: number,
): ReadonlySet<string> {
  const required = requiredNames(shape)
  const chosen = new Set(required)
  for (const name of optional) {
    const extended = closure(shape, [...chosen, name])
    const isPossible = [...extended].every((each) => chosen.has(each) || isAllowed(builder, shape, each))
    if (isPossible && extended.size - required.size <= room) extended.forEach((each) => chosen.add(each))
  }
  return chosen
}

const declaredNames = perShape(
  (shape): ReadonlySet<string> =>
    new Set(shape.keywords.flatMap((each) => Object.keys(each['properties'] ?? {}))),
)

/** The properties an object must have, by `required` and `dependentRequired`. */
export const requiredNames: (shape: Shape) => ReadonlySet<string> = perShape((shape) =>
  closure(shape, [...shape.required]),
)

/** The names, and all that `dependentRequired` requires because of them. */
function closure(shape: Shape, names: readonly string[]): ReadonlySet<string> {
  const closed = new Set(names)
  const rules = all(shape, 'dependentRequired')
  for (const name of closed) {
    for (const rule of rules) {
      for (const other of (own(rule, name) ?? []) as readonly string[]) closed.add(other)
    }
  }
  return closed
}

function isFillable(builder: Builder, shape: Shape, name: string, place: Place): boolean {
  const property = propertyOf(builder, shape, name)
  return !property.isImpossible && !property.annotations.isHidden && !isRecursive(place, shape, property)
}

/** Whether the property would contain a value of the same shape as an object around it. */
function isRecursive({ path }: Place, shape: Shape, property: Shape): boolean {
  return property.core !== '' && (property.core === shape.core || path.includes(property.core))
}

function isAllowed(builder: Builder, shape: Shape, name: string): boolean {
  return !propertyOf(builder, shape, name).isImpossible
}

const propertiesKnown = perShape(() => new Map<string, Shape>())

/** The shape of a property, from all schemas that apply to it. Cached. */
export function propertyOf(builder: Builder, shape: Shape, name: string): Shape {
  const known = propertiesKnown(shape)
  const property = known.get(name) ?? shapeOfProperty(builder, shape, name)
  if (known.size < 1000) known.set(name, property)
  return property
}

function shapeOfProperty({ shapes }: Builder, shape: Shape, name: string): Shape {
  const property = shapes.of(propertySchemas(shape, name))
  if (!property.isImpossible || !requiredNames(shape).has(name)) return property
  // If one schema requires the property and another forbids it, including it as described is the smaller violation.
  const described = shapes.of(
    shape.keywords.flatMap((each) => (own(each['properties'], name) ?? []) as JsonSchema[]),
  )
  return described.annotations.isHidden ? property : described
}

/** Every schema that applies to a property (JSON Schema 2020-12 §10.3.2). */
function propertySchemas(shape: Shape, name: string): readonly JsonSchema[] {
  const schemas = shape.keywords.flatMap((each): readonly JsonSchema[] => {
    const declared = own(each['properties'], name) as JsonSchema | undefined
    const patterns = Object.entries((each['patternProperties'] ?? {}) as Record<string, JsonSchema>)
    const matching = patterns
      .filter(([pattern]) => toPattern(pattern)?.test(name))
      .map(([, schema]) => schema)
    const other = each['additionalProperties'] as JsonSchema | undefined
    const applied = declared === undefined ? matching : [declared, ...matching]
    return applied.length > 0 || other === undefined ? applied : [other]
  })
  return schemas.length > 0 ? schemas : (all(shape, 'unevaluatedProperties') as readonly JsonSchema[])
}

/** The bounds on the number of properties. A map is an object whose entries have a schema, but no fixed names. */
const sizes = perShape((shape) => ({
  min: atLeast(shape, 'minProperties', 0),
  max: atMost(shape, 'maxProperties', Infinity),
  isMap: ['additionalProperties', 'patternProperties'].some((keyword) =>
    all(shape, keyword).some((value) => Object.keys(Object(value) as object).length > 0),
  ),
}))

/** The number of properties to reach with made-up names: a few for a map, or as many as `minProperties` requires. */
function wantedEntries(shape: Shape, size: number, place: Place): number {
  const { min, max, isMap } = sizes(shape)
  const usual = isMap && size === 0 && place.depth < 6 && place.budget.left > 0 && place.attempt < 5 ? 2 : 0
  return Math.min(max, Math.max(min, usual))
}

function makeName(builder: Builder, shape: Shape, place: Place, turn: number): string {
  const random = place.random.fork(`name ${String(turn)}`)
  const patterns = all(shape, 'patternProperties').flatMap((value) => Object.keys(value as object))
  const isOpen = all(shape, 'additionalProperties').every((value) => value !== false)
  if (patterns.length > 0 && (!isOpen || turn % 2 === 0)) {
    const name = createPatternSampler(random.pick(patterns))(random, { min: 1, max: 40 })
    if (name !== undefined) return name
  }
  const nameSchemas = all(shape, 'propertyNames') as readonly JsonSchema[]
  const source = builder.sources({ random, owner: random, parent: '' })
  if (nameSchemas.length === 0) return noun(source)
  const name = builder.build(builder.shapes.of([...nameSchemas, textSchema]), {
    ...place,
    random,
    words: 'key',
    isRepeat: turn > 0,
  })
  return typeof name === 'string' ? name : noun(source)
}

const textSchema: JsonSchema = { type: 'string' }
