import type { Document, SchemaNode } from '../../../../spec/document.ts'
import type { NamedRange } from '../../../../spec/inference/constraints/named-ranges.ts'
import { amountsOf, amountWordsOf } from '../../../../spec/inference/numbers/amounts.ts'
import { normalizedSentences, schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { singularNounOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { referencedNounWords } from '../../../../spec/inference/references/names.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { escapeToken, pointerTokens, resolvePointer } from '../../../../spec/json/pointer.ts'
import type { Reference } from '../../../../spec/resources.ts'
import { possiblePropertiesOf, propertyAt } from '../../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import { rounded } from '../../../../spec/util/amount.ts'
import type { CrudOptions } from '../../options.ts'
import { resourceNamed } from '../../resource-index.ts'
import { daysTaken } from '../../values/days-taken.ts'

/** A property that repeats one of the record that a reference leads to: `customerName` beside `customerId`. */
export interface Repeated {
  readonly property: string
  readonly by: Reference
  /** The properties of the other record that it repeats: mostly one, or the first and the last name. */
  readonly sources: readonly string[]
  /** The property of which it is the part that the other record tells in percent: the `discount` on a `price`. */
  readonly of?: string
  /** The numbers whose product that is: the price may be known only now. */
  readonly factors?: readonly string[]
  /** The period of the record for which the other record tells the price of a night or a day. */
  readonly during?: NamedRange
  /** Whether nothing but its name says that it is that of the other record. */
  readonly isUnsaid?: boolean
  readonly accepts: (value: Json) => boolean
}

/** What an object repeats of the record that one of its references leads to. */
export interface Repetition {
  readonly options: Pick<CrudOptions, 'document' | 'validator'>
  /** The properties of the object, without those that clients send. */
  readonly properties: ReadonlyMap<string, SchemaNode>
  readonly reference: Reference
  /** The schema of the other record. */
  readonly target: SchemaNode
  /** Whether the object is a part of a record, such as the line of an order, that repeats properties by their own names. */
  readonly isPart: boolean
}

/** The properties that repeat those of the record that a reference leads to by its id. */
export function repeatedProperties({
  options: { document, validator },
  properties,
  reference,
  target,
  isPart,
}: Repetition): readonly Repeated[] {
  const others = possiblePropertiesOf(document, target)
  const own = referencedNounWords(reference.property)
  const prefix = own.length > 0 ? own : nounWords(reference.property)
  const noun = singularNounOf(reference.resource)
  return [...properties].flatMap(([property, node]): readonly Repeated[] => {
    const words = wordsOf(property)
    const isPrefixed = prefix.length > 0 && prefix.every((word, index) => words[index] === word)
    if (property === reference.property) return []
    const { name: described, within } =
      (isPrefixed ? undefined : describedName(document, node, [prefix.join(' '), noun])) ?? {}
    const own = words.join(' ')
    // Who books a class pays the price that it has.
    const isUnsaid = !isPrefixed && !isPart && described === undefined
    if (isUnsaid && !/^(?:unit )?price$/.test(amountWordsOf(property))) return []
    const name = described ?? words.slice(isPrefixed ? prefix.length : 0).join(' ')
    const sources =
      (within === undefined
        ? (sourcesNamed(others, name) ?? (name === 'unit price' ? sourcesNamed(others, 'price') : undefined))
        : sourcesWithin(document, others, within, name)) ??
      // The price of a course may be its `price_cents`.
      (described !== undefined && amountWordsOf(property) === described
        ? sourcesNamed(others, own)
        : undefined)
    return sources && sources.every((each) => isSameKind(document, node, sourceAt(document, target, each)))
      ? [
          {
            property,
            by: reference,
            sources,
            isUnsaid,
            accepts: (value) => validator.of(node, 'response').accepts(value),
          },
        ]
      : []
  })
}

/** The words before those for a key: `service` of `serviceCode`. */
function nounWords(property: string): readonly string[] {
  const words = wordsOf(property)
  return words.length > 1 && /^(?:code|key|slug|number)$/.test(words.at(-1) ?? '')
    ? words.slice(0, -1)
    : words
}

/** The discount that a record gets by a coupon with a percentage; undefined if the reference does not lead to one. */
export function discountBy(
  { document, model, validator }: CrudOptions,
  properties: ReadonlyMap<string, SchemaNode>,
  record: SchemaNode,
  reference: Reference,
): Repeated | undefined {
  const target = /^(?:coupon|promo|promotion|discount|voucher)/.test(wordsOf(reference.property)[0] ?? '')
    ? resourceNamed(model, reference.resource)
    : undefined
  const amounts = target && amountsOf(document, record)
  const product = amounts?.product
  const of = amounts?.base ?? amounts?.sum ?? product?.property
  const [property, ...others] = amounts?.balance?.subtracted ?? []
  const node = properties.get(property ?? '')
  const [source] = [...(target ? possiblePropertiesOf(document, target.record) : [])].flatMap(
    ([name, each]) =>
      /^(?:(?:discount )?percent(?:age)?(?: off)?|percent(?:age)? discount)$/.test(wordsOf(name).join(' ')) &&
      isNumeric(typesOf(document, each))
        ? [name]
        : [],
  )
  if (of === undefined || property === undefined || others.length > 0 || !node || source === undefined)
    return undefined
  const { accepts } = validator.of(node, 'response')
  const factors = product && [product.quantity, product.price]
  return { property, by: reference, sources: [source], of, ...(factors && { factors }), accepts }
}

interface DescribedName {
  readonly name: string
  /** The object of the other record that has it: the `guest` of "Name of the guest of the booking". */
  readonly within: string | undefined
}

const ofRecord =
  /^ (?:the )?(?<name>\w+(?: \w+)?) of (?:the|it|this) (?:(?<within>\w+(?: \w+)?) of (?:the|it|this) )?(?<noun>.+?)(?: (?:when|at the time|before|without|excluding) .*)? $/

/** What a description says a property is of a record with one of these nouns: `name` for "Name of the user". */
function describedName(
  document: Document,
  node: SchemaNode,
  nouns: readonly string[],
): DescribedName | undefined {
  const [sentence = ''] = normalizedSentences(schemaDescription(document, node))
  const { name, within, noun = '' } = ofRecord.exec(sentence)?.groups ?? {}
  return name !== undefined && nouns.includes(noun) ? { name, within } : undefined
}

/** The pointer of a property with a name in an object with another one. */
function sourcesWithin(
  document: Document,
  properties: ReadonlyMap<string, SchemaNode>,
  within: string,
  name: string,
): readonly string[] | undefined {
  const [around] = sourcesNamed(properties, within) ?? []
  const object = properties.get(around ?? '')
  const [source] = (object && sourcesNamed(possiblePropertiesOf(document, object), name)) ?? []
  return around === undefined || source === undefined
    ? undefined
    : [`/${[around, source].map(escapeToken).join('/')}`]
}

/** @param source a property, or the pointer of one within another */
const sourceAt = (document: Document, record: SchemaNode, source: string): SchemaNode | undefined =>
  propertyAt(document, record, source.startsWith('/') ? pointerTokens(source) : [source])

/** The properties with a name in words; the title or the first and the last name for the name of a record that has none. */
function sourcesNamed(
  properties: ReadonlyMap<string, SchemaNode>,
  name: string,
): readonly string[] | undefined {
  if (name === '' || name === 'id') return undefined
  const named = (words: string): string | undefined =>
    [...properties.keys()].find((each) => wordsOf(each).join(' ') === words)
  const exact = named(name)
  if (exact !== undefined || !/^(?:full |display )?name$/.test(name))
    return exact === undefined ? undefined : [exact]
  const whole = ['name', 'full name', 'display name', 'title'].map(named).find((each) => each !== undefined)
  const [first, last] = [named('first name'), named('last name')]
  if (whole !== undefined) return [whole]
  return first !== undefined && last !== undefined ? [first, last] : undefined
}

/**
 * What an object shows of a record under another name or from within another object, with the properties that it is made of: the `name` of
 * who has a first and a last one, the `city` of who has an address.
 */
export function composedNames(
  document: Document,
  part: SchemaNode,
  whole: SchemaNode,
): ReadonlyMap<string, readonly string[]> {
  const properties = possiblePropertiesOf(document, whole)
  return new Map(
    [...possiblePropertiesOf(document, part)].flatMap(([name, node]) => {
      if (properties.has(name)) return []
      const sources = sourcesNamed(properties, wordsOf(name).join(' '))
      if (sources?.every((each) => isSameKind(document, node, properties.get(each)))) return [[name, sources]]
      const [around, ...others] = [...properties].filter(
        ([each, object]) =>
          /^(?:address|location|contact|profile)$/.test(wordsOf(each).at(-1) ?? '') &&
          isSameKind(document, node, possiblePropertiesOf(document, object).get(name)),
      )
      return around && others.length === 0
        ? [[name, [`/${[around[0], name].map(escapeToken).join('/')}`]]]
        : []
    }),
  )
}

/** The {@link composedNames} of a record. */
export const composedMembers = (
  composed: ReadonlyMap<string, readonly string[]>,
  record: JsonObject,
): JsonObject =>
  Object.fromEntries(
    [...composed].flatMap(([name, sources]) => {
      const value = valueOf(sources, record)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** Whether two schemas are both text, or both numbers. */
function isSameKind(document: Document, one: SchemaNode, other: SchemaNode | undefined): boolean {
  const types = typesOf(document, one)
  const others = other && typesOf(document, other)
  if (!others || [types, others].some((each) => each.has('object') || each.has('array'))) return false
  return (types.has('string') && others.has('string')) || (isNumeric(types) && isNumeric(others))
}

/** The value that a property of a record repeats; undefined if the other record lacks it. */
export function repeatedValue(
  { sources, of, factors, during, accepts }: Repeated,
  other: JsonObject,
  record: JsonObject,
): Json | undefined {
  const value = valueOf(sources, other)
  const days = during && daysTaken(record, during)
  if (during) return typeof value === 'number' && days !== undefined ? rounded(value * days) : undefined
  if (of === undefined) return value
  const product = factors?.reduce((partial, name) => partial * Number(record[name]), 1)
  const [percent, whole] = [value, product ?? record[of]]
  if (typeof percent !== 'number' || typeof whole !== 'number') return undefined
  const part = rounded((whole * percent) / 100)
  return accepts(part) ? part : Math.round(part)
}

/** @param sources names of properties, or the pointer of one within another */
function valueOf(sources: readonly string[], other: JsonObject): Json | undefined {
  const values = sources.map((name) =>
    name.startsWith('/') ? (resolvePointer(other, name) as Json | undefined) : other[name],
  )
  return values.length === 1 ? values[0] : values.filter((value) => typeof value === 'string').join(' ')
}
