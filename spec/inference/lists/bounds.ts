import type { Document, Parameter, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { formatOf, isNumeric, isOrdered, typesOf } from '../../schemas/types.ts'
import { isWrittenAmount } from '../numbers/money.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'
import { describedEdge, parseComparison, type Comparison } from './comparisons.ts'
import { filterName } from './operators.ts'

/** A bound that a query parameter of a list sets on a number or a time of its items: `minPrice`, `created_after`. */
export interface Bound {
  readonly parameter: Parameter
  readonly property: string
  readonly kind: 'least' | 'most'
  /** The name of the bound in the parameter's object: `gte` of `created[gte]` where `created` may also be a plain value. */
  readonly field?: string
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

/** The bounds that an object has for the property that it is named for: `created[gte]`. */
export function boundsIn(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly Bound[] {
  const { schema, name } = parameter
  const property = [...properties.keys()].find((each) => isAbout(wordsOf(filterName(name)), wordsOf(each)))
  if (!schema || property === undefined) return []
  return [...possiblePropertiesOf(document, schema).keys()].flatMap((field): readonly Bound[] => {
    const bound = boundIn(field)
    const edge = edges.get(field)
    const part = parameter.members?.get(field)
    const place = part ? { parameter: part } : { parameter, field }
    return bound?.rest.length === 0 ? [{ ...place, property, kind: bound.kind, ...(edge && { edge }) }] : []
  })
}

/** The bound that a parameter's name or description states. */
export function soleBound(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Bound | undefined {
  const named = namedBound(document, parameter, properties)
  const described = describedBound(document, parameter, properties)
  if (!named) return described
  const isSame = described?.property === named.property && described.kind === named.kind
  // Descriptions are more specific about whether the bound is inclusive.
  return isSame ? described : named
}

/** The bound that a parameter's description states, unless its name says the opposite: `bornAfter`, `maxFee`. */
function describedBound(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Bound | undefined {
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
): Bound | undefined {
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
export function isSameKind(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const [types, others] = [typesOf(document, one), typesOf(document, other)]
  if (others.has('object') || (others.has('array') && !types.has('array'))) return false
  if (isNumeric(types) || isNumeric(others))
    return isNumeric(types) && isNumeric(others) && !types.has('string')
  if (types.has('boolean') || others.has('boolean')) return types.has('boolean') && others.has('boolean')
  const [format, otherFormat] = [one, other].map((node) => formatOf(document, node))
  return types.has('string') && others.has('string') && format === otherFormat
}
