import type { Parameter, SchemaNode } from '../../../spec/document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { resolvePointer } from '../../../spec/pointer.ts'
import { itemsOf, possiblePropertiesOf, typesOf } from '../../../spec/refs.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, recordProperties, type Api } from '../../api.ts'
import { keywordsOf } from '../../keywords.ts'

/** What a query parameter of a list asks of a property of its items, beside equality. */
export interface Query {
  readonly parameter: Parameter
  readonly property: string
  /** `least` and `most` bound it, `member` asks for a value among those it has, `field` is one of several in one object. */
  readonly kind: 'least' | 'most' | 'member' | 'field'
  /** Name within the parameter's own object, for `field`. */
  readonly field?: string
  /** Whether the document says in words what the parameter is for. */
  readonly isDescribed: boolean
}

const least = new Set('min minimum least from since after start starting gte gt'.split(' '))
const most = new Set('max maximum most to till until before end ending lte lt'.split(' '))

/** Words that say what kind of value a property is, and that a parameter may leave out: `messageCount`, `createdAt`. */
const kinds = new Set('count at on date time number amount value total'.split(' '))

/** The words of a name, in lower case. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const singular = (word: string): string => word.replace(/(?<=[a-z]{2})s$/, '')

/** Words without plurals, to be compared. */
export const plain = (words: readonly string[]): string => words.map(singular).join(' ')

/** The queries of a resource's list that its own filters do not cover. */
export function queriesOf(api: Api, resource: Resource): readonly Query[] {
  const list = operationFor(api, resource, 'list')
  const { size, position } = resource.paging ?? {}
  const taken = new Set([size, position, ...resource.filters.map(({ parameter }) => parameter)])
  const parameters =
    list?.operation.parameters.filter(
      (each) => each.in === 'query' && each.schema && !taken.has(each.name),
    ) ?? []
  const properties = recordProperties(api, resource)
  return parameters.flatMap((parameter) => queriesBy(api, parameter, properties))
}

function queriesBy(
  api: Api,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly Query[] {
  const { schema, name } = parameter
  if (!schema) return []
  const isDescribed = isText(resolvePointer(api.document.root, parameter.pointer))
  const fields = possiblePropertiesOf(api.document, schema)
  if (fields.size > 0) {
    return [...fields].flatMap(([field, node]): readonly Query[] => {
      const own = properties.get(field)
      return own && isSameKind(api, node, own)
        ? [{ parameter, property: field, kind: 'field', field, isDescribed }]
        : []
    })
  }
  const member = [...properties].find(
    ([property, node]) => isNamed(name, property) && isListOf(api, node, schema),
  )
  if (member) return [{ parameter, property: member[0], kind: 'member', isDescribed }]
  return boundsBy(api, parameter, schema, properties, isDescribed)
}

const isText = (object: unknown): boolean =>
  typeof (object as { readonly description?: unknown } | undefined)?.description === 'string'

const isNamed = (name: string, property: string): boolean => plain(wordsOf(name)) === plain(wordsOf(property))

/** Whether a property is a list of what the parameter is, or is a list of. */
function isListOf(api: Api, node: SchemaNode, asked: SchemaNode): boolean {
  const items = itemsOf(api.document, node)
  return (
    items !== undefined &&
    typesOf(api.document, node).has('array') &&
    isSameKind(api, itemsOf(api.document, asked) ?? asked, items)
  )
}

function boundsBy(
  api: Api,
  parameter: Parameter,
  schema: SchemaNode,
  properties: ReadonlyMap<string, SchemaNode>,
  isDescribed: boolean,
): readonly Query[] {
  const words = wordsOf(parameter.name)
  const rest = words.filter((word) => !least.has(word) && !most.has(word))
  const sides = words.filter((word) => !rest.includes(word))
  const [side] = sides
  if (side === undefined || sides.length > 1 || !isOrdered(api, schema)) return []
  const comparable = [...properties].filter(
    ([, node]) => isOrdered(api, node) && isSameKind(api, schema, node),
  )
  const named = comparable.filter(([property]) => rest.length > 0 && isAbout(rest, wordsOf(property)))
  const [found, other] = rest.length === 0 ? comparable : named
  return found && !other
    ? [{ parameter, property: found[0], kind: least.has(side) ? 'least' : 'most', isDescribed }]
    : []
}

/** `messages` is about `messageCount`, `created` about `createdAt`. */
function isAbout(words: readonly string[], property: readonly string[]): boolean {
  const isMore =
    property.length > words.length && property.slice(words.length).every((word) => kinds.has(word))
  return (
    plain(words) === plain(property) || (isMore && plain(words) === plain(property.slice(0, words.length)))
  )
}

/** A number or a time. */
function isOrdered(api: Api, node: SchemaNode): boolean {
  const types = typesOf(api.document, node)
  const format = keywordsOf(api, node).get('format')
  return (
    types.has('integer') ||
    types.has('number') ||
    (types.has('string') && (format === 'date-time' || format === 'date'))
  )
}

function isSameKind(api: Api, one: SchemaNode, other: SchemaNode): boolean {
  const [types, others] = [typesOf(api.document, one), typesOf(api.document, other)]
  const isNumber = (all: typeof types): boolean => all.has('integer') || all.has('number')
  if (others.has('object') || (others.has('array') && !types.has('array'))) return false
  if (isNumber(types) || isNumber(others)) return isNumber(types) && isNumber(others) && !types.has('string')
  if (types.has('boolean') || others.has('boolean')) return types.has('boolean') && others.has('boolean')
  return (
    types.has('string') &&
    others.has('string') &&
    keywordsOf(api, one).get('format') === keywordsOf(api, other).get('format')
  )
}

/** How a value stands to a bound: below 0, 0, above 0; undefined when they cannot be compared. */
function compareOrdered(value: Json | undefined, bound: Json): number | undefined {
  const isNumber = (each: unknown): each is number | bigint =>
    typeof each === 'number' || typeof each === 'bigint'
  if (isNumber(value) && isNumber(bound)) return value < bound ? -1 : value > bound ? 1 : 0
  if (typeof value !== 'string' || typeof bound !== 'string') return undefined
  const [at, other] = [Date.parse(value), Date.parse(bound)]
  return Number.isNaN(at) || Number.isNaN(other) ? undefined : Math.sign(at - other)
}

/** Whether an item is what was asked for; undefined when that cannot be told. */
export function matches({ kind, property }: Query, value: Json, item: JsonObject): boolean | undefined {
  const own = Object.hasOwn(item, property) ? item[property] : undefined
  if (kind === 'member') return isArray(own) ? own.includes(value) : undefined
  if (kind === 'field')
    return own === undefined || own === null || isJsonObject(own) ? undefined : own === value
  const order = compareOrdered(own, value)
  // Whether a bound belongs to what it bounds is the API's own affair.
  return order === undefined || order === 0 ? undefined : order > 0 === (kind === 'least')
}

/** Values worth asking for: each leaves out some of the items there are, or all of them. */
export function valuesFor(query: Query, items: readonly JsonObject[]): readonly Json[] {
  const there = items.flatMap((item) => {
    const own = item[query.property]
    return own === undefined || own === null || isJsonObject(own) ? [] : isArray(own) ? own : [own]
  })
  const distinct = [...new Set(there)]
  if (query.kind === 'member' || query.kind === 'field') {
    return distinct.filter((value) => items.some((item) => matches(query, value, item) === false)).slice(0, 3)
  }
  const sorted = distinct.sort((a, b) => compareOrdered(a, b) ?? 0)
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  return sorted.length < 2 || lowest === undefined || highest === undefined ? [] : [lowest, highest]
}
