import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { own } from '../../../spec/util/object.ts'
import { without, withProperty } from '../object-edits.ts'
import { namesOf, propertyGoal, requiredNames } from '../schema/members.ts'
import { factsOf, withFacts, type Fact, type Shape } from '../schema/shape.ts'
import { holding } from '../sites.ts'
import { draw, drawTypical } from '../values/draw.ts'
import type { Maker } from '../values/maker.ts'
import { objects } from '../values/objects.ts'
import type { Break, Breaks } from './break.ts'

/** The most properties that are sent. */
const maxProperties = 500

/** How many required properties are left out, each in turn; the first ones. */
const maxMissing = 200

/** Each required property missing, unless it has a `default`: then the document says both that it is needed and that it is not. */
export const requiredBreaks: Breaks = ({ shape, value }) => {
  if (!isJsonObject(value)) return []
  return factsOf(shape, 'required').flatMap((fact) =>
    (fact.value as readonly string[])
      .filter((name) => Object.hasOwn(value, name) && !hasDefault(shape, name))
      .slice(0, maxMissing)
      .map((name) => ({
        fact,
        value: without(value, name),
        says: 'missing, though required',
        property: name,
      })),
  )
}

const hasDefault = (shape: Shape, name: string): boolean =>
  propertyGoal(shape, name).parts.some(({ schema }) => own(schema, 'default') !== undefined)

/** A property missing that another one requires. */
export const dependencyBreaks: Breaks = (site, maker, isValid) => {
  const { shape, value } = site
  if (!isJsonObject(value)) return []
  return factsOf(shape, 'dependentRequired').flatMap((fact) =>
    Object.entries(fact.value as Readonly<Record<string, readonly string[]>>).flatMap(([name, demanded]) => {
      const object = holding(maker, site, value, name, isValid)
      if (!object) return []
      return demanded.map((each): Break => ({
        fact,
        value: without(object, each),
        says: `missing, though ${name} is there`,
        property: each,
      }))
    }),
  )
}

/** Properties that an object does not allow: an unknown one, and a declared one in another case. */
export const closedBreaks: Breaks = (site) => {
  const { shape, value } = site
  if (!isJsonObject(value)) return []
  const names = ['unexpectedProperty', ...namesOf(shape).slice(0, 1).map(otherCase)].filter(
    (name) => !namesOf(shape).includes(name),
  )
  const closing = ['additionalProperties', 'unevaluatedProperties'].flatMap((keyword) =>
    factsOf(shape, keyword).filter((fact) => fact.value === false),
  )
  return closing.flatMap((fact) =>
    names.map((name): Break => ({
      fact,
      value: { ...value, [name]: 'unexpected' },
      says: 'not allowed',
      property: name,
    })),
  )
}

/** Properties whose schema is `false`. */
export const forbiddenBreaks: Breaks = ({ shape, value }) => {
  if (!isJsonObject(value)) return []
  return namesOf(shape).flatMap((name) => {
    const node = propertyGoal(shape, name).parts.find(({ schema }) => schema === false)
    const fact: Fact | undefined = node && { keyword: 'false', value: false, node, scopes: [] }
    return fact
      ? [{ fact, value: withProperty(value, name, 'forbidden'), says: 'not allowed', property: name }]
      : []
  })
}

/** One property too few or too many. */
export const propertyCountBreaks: Breaks = (site, maker) => {
  const { shape, value } = site
  if (!isJsonObject(value)) return []
  const few = factsOf(shape, 'minProperties').map((fact) => ({
    fact,
    value: fewer(shape, value, (fact.value as number) - 1),
    says: `below minProperties ${String(fact.value)}`,
  }))
  const many = factsOf(shape, 'maxProperties').flatMap((fact) => {
    const count = (fact.value as number) + 1
    return count > maxProperties
      ? []
      : ofCount(shape, maker, count).map((object) => ({
          fact,
          value: object,
          says: `above maxProperties ${String(fact.value)}`,
        }))
  })
  return [...few, ...many]
}

/** Properties whose names are not allowed. */
export const nameBreaks: Breaks = ({ shape, value }, maker) => {
  if (!isJsonObject(value)) return []
  const names = ['not a name!', 'UPPER', 'lower', 'x'.repeat(300), '']
  return factsOf(shape, 'propertyNames').flatMap((fact) =>
    names.map((name): Break => ({
      fact,
      value: withProperty(value, name, anyFor(shape, maker, name)),
      says: `with a property of a name that is not allowed, ${JSON.stringify(name.slice(0, 20))}`,
    })),
  )
}

function anyFor(shape: Shape, maker: Maker, name: string): Json {
  return drawTypical(maker.least(propertyGoal(shape, name))) ?? 'x'
}

/** Some of the properties, the required ones first. */
function fewer(shape: Shape, value: JsonObject, count: number): JsonObject {
  const required = requiredNames(shape)
  const kept = Object.keys(value).sort(
    (one, other) => Number(required.has(other)) - Number(required.has(one)),
  )
  return Object.fromEntries(kept.slice(0, count).map((name) => [name, value[name]!]))
}

function ofCount(shape: Shape, maker: Maker, count: number): readonly JsonObject[] {
  const exactly = withFacts(shape, ['minProperties', 'maxProperties'], {
    minProperties: count,
    maxProperties: count,
  })
  return draw(objects(exactly, maker.leastBuild))
}

function otherCase(name: string): string {
  const [first = '', ...rest] = name
  return (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + rest.join('')
}
