import type { Document, Operation, Parameter } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { itemOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../times/timestamps.ts'

/** The property that a list is sorted by, and the direction. */
export interface Order {
  readonly property: string
  readonly descending: boolean
  /** What items with the same value are ordered by. */
  readonly then?: Order
}

/** An order that a sentence states by what comes first, or by its kind. */
export interface StatedOrder extends Order {
  /** `text` for an alphabetical order, `time` for a chronological one. */
  readonly kind: 'number' | 'text' | 'time'
}

/** The query parameters that sort a list. */
export interface SortParameters {
  readonly parameter: Parameter
  /** The parameter for the direction, if there is a separate one. */
  readonly direction: Parameter | undefined
}

const orders = /^[_$]?(?:sort|order|ordering|sort[-_]?by|order[-_]?by)$/i
const directions = /^_?(?:dir|direction|order|(?:sort|order)[-_]?(?:dir|direction|order))$/i
const descending = /^(?:desc|descending|-1)$/i

/** `o` with `created` and `-created`. */
const isShortOrder = (document: Document, { name, schema }: Parameter): boolean =>
  name === 'o' && schema !== undefined && enumValues(document, itemOf(document, schema)).some(isReverse)

const isReverse = (value: unknown): boolean => typeof value === 'string' && value.startsWith('-')

/** The query parameters of a list that sort it; undefined if it cannot be sorted. */
export function sortParametersOf(document: Document, operation: Operation): SortParameters | undefined {
  const query = queryParametersOf(operation)
  const isDirection = (each: Parameter): boolean =>
    listedValues(document, each).some((value) => descending.test(value))
  const direction =
    query.find((each) => directions.test(each.name) && isDirection(each)) ??
    // `order_by=name&sort=desc`
    query.find(
      (each, _, all) =>
        /^_?sort$/i.test(each.name) &&
        isDirection(each) &&
        all.some((other) => /^_?order[-_]?by$/i.test(other.name)),
    )
  const parameter =
    query.find((each) => orders.test(each.name) && each !== direction) ??
    query.find((each) => isShortOrder(document, each))
  return parameter && { parameter, direction }
}

/**
 * The parameter that takes nothing but a direction beside no other for the property, as `order=desc`, and the property that it is
 * for: the one that its description names, else the time of the creation.
 */
export function loneDirection(
  document: Document,
  operation: Operation,
  properties: ReadonlyMap<string, unknown>,
): { readonly parameter: string; readonly property: string } | undefined {
  const [parameter, ...others] = queryParametersOf(operation).filter(
    (each) => orders.test(each.name) || directions.test(each.name),
  )
  if (!parameter || others.length > 0) return undefined
  const values = listedValues(document, parameter)
  if (values.length !== 2 || !values.every((each) => /^(?:asc|desc)/i.test(each))) return undefined
  const text = ` ${singularWordsOf(parameterDescription(document, parameter))} `
  const names = [...properties.keys()]
  const property =
    names.find((each) => each.length > 2 && text.includes(` ${singularWordsOf(each)} `)) ??
    names.find(isCreationTimestamp)
  return property === undefined ? undefined : { parameter: parameter.name, property }
}

/** The strings in a parameter's enum. */
export function listedValues(document: Document, { schema }: Parameter): readonly string[] {
  return schema ? enumValues(document, schema).filter((value) => typeof value === 'string') : []
}

const bothWays =
  /\b(?:property|field|column|attribute)(?:[ _]?name)?\s*([,:])\s*[([{]?\s*asc\w*\s*[|/]\s*desc/i

/** The separator of property and direction, if a description states the format: `,` for `property,(asc|desc)`. */
export const directionSeparator = (document: Document, parameter: Parameter): string | undefined =>
  bothWays.exec(parameterDescription(document, parameter))?.[1]

/** Parses `price`, `-price` or `price:desc`; undefined if it names no property. */
export function parseOrder(value: string, properties: ReadonlyMap<string, unknown>): Order | undefined {
  const parts = /^([-+]?)(\w+?)(?:[:. ,_](asc|desc))?$/i.exec(value)
  const property = parts?.[2]
  if (!parts || property === undefined || !properties.has(property)) return undefined
  return { property, descending: parts[1] === '-' || parts[3]?.toLowerCase() === 'desc' }
}

/** Suffixes for the kind of a property's value, which the name of an order may omit: `created` for `created_at`. */
const kinds = new Set('at on date time count'.split(' '))

/** Parses an order that names a property in short or in another case: `created`, `-createTime`. Undefined if that is ambiguous. */
export function parseShortOrder(value: string, properties: ReadonlyMap<string, unknown>): Order | undefined {
  const [, sign, name = '', suffix = ''] = /^([-+]?)(\w+?)(?:[:. ,_](asc|desc))?$/i.exec(value) ?? []
  const words = singularWordsOf(name).split(' ')
  const [found, ...others] = [...properties.keys()].filter((each) => {
    const own = singularWordsOf(each).split(' ')
    return (
      words.every((word, index) => word === own[index]) &&
      own.slice(words.length).every((word) => kinds.has(word))
    )
  })
  const property = found ?? otherwiseNamed(name, properties)
  if (property === undefined || others.length > 0) return undefined
  return { property, descending: sign === '-' || suffix.toLowerCase() === 'desc' }
}

/** What records have instead of a `title`, a `date`, the time when they were `modified`, or a `price` that is the current one. */
function otherwiseNamed(name: string, properties: ReadonlyMap<string, unknown>): string | undefined {
  const named = (isNamed: (property: string) => boolean): string | undefined =>
    [...properties.keys()].find((each) => isNamed(each))
  if (name === 'title') return named((each) => each === 'name')
  if (name === 'name') return named((each) => each === 'title')
  if (/^(?:date|created)$/.test(name)) return named(isCreationTimestamp)
  return /^(?:modified|updated)$/.test(name)
    ? named(isChangeTimestamp)
    : named((each) => singularWordsOf(each) === `current ${singularWordsOf(name)}`)
}

const tie = /\bties?\b[^.;]*?\bby\s+[`'"]?(\w+)[`'"]?([^.;]*)/i

/** "Those that are equal are in the order of their names", "… in which they were created". */
const equal =
  /\b(?:that|which) are equal\b(?: are)? in (?:the )?order (?:of their (?<name>[\w ]+?)|in which they (?:are|were) (?<event>\w+))(?=[.,;]|$)/i

/**
 * The order of items with equal values of the sort property, if described: "Ties are ordered by id, ascending.", "Items that are equal
 * are in the order of their names."
 */
export function tieBreaker(
  document: Document,
  { parameter }: SortParameters,
  properties: ReadonlyMap<string, unknown>,
): Order | undefined {
  const description = parameterDescription(document, parameter)
  const [, property = '', rest = ''] = tie.exec(description) ?? []
  const [isUp, isDown] = [/\basc/i.test(rest), /\bdesc/i.test(rest)]
  if (properties.has(property)) return isUp === isDown ? undefined : { property, descending: isDown }
  const { name, event } = equal.exec(description)?.groups ?? {}
  const words = name === undefined ? [`${event ?? ''} at`, `${event ?? ''} on`] : [singularWordsOf(name)]
  const named = [...properties.keys()].filter((each) => words.includes(singularWordsOf(each)))
  return named[0] === undefined || named.length > 1 ? undefined : { property: named[0], descending: false }
}

/** Whether the value of a direction parameter means descending. */
export const isDescending = (direction: unknown): boolean => descending.test(String(direction))
