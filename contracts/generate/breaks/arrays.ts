import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { itemGoal, prefixOf } from '../schema/members.ts'
import { factsOf, schemaOf, withFacts, type Fact, type Shape } from '../schema/shape.ts'
import type { Site } from '../sites.ts'
import { arrays, containsRange, itemRange } from '../values/arrays.ts'
import { draw } from '../values/draw.ts'
import type { Maker } from '../values/maker.ts'
import type { Break, Breaks } from './break.ts'

type Items = readonly Json[]

/** The most items that are sent. */
const maxItems = 2000

/** One item too few or too many. */
export const itemCountBreaks: Breaks = (site, maker) => {
  const { shape, value } = site
  if (!Array.isArray(value)) return []
  const few = factsOf(shape, 'minItems').flatMap((fact) => {
    const count = (fact.value as number) - 1
    return count < 0
      ? []
      : [(value as Items).slice(0, count), ...ofCount(shape, maker, count)].map((items) => ({
          fact,
          value: items,
          says: `below minItems ${String(fact.value)}`,
        }))
  })
  const many = factsOf(shape, 'maxItems').flatMap((fact) => {
    const count = (fact.value as number) + 1
    return count > maxItems
      ? []
      : ofCount(shape, maker, count).map((items) => ({
          fact,
          value: items,
          says: `above maxItems ${String(fact.value)}`,
        }))
  })
  return [...few, ...many]
}

/** The first item repeated; an object also with its members in another order, which is equal in JSON Schema. */
export const uniqueBreaks: Breaks = (site, maker) => {
  const { shape } = site
  const [, max] = itemRange(shape)
  if (!Array.isArray(site.value)) return []
  const [items, first] = [filled(site, maker), filled(site, maker)[0]]
  if (first === undefined) return []
  const twice = (item: Json): Items => (items.length < max ? [...items, item] : [...items.slice(0, -1), item])
  return factsOf(shape, 'uniqueItems').flatMap((fact): readonly Break[] => [
    { fact, value: twice(first), says: 'with the same item twice' },
    ...(isJsonObject(first) && Object.keys(first).length > 1
      ? [
          {
            fact,
            value: twice(reversed(first)),
            says: 'with the same item twice, its members in another order',
          },
        ]
      : []),
  ])
}

function reversed(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).reverse())
}

/** An additional item where none is allowed. */
export const extraItemBreaks: Breaks = ({ shape, value }, maker) => {
  if (!Array.isArray(value)) return []
  const length = prefixOf(shape)
  return ['items', 'unevaluatedItems'].flatMap((keyword) =>
    factsOf(shape, keyword)
      .filter((fact) => fact.value === false)
      .flatMap((fact) => {
        const full = value.length >= length ? (value as Items) : ofCount(shape, maker, length)[0]
        return [{ fact, value: [...(full ?? []), 'one more'], says: 'with an item more than it may have' }]
      }),
  )
}

/** Fewer or more items that match `contains` than it allows. */
export const containsBreaks: Breaks = ({ shape, value }, maker) => {
  if (!Array.isArray(value)) return []
  return factsOf(shape, 'contains').flatMap((fact) => [
    ...withoutMatch(shape, maker, fact),
    ...withMatches(shape, maker, fact),
  ])
}

function withoutMatch(shape: Shape, maker: Maker, fact: Fact): readonly Break[] {
  const none = withFacts(shape, ['contains'], {
    items: { not: { $ref: schemaOf(fact).pointer } },
    minItems: Math.max(1, itemRange(shape)[0]),
  })
  return [...draw(arrays(none, maker.leastBuild)), []].map((value) => ({
    fact,
    value,
    says: 'without an item that it must contain',
  }))
}

function withMatches(shape: Shape, maker: Maker, fact: Fact): readonly Break[] {
  const [, most] = containsRange(fact)
  if (most === Infinity) return []
  const more = withFacts(shape, ['contains'], {
    contains: { $ref: schemaOf(fact).pointer },
    minContains: most + 1,
  })
  return draw(arrays(more, maker.leastBuild)).map((value) => ({
    fact,
    value,
    says: `with more than ${most} items of one kind`,
  }))
}

function filled({ shape, value }: Site, maker: Maker): Items {
  const items = value as Items
  return items.length > 0 ? items : (ofCount(shape, maker, 1)[0] ?? draw(maker.least(itemGoal(shape, 0))))
}

function ofCount(shape: Shape, maker: Maker, count: number): readonly Items[] {
  return draw(
    arrays(
      withFacts(shape, ['minItems', 'maxItems'], { minItems: count, maxItems: count }),
      maker.leastBuild,
    ),
  )
}
