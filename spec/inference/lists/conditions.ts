import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import type { Json } from '../../json.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { itemOf, itemsOf, possiblePropertiesOf, propertyAt } from '../../schemas/properties.ts'
import { partsOf } from '../../schemas/subschemas.ts'
import type { Resource } from '../../resources.ts'
import { parseComparison, describedEdge } from './comparisons.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { filterName, matchesText, parseTextMatch, parseNotEqual, type TextMatch } from './operators.ts'
import { shapesResponse } from './paging.ts'
import { referencedNoun } from '../references/names.ts'
import { singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'

/** What a query parameter of a list asks of a property of its items, beside equality. */
export interface Condition {
  readonly parameter: Parameter
  readonly property: string
  /**
   * `least` and `most` bound a number or a time: `minPrice`, `created_after`. `member` asks for a value among those it
   * has, `field` is one of several properties in one object, `reference` asks for a record that it shows: `ownerId`.
   * `part` asks for a part of a text, `title__icontains`, and `unlike` for any other value: `status[ne]`.
   */
  readonly kind: 'least' | 'most' | 'member' | 'field' | 'reference' | 'part' | 'unlike'
  /** Name within the parameter's own object, for `field`. */
  readonly field?: string
  /** Name of the id in what is shown, for `reference`. */
  readonly idProperty?: string
  /** Which part of the property, for `part`. */
  readonly match?: TextMatch
  /** Whether what is exactly the bound belongs to what it bounds, where the document says so. */
  readonly edge?: 'in' | 'out'
  /** What a switch compares with when it is on: 0 where `in_stock` asks for `stock > 0`. */
  readonly bound?: number
}

const least = new Set('min minimum least from since after start starting gte gt'.split(' '))
const most = new Set('max maximum most to till until before end ending lte lt'.split(' '))

/** Operators that say whether what is exactly the bound belongs to what they bound. */
const edges: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ['gte', 'in'],
  ['lte', 'in'],
  ['gt', 'out'],
  ['lt', 'out'],
])

/** Words that say what kind of value a property is, and that a parameter may leave out: `messageCount`, `createdAt`. */
const kinds = new Set('count at on date time number amount value total'.split(' '))

/** The queries of a list that its filters do not cover; where several properties could be meant, none is. */
export function conditionsOf(
  document: Document,
  operation: Operation,
  { record, filters, paging, references }: Pick<Resource, 'record' | 'filters' | 'paging' | 'references'>,
): readonly Condition[] {
  const taken = new Set([paging?.size, paging?.position, ...filters.map(({ parameter }) => parameter)])
  const properties = possiblePropertiesOf(document, record)
  return operation.parameters
    .filter((each) => each.in === 'query' && !taken.has(each.name))
    .flatMap((parameter) => {
      const referring = referringBy(document, parameter, properties, references)
      return referring ? [referring] : queriesBy(document, parameter, properties)
    })
}

/** `owner`, `ownerId` or `filter[owner]` of records that show their owner. */
function referringBy(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
  references: Resource['references'],
): Condition | undefined {
  const { schema, name } = parameter
  const found = references.find(({ property, idProperty }) => {
    const node = properties.get(property)
    const shown = node && itemOf(document, node)
    const id = idProperty === undefined ? undefined : propertyAt(document, shown, [idProperty])
    const asked = schema && itemOf(document, schema)
    if (!asked || !id || !isAskedBy(name, property)) return false
    const isOpen = referencedNoun(name) === undefined && typesOf(document, asked).has('string')
    return isOpen || isSameKind(document, asked, id)
  })
  return found?.idProperty === undefined
    ? undefined
    : { parameter, property: found.property, kind: 'reference', idProperty: found.idProperty }
}

/** Whether a parameter asks for an id, and not for anything that a record may be known by. */
export const asksForId = ({ parameter }: Condition): boolean => referencedNoun(parameter.name) !== undefined

function isAskedBy(name: string, property: string): boolean {
  const asked = filterName(name)
  return [asked, referencedNoun(asked)].some((each) => each !== undefined && isNamed(each, property))
}

function queriesBy(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly Condition[] {
  const { schema, name } = parameter
  if (!schema) return []
  const fields = possiblePropertiesOf(document, schema)
  if (fields.size > 0) {
    return [...(shapesResponse(parameter) ? [] : fields)].flatMap(([field, node]): readonly Condition[] => {
      const own = properties.get(field)
      return own && isSameKind(document, node, own)
        ? [{ parameter, property: field, kind: 'field', field }]
        : []
    })
  }
  const member = [...properties].find(
    ([property, node]) => isNamed(filterName(name), property) && isListOf(document, node, schema),
  )
  if (member) return [{ parameter, property: member[0], kind: 'member' }]
  const operated = operatedBy(document, parameter, properties)
  if (operated) return [operated]
  const [named, told] = [boundBy(document, parameter, properties), toldBy(document, parameter, properties)]
  if (!named) return told ? [told] : []
  const isTold = told?.property === named.property && told.kind === named.kind
  return [isTold ? told : named]
}

/** By an operator at the end of the name: `title__icontains`, `status[ne]`. */
function operatedBy(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const match = parseTextMatch(filterName(name))
  const subject = match?.subject ?? parseNotEqual(filterName(name))
  if (!schema || subject === undefined) return undefined
  const found = [...properties].find(
    ([property, node]) => isNamed(subject, property) && isSameKind(document, schema, node),
  )
  if (!found) return undefined
  const [property, node] = found
  if (!match) return { parameter, property, kind: 'unlike' }
  return typesOf(document, node).has('string') ? { parameter, property, kind: 'part', match } : undefined
}

/** The comparison that the description of a parameter tells, where its name has none or the same: `bornAfter`, `maxFee`. */
function toldBy(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const text = parameterDescription(document, parameter)
  if (!schema || text === '') return undefined
  const isSwitch = typesOf(document, schema).has('boolean')
  const comparable = [...properties].filter(([, node]) =>
    isSwitch
      ? isNumeric(typesOf(document, node))
      : isOrdered(document, schema) && isOrdered(document, node) && isSameKind(document, schema, node),
  )
  const found = parseComparison(
    text,
    comparable.map(([property]) => property),
  )
  if (!found || isSwitch !== (found.bound !== undefined)) return undefined
  const { property, kind, edge, bound } = found
  const opposite = kind === 'least' ? most : least
  // A switch without an edge compares by words that are not clear enough.
  if (isSwitch ? edge === undefined : wordsOf(name).some((word) => opposite.has(word))) return undefined
  return { parameter, property, kind, ...(edge && { edge }), ...(bound !== undefined && { bound }) }
}

const isNamed = (name: string, property: string): boolean =>
  singularWordsOf(name).replaceAll(' ', '') === singularWordsOf(property).replaceAll(' ', '')

/** Whether a property is a list of what the parameter is, or is a list of. */
function isListOf(document: Document, node: SchemaNode, asked: SchemaNode): boolean {
  const items = itemsOf(document, node)
  return (
    items !== undefined &&
    typesOf(document, node).has('array') &&
    isSameKind(document, itemOf(document, asked), items)
  )
}

function boundBy(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const words = wordsOf(filterName(name))
  const rest = words.filter((word) => !least.has(word) && !most.has(word))
  const sides = words.filter((word) => !rest.includes(word))
  const [side] = sides
  if (!schema || side === undefined || sides.length > 1 || !isOrdered(document, schema)) return undefined
  const comparable = [...properties].filter(
    ([, node]) => isOrdered(document, node) && isSameKind(document, schema, node),
  )
  const named = comparable.filter(([property]) => rest.length > 0 && isAbout(rest, wordsOf(property)))
  const [found, other] = rest.length === 0 ? comparable : named
  if (!found || other) return undefined
  const edge = describedEdge(parameterDescription(document, parameter)) ?? edges.get(side)
  return { parameter, property: found[0], kind: least.has(side) ? 'least' : 'most', ...(edge && { edge }) }
}

/** `messages` is about `messageCount`, `created` about `createdAt`. */
function isAbout(words: readonly string[], property: readonly string[]): boolean {
  const rest = property.slice(words.length)
  return (
    singularWords(words) === singularWords(property.slice(0, words.length)) &&
    rest.every((word) => kinds.has(word))
  )
}

/** A number or a time. */
function isOrdered(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  const format = formatOf(document, node)
  return isNumeric(types) || (types.has('string') && (format === 'date-time' || format === 'date'))
}

/** Whether values of one schema can be compared with values of the other. */
function isSameKind(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const [types, others] = [typesOf(document, one), typesOf(document, other)]
  if (others.has('object') || (others.has('array') && !types.has('array'))) return false
  if (isNumeric(types) || isNumeric(others))
    return isNumeric(types) && isNumeric(others) && !types.has('string')
  if (types.has('boolean') || others.has('boolean')) return types.has('boolean') && others.has('boolean')
  return types.has('string') && others.has('string') && formatOf(document, one) === formatOf(document, other)
}

function formatOf(document: Document, node: SchemaNode): unknown {
  return partsOf(document, node, ['allOf'])
    .map(({ schema }) => own(schema, 'format'))
    .find((format) => format !== undefined)
}

/** Whether a value is what an operator asks for; undefined when that cannot be told. */
export function satisfiesOperator({ kind, match }: Condition, own: Json, value: Json): boolean | undefined {
  if (own === null || typeof own === 'object') return undefined
  if (kind === 'unlike') return own !== value
  return match && typeof own === 'string' && typeof value === 'string'
    ? matchesText(value, own, match)
    : undefined
}

/** How a value stands to a bound: below 0, 0, above 0; undefined when they cannot be compared. */
export function compareOrdered(value: Json | undefined, bound: Json): number | undefined {
  const isNumber = (each: unknown): each is number | bigint =>
    typeof each === 'number' || typeof each === 'bigint'
  if (isNumber(value) && isNumber(bound)) return value < bound ? -1 : value > bound ? 1 : 0
  if (typeof value !== 'string' || typeof bound !== 'string') return undefined
  const [at, other] = [Date.parse(value), Date.parse(bound)]
  return Number.isNaN(at) || Number.isNaN(other) ? undefined : Math.sign(at - other)
}
