import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { sentParameters } from '../../parameters/members.ts'
import type { Resource } from '../../resources.ts'
import { itemOf, itemsOf, possiblePropertiesOf, propertyAt } from '../../schemas/properties.ts'
import { formatOf, isNumeric, isOrdered, typesOf } from '../../schemas/types.ts'
import { anyCase } from '../constraints/letter-case.ts'
import { isWrittenAmount } from '../numbers/money.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'
import { referencedNoun } from '../references/names.ts'
import { describedEdge, parseComparison, type Comparison } from './comparisons.ts'
import { isSeparated } from './filters.ts'
import { filterName, parseNotEqual } from './operators.ts'
import { isFieldSelection } from './paging.ts'
import { parseTextMatch, type TextMatch } from './text-match.ts'

/** A condition other than equality that a query parameter of a list sets on a property of its items. */
export interface Condition {
  readonly parameter: Parameter
  readonly property: string
  /**
   * `least` and `most`: a bound of a number or a time (`minPrice`, `created_after`). `member`: a value that an array has. `reference`:
   * the id of a record that the property shows (`ownerId`). `part`: a part of a string (`title__icontains`). `unlike`: any other value
   * (`status[ne]`).
   */
  readonly kind: 'least' | 'most' | 'member' | 'reference' | 'part' | 'unlike'
  /** The name of the bound in the parameter's object: `gte` of `created[gte]` where `created` may also be a plain value. */
  readonly field?: string
  /** The name of the id in the shown record, for `reference`. */
  readonly idProperty?: string
  /** Whether a text with several values that commas separate, for `member`, asks for all of them or any. */
  readonly of?: 'all' | 'any'
  /** Which part has to match, for `part`. */
  readonly match?: TextMatch
  /** Whether a bound is inclusive (`in`) or exclusive (`out`), if the document says so. */
  readonly edge?: 'in' | 'out'
  /** The bound that a boolean parameter stands for: 0 if `in_stock` means `stock > 0`. */
  readonly bound?: number
}

const least = new Set('min minimum least from since after start starting gte gt'.split(' '))
const most = new Set('max maximum most to till until before end ending lte lt'.split(' '))

/** Words that mean an inclusive or an exclusive bound: the minimum and the maximum themselves are allowed. */
const edges: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ['min', 'in'],
  ['minimum', 'in'],
  ['max', 'in'],
  ['maximum', 'in'],
  ['gte', 'in'],
  ['lte', 'in'],
  ['gt', 'out'],
  ['lt', 'out'],
])

/** Suffixes for the kind of a property's value, which parameters may omit: `messageCount`, `createdAt`. */
const kinds = new Set('count at on date time number amount value total cents minor'.split(' '))

/** The conditions of a list beside its filters. A parameter that may mean several properties has none. */
export function conditionsOf(
  document: Document,
  operation: Operation,
  { record, filters, paging, references }: Pick<Resource, 'record' | 'filters' | 'paging' | 'references'>,
): readonly Condition[] {
  const taken = new Set([paging?.size, paging?.position, ...filters.map(({ parameter }) => parameter)])
  const properties = possiblePropertiesOf(document, record)
  const conditionsFor = (parameter: Parameter): readonly Condition[] => {
    const range = rangeConditions(document, parameter, properties)
    if (range.length > 0 || taken.has(parameter.name)) return range
    const reference = referenceCondition(document, parameter, properties, references)
    return reference ? [reference] : propertyConditions(document, parameter, properties)
  }
  return operation.parameters
    .filter((parameter) => parameter.in === 'query' && !isFieldSelection(parameter.name))
    .flatMap((parameter) => {
      const range = parameter.members ? rangeConditions(document, parameter, properties) : []
      return range.length > 0 ? range : sentParameters(parameter).flatMap(conditionsFor)
    })
}

/** A condition on a record that the items show: `owner`, `ownerId` or `filter[owner]`. */
function referenceCondition(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
  references: Resource['references'],
): Condition | undefined {
  const { schema, name } = parameter
  const reference = references.find(({ property, idProperty }) => {
    const node = properties.get(property)
    const shown = node && itemOf(document, node)
    const id = idProperty === undefined ? undefined : propertyAt(document, shown, [idProperty])
    const asked = schema && itemOf(document, schema)
    if (!asked || !id || !namesReference(name, property)) return false
    // An id that is a number may be asked for as a text.
    const isOpen =
      (referencedNoun(name) === undefined || isNumeric(typesOf(document, id))) &&
      typesOf(document, asked).has('string')
    return isOpen || isSameKind(document, asked, id)
  })
  return reference?.idProperty === undefined
    ? undefined
    : { parameter, property: reference.property, kind: 'reference', idProperty: reference.idProperty }
}

/** Whether a parameter takes an id, rather than anything that identifies a record. */
export const asksForId = ({ parameter }: Condition): boolean => referencedNoun(parameter.name) !== undefined

function namesReference(name: string, property: string): boolean {
  const asked = filterName(name)
  return [asked, referencedNoun(asked)].some((each) => each !== undefined && isNamed(each, property))
}

/** The bounds that an object has for the property that it is named for: `created[gte]`. */
function rangeConditions(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly Condition[] {
  const { schema, name } = parameter
  const property = [...properties.keys()].find((each) => isAbout(wordsOf(filterName(name)), wordsOf(each)))
  if (!schema || property === undefined) return []
  return [...possiblePropertiesOf(document, schema).keys()].flatMap((field): readonly Condition[] => {
    const bound = boundIn(field)
    const edge = edges.get(field)
    const part = parameter.members?.get(field)
    const place = part ? { parameter: part } : { parameter, field }
    return bound?.rest.length === 0 ? [{ ...place, property, kind: bound.kind, ...(edge && { edge }) }] : []
  })
}

function propertyConditions(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly Condition[] {
  const { schema, name } = parameter
  if (!schema) return []
  const member = [...properties].find(
    ([property, node]) =>
      [filterName(name), filterName(name).replace(/[_-]?name$/i, '')].some((each) =>
        isNamed(each, property.replace(/[_-]?list$/i, '')),
      ) && isListOf(document, node, schema),
  )
  if (member) {
    const of = numberWanted(document, parameter, schema)
    return [{ parameter, property: member[0], kind: 'member', ...(of && { of }) }]
  }
  const operator =
    operatorCondition(document, parameter, properties) ?? partOf(document, parameter, properties)
  if (operator) return [operator]
  const named = namedBound(document, parameter, properties)
  const described = describedBound(document, parameter, properties)
  if (!named) return described ? [described] : []
  const isSame = described?.property === named.property && described.kind === named.kind
  // Descriptions are more specific about whether the bound is inclusive.
  return [isSame ? described : named]
}

/** Says that several values all have to match, in words that are not about what the list returns: "all tags must be present". */
const wantsAll =
  /\b(?:ha(?:s|ve|ving)|with|match(?:es|ing)?|contain(?:s|ing)?) (?:all|every|each)\b|\b(?:all|every)\b[^.;]*\b(?:must|have to|needs? to)\b/i

/**
 * Whether several values have to match: "Comma-separated label names, issues must have all of them". Undefined for a parameter with one
 * value.
 */
function numberWanted(
  document: Document,
  parameter: Parameter,
  schema: SchemaNode,
): 'all' | 'any' | undefined {
  const text = parameterDescription(document, parameter)
  if (isSeparated(document, parameter)) return /\b(?:all|every|each)\b/i.test(text) ? 'all' : 'any'
  return typesOf(document, schema).has('array') && wantsAll.test(text) ? 'all' : undefined
}

/** A condition with an operator at the end of the parameter's name: `title__icontains`, `status[ne]`. */
function operatorCondition(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const match = parseTextMatch(filterName(name))
  const subject = match?.subject ?? parseNotEqual(filterName(name))
  if (!schema || subject === undefined) return undefined
  const subjectProperty = [...properties].find(
    ([property, node]) => isNamed(subject, property) && isSameKind(document, schema, node),
  )
  if (!subjectProperty) return undefined
  const [property, node] = subjectProperty
  if (!match) return { parameter, property, kind: 'unlike' }
  return typesOf(document, node).has('string') ? { parameter, property, kind: 'part', match } : undefined
}

/** "Part of the teacher's name", of the parameter and the property `teacher`. */
function partOf(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const text = parameterDescription(document, parameter)
  const [property, node] = [...properties].find(([each]) => isNamed(filterName(parameter.name), each)) ?? []
  if (!/^\W*(?:(?:a )?part of|partial match) /i.test(text) || property === undefined || !node)
    return undefined
  const ignoresCase = normalizedSentences(text).some((each) => anyCase.test(each))
  return typesOf(document, node).has('string')
    ? { parameter, property, kind: 'part', match: { at: 'anywhere', ignoresCase } }
    : undefined
}

/** The bound that a parameter's description states, unless its name says the opposite: `bornAfter`, `maxFee`. */
function describedBound(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const text = parameterDescription(document, parameter)
  if (!schema || text === '') return undefined
  const isSwitch = typesOf(document, schema).has('boolean')
  const comparable = [...properties].filter(([, node]) =>
    isSwitch ? isNumeric(typesOf(document, node)) : isBoundFor(document, parameter, schema, node),
  )
  const names = comparable.map(([property]) => property)
  const comparison = parseComparison(text, names) ?? (isSwitch ? possessionIn(text, names) : undefined)
  if (!comparison || isSwitch !== (comparison.bound !== undefined)) return undefined
  const { property, kind, edge, bound } = comparison
  const opposite = kind === 'least' ? most : least
  // The wording for a boolean parameter is clear only if it says whether the bound is inclusive.
  if (isSwitch ? edge === undefined : wordsOf(name).some((word) => opposite.has(word))) return undefined
  return { parameter, property, kind, ...(edge && { edge }), ...(bound !== undefined && { bound }) }
}

const leftOver =
  /^(?:(?:available|remaining|free|open) \w+|\w+ (?:left|available|remaining|free))$|^(?:availability|remaining|available)$/
const notFull =
  / (?:not (?:yet )?full|(?:not|nor) sold out|with (?:free|available|open|any) \w+(?: left)?|(?:available|free) \w+) $/

/** "Only sessions that have seats left", "Only classes that are not full": more than none. */
function possessionIn(text: string, names: readonly string[]): Comparison | undefined {
  const sentences = normalizedSentences(text)
  const isFree = sentences.some((each) => each.startsWith(' only ') && notFull.test(each))
  const [property, ...others] = names.filter(
    (name) =>
      (isFree && leftOver.test(singularWordsOf(name))) ||
      sentences.some((each) =>
        new RegExp(`only \\w+ (?:that|which) (?:still )?have (?:any )?${singularWordsOf(name)} $`, 'u').test(
          each,
        ),
      ),
  )
  return property === undefined || others.length > 0
    ? undefined
    : { property, kind: 'least', edge: 'out', bound: 0 }
}

const isNamed = (name: string, property: string): boolean =>
  singularWordsOf(name).replaceAll(' ', '') === singularWordsOf(property).replaceAll(' ', '')

/** Whether a property is an array of the parameter's value, or of its items. */
function isListOf(document: Document, node: SchemaNode, asked: SchemaNode): boolean {
  const items = itemsOf(document, node)
  return (
    items !== undefined &&
    typesOf(document, node).has('array') &&
    isSameKind(document, itemOf(document, asked), items)
  )
}

/** The word for a bound in a parameter's name, and the words for what it bounds: `since` and `opened` for `openedSince`. */
export function boundIn(
  name: string,
): { readonly rest: readonly string[]; readonly side: string; readonly kind: 'least' | 'most' } | undefined {
  const words = wordsOf(filterName(name))
  const rest = words
    .filter((word) => !least.has(word) && !most.has(word))
    .map((word) => (word === 'born' ? 'birth' : word))
  const [side, ...others] = words.filter((word) => least.has(word) || most.has(word))
  if (side === undefined || others.length > 0) return undefined
  return { rest, side, kind: least.has(side) ? 'least' : 'most' }
}

/** The bound that a parameter's name states: `minPrice`, `created_before`. */
function namedBound(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const bound = boundIn(name)
  if (!schema || !bound) return undefined
  const { rest, side, kind } = bound
  const isWritten = isWrittenAmount(document, schema)
  const comparable = [...properties].filter(([, node]) =>
    isWritten ? isWrittenAmount(document, node) : isBoundFor(document, parameter, schema, node),
  )
  const [named, qualified] = [isAbout, isShortFor].map((isMeant) =>
    comparable.filter(([property]) => rest.length > 0 && isMeant(rest, wordsOf(property))),
  )
  const text = parameterDescription(document, parameter)
  const possible = rest.length === 0 ? comparable : named?.length ? named : (qualified ?? [])
  // `min_amount`, "at least this claimed amount", where there is an approved one as well; `max_minutes`, "at most so long in total".
  const spoken = possible.filter(([property]) => isSpokenOf(singularWordsOf(property), text))
  const hinted = possible.filter(([property]) => isSpokenOf(qualifierOf(property, rest), text))
  const [bounded, other] = possible.length > 1 ? (spoken.length > 0 ? spoken : hinted) : possible
  if (!bounded || other) return undefined
  const edge = describedEdge(text, kind) ?? edges.get(side)
  return { parameter, property: bounded[0], kind, ...(edge && { edge }) }
}

/** Whether a value of the parameter can be a bound of a property: a plain text is a time if its description says so. */
function isBoundFor(document: Document, parameter: Parameter, schema: SchemaNode, node: SchemaNode): boolean {
  if (!isOrdered(document, node)) return false
  if (isOrdered(document, schema)) return isSameKind(document, schema, node)
  const [asked, own] = [schema, node].map((each) => typesOf(document, each))
  const isPlain = asked?.has('string') === true && formatOf(document, schema) === undefined
  return isPlain && own?.has('string') === true && timeWords.test(parameterDescription(document, parameter))
}

const timeWords = /\b(?:date|time|timestamp|rfc ?3339|iso ?8601)\b/i

const isSpokenOf = (words: string, text: string): boolean =>
  normalizedSentences(text).some((sentence) => sentence.includes(` ${words} `))

/** The words of a property's name before those that a parameter has in common with it: `total` of `totalMinutes`. */
const qualifierOf = (property: string, rest: readonly string[]): string =>
  singularWords(wordsOf(property).slice(0, -rest.length))

/** Whether words name a property but for a suffix: `messages` for `messageCount`, `created` for `createdAt`, `price` for `pricePerNight`. */
function isAbout(words: readonly string[], property: readonly string[]): boolean {
  const rest = property.slice(words.length)
  return (
    singularWords(words) === singularWords(property.slice(0, words.length)) &&
    (rest[0] === 'per' || rest.every((word) => kinds.has(word)))
  )
}

/** Whether words are the last ones of a property's name: `rate` for `nightlyRate`. */
const isShortFor = (words: readonly string[], property: readonly string[]): boolean =>
  words.length < property.length && singularWords(words) === singularWords(property.slice(-words.length))

/** Whether values of one schema can be compared with values of the other. */
function isSameKind(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const [types, others] = [typesOf(document, one), typesOf(document, other)]
  if (others.has('object') || (others.has('array') && !types.has('array'))) return false
  if (isNumeric(types) || isNumeric(others))
    return isNumeric(types) && isNumeric(others) && !types.has('string')
  if (types.has('boolean') || others.has('boolean')) return types.has('boolean') && others.has('boolean')
  const [format, otherFormat] = [one, other].map((node) => formatOf(document, node))
  return types.has('string') && others.has('string') && format === otherFormat
}
