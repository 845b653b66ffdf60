import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { without } from '../object-edits.ts'
import { namesOf, propertyGoal, requiredNames } from '../schema/members.ts'
import { valuesOf, withFacts, type Shape } from '../schema/shape.ts'
import { holding, type IsValid, type Site } from '../sites.ts'
import { arrays, itemRange } from '../values/arrays.ts'
import { draw, drawTypical } from '../values/draw.ts'
import type { Maker } from '../values/maker.ts'
import { isHiddenProperty, objects, propertyRange } from '../values/objects.ts'
import type { Edge, Edges } from './edge.ts'

/** The most items, or properties, of a valid value. */
const maxItems = 200

/** How many optional properties are each added alone and left out alone, the first ones. */
const maxOptional = 200

export const arrayEdges: Edges = ({ shape, value }, maker) => {
  if (!Array.isArray(value)) return []
  const [min, max] = itemRange(shape)
  return [
    ...(min === 0
      ? [{ keyword: 'minItems', value: [], says: 'the empty array' }]
      : ofItems(shape, maker, min, 'minItems', 'the fewest items')),
    ...(max <= maxItems ? ofItems(shape, maker, max, 'maxItems', 'the most items') : []),
    ...(max === Infinity ? ofItems(shape, maker, min + 2, 'items', 'some items') : []),
  ]
}

export const objectEdges: Edges = (site, maker, isValid) => {
  const { shape, value } = site
  if (!isJsonObject(value)) return []
  const optional = optionalNames(shape, maker)
  const all = withEvery(site, maker, isValid, { value, optional })
  const none = withNone(value, optional)
  return [
    {
      keyword: 'properties',
      value: none,
      says: optional.length > 0 ? 'without optional properties' : 'as it is',
    },
    { keyword: 'properties', value: all, says: 'with every optional property' },
    ...optional.slice(0, maxOptional).flatMap((name) => presence(site, maker, isValid, { name, all, none })),
    ...counts(shape, maker),
    ...undeclared(shape, value),
  ]
}

interface Optional {
  readonly value: JsonObject
  readonly optional: readonly string[]
}

/** The object with all optional properties: added at once or, if that is not valid, the first ones one after another. */
function withEvery(site: Site, maker: Maker, isValid: IsValid, { value, optional }: Optional): JsonObject {
  const drawn = optional
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => [name, drawTypical(maker.least(propertyGoal(site.shape, name)))] as const)
  const possible = drawn.flatMap(([name, property]) =>
    property === undefined ? [] : [[name, property] as const],
  )
  const whole: JsonObject = { ...value, ...Object.fromEntries(possible) }
  if (possible.length === drawn.length && isValid(site.put(whole))) return whole
  return optional
    .slice(0, maxOptional)
    .reduce<JsonObject>((object, name) => holding(maker, site, object, name, isValid) ?? object, value)
}

function withNone(value: JsonObject, optional: readonly string[]): JsonObject {
  const left = new Set(optional)
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)))
}

function optionalNames(shape: Shape, maker: Maker): readonly string[] {
  const required = requiredNames(shape)
  return namesOf(shape).filter((name) => !required.has(name) && !isHiddenProperty(shape, maker.build, name))
}

interface Extremes {
  readonly name: string
  readonly all: JsonObject
  readonly none: JsonObject
}

function presence(
  site: Site,
  maker: Maker,
  isValid: IsValid,
  { name, all, none }: Extremes,
): readonly Edge[] {
  const present = holding(maker, site, none, name, isValid)
  return [
    ...(present ? [{ keyword: 'properties', value: present, says: 'present', property: name }] : []),
    { keyword: 'properties', value: without(all, name), says: 'absent', property: name },
  ]
}

function counts(shape: Shape, maker: Maker): readonly Edge[] {
  const [min, max] = propertyRange(shape)
  const wanted = [
    ...(min > 0 ? [[min, 'minProperties', 'the fewest properties'] as const] : []),
    ...(max < maxItems ? [[max, 'maxProperties', 'the most properties'] as const] : []),
  ]
  return wanted.flatMap(([count, keyword, says]) => {
    const exact = withFacts(shape, [], { minProperties: count, maxProperties: count })
    return draw(objects(exact, maker.leastBuild)).map((value) => ({ keyword, value, says }))
  })
}

/** The object with an undeclared property, if it declares some and allows others. */
function undeclared(shape: Shape, value: JsonObject): readonly Edge[] {
  const name = 'unexpectedProperty'
  if (namesOf(shape).length === 0 || propertyGoal(shape, name).parts.length > 0) return []
  if (
    valuesOf(shape, 'additionalProperties').length > 0 &&
    !valuesOf(shape, 'additionalProperties').includes(true)
  )
    return []
  return [
    {
      keyword: 'additionalProperties',
      value: { ...value, [name]: 'kept, ignored or refused' },
      says: 'not declared',
      property: name,
      undeclared: true,
    },
  ]
}

function ofItems(shape: Shape, maker: Maker, count: number, keyword: string, says: string): readonly Edge[] {
  const exact = withFacts(shape, [], { minItems: count, maxItems: count })
  return draw<Json>(arrays(exact, maker.leastBuild)).map((value) => ({ keyword, value, says }))
}
