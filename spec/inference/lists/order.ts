import type { Document, Operation, Parameter } from '../../document.ts'
import { enumValues } from '../../schemas/types.ts'
import { parameterDescription } from '../prose/sentences.ts'

/** A property that a list is to be ordered by. */
export interface Order {
  readonly property: string
  readonly descending: boolean
}

/** The query parameters of a list that say in which order its items come. */
export interface SortParameters {
  readonly parameter: Parameter
  /** The parameter that says which way, where another one does. */
  readonly direction: Parameter | undefined
}

const orders = /^[_$]?(?:sort|order|ordering|sort[-_]?by|order[-_]?by)$/i
const directions = /^_?(?:dir|direction|order|(?:sort|order)[-_]?(?:dir|direction|order))$/i
const descending = /^(?:desc|descending|-1)$/i

/** Undefined when the items come in an order of the server's own. */
export function sortParametersOf(document: Document, { parameters }: Operation): SortParameters | undefined {
  const query = parameters.filter((each) => each.in === 'query')
  const direction = query.find(
    (each) =>
      directions.test(each.name) && listedValues(document, each).some((value) => descending.test(value)),
  )
  const parameter = query.find((each) => orders.test(each.name) && each !== direction)
  return parameter && { parameter, direction }
}

/** The texts a parameter may have, where they are listed. */
export function listedValues(document: Document, { schema }: Parameter): readonly string[] {
  return schema ? enumValues(document, schema).filter((value) => typeof value === 'string') : []
}

const bothWays =
  /\b(?:property|field|column|attribute)(?:[ _]?name)?\s*([,:])\s*[([{]?\s*asc\w*\s*[|/]\s*desc/i

/** What stands between a property and its way, where a description says that any may be asked for: `property,(asc|desc)`. */
export const directionSeparator = (document: Document, parameter: Parameter): string | undefined =>
  bothWays.exec(parameterDescription(document, parameter))?.[1]

/** What `price`, `-price` or `price:desc` asks for; undefined when that is no property. */
export function parseOrder(value: string, properties: ReadonlyMap<string, unknown>): Order | undefined {
  const parts = /^([-+]?)(\w+?)(?:[:. ,_](asc|desc))?$/i.exec(value)
  const property = parts?.[2]
  if (!parts || property === undefined || !properties.has(property)) return undefined
  return { property, descending: parts[1] === '-' || parts[3]?.toLowerCase() === 'desc' }
}

const tie = /\bties?\b[^.;]*?\bby\s+[`'"]?(\w+)[`'"]?([^.;]*)/i

/** The order of items that are equal in what is asked for, whichever way that is: `Ties are ordered by id, ascending.` */
export function tieBreaker(
  document: Document,
  { parameter }: SortParameters,
  properties: ReadonlyMap<string, unknown>,
): Order | undefined {
  const [, property = '', rest = ''] = tie.exec(parameterDescription(document, parameter)) ?? []
  const [isUp, isDown] = [/\basc/i.test(rest), /\bdesc/i.test(rest)]
  return properties.has(property) && isUp !== isDown ? { property, descending: isDown } : undefined
}

/** Whether a direction is from the greatest to the least. */
export const isDescending = (direction: unknown): boolean => descending.test(String(direction))
