import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import { inOrder, isEqual, type Comparison } from './compare-values.ts'
import { tokensOf } from './filter-tokens.ts'
import type { RecordFilter } from './record-filter.ts'

const token = /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<mark>[()[\]])|(?<word>[^\s()[\]"]+))/y

/**
 * Parses a filter of SCIM (RFC 7644 §3.4.2.2) into a predicate: `userName sw "b" and not (emails[type eq "work"])`. Undefined if it is
 * none, or names an attribute that records lack.
 *
 * @param properties The names of a record's properties; undefined if any attribute will do.
 */
export function scimFilter(
  expression: Json | undefined,
  properties?: ReadonlyMap<string, unknown>,
): RecordFilter | undefined {
  const tokens = typeof expression === 'string' ? tokensOf(token, expression) : undefined
  if (!tokens || tokens.length === 0) return undefined
  const names = properties && new Set([...properties.keys()].map((name) => name.toLowerCase()))
  let at = 0
  /** Whether attributes are those of items of a list. */
  let isInside = false
  const next = (value: string): boolean => {
    const isNext = tokens[at]?.kind !== 'text' && tokens[at]?.value.toLowerCase() === value
    if (isNext) at++
    return isNext
  }
  const expect = (value: string): void => {
    if (!next(value)) throw new SyntaxError(value)
  }
  const word = (): string => {
    const { kind, value } = tokens[at++] ?? { kind: 'mark', value: '' }
    if (kind !== 'word') throw new SyntaxError(value)
    return value
  }
  const either = (): RecordFilter => {
    const terms = [both()]
    while (next('or')) terms.push(both())
    return (record) => terms.some((term) => term(record))
  }
  const both = (): RecordFilter => {
    const terms = [single()]
    while (next('and')) terms.push(single())
    return (record) => terms.every((term) => term(record))
  }
  const single = (): RecordFilter => {
    if (next('not')) {
      const term = single()
      return (record) => !term(record)
    }
    if (!next('(')) return about(word())
    const inside = either()
    expect(')')
    return inside
  }
  /** A condition on the values of an attribute, or on those of a list as a whole: `emails[…]`. */
  const about = (attribute: string): RecordFilter => {
    const path = attributePath(attribute)
    if (names && !isInside && !path.some((name) => names.has(name.toLowerCase())))
      throw new SyntaxError(attribute)
    if (next('[')) {
      isInside = true
      const inside = either()
      isInside = false
      expect(']')
      return (record) =>
        attributeValues(record, path)
          .flat()
          .some((item) => isJsonObject(item) && inside(item))
    }
    const operator = word().toLowerCase()
    if (operator === 'pr') return (record) => attributeValues(record, path).some(isPresent)
    const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined
    const { kind, value = '' } = tokens[at++] ?? {}
    if (!compare || !(kind === 'text' || /^(?:true|false|null|-?\d+(?:\.\d+)?)$/i.test(value)))
      throw new SyntaxError(value)
    const wanted = JSON.parse(kind === 'text' ? value : value.toLowerCase()) as Json
    return (record) => compare(attributeValues(record, path).flat().map(plain), wanted)
  }
  try {
    const term = either()
    return at === tokens.length ? term : undefined
  } catch {
    return undefined
  }
}

/**
 * The property names that an attribute leads through. Those of an extension are in an object with its URN as name:
 * `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value`.
 */
export function attributePath(attribute: string): readonly string[] {
  const [, urn, rest = ''] = /^(urn:.*\d:\w+)(?::(.*))?$/i.exec(attribute) ?? []
  if (urn === undefined) return attribute.split('.')
  return [urn, ...(rest === '' ? [] : rest.split('.'))]
}

/** The name that an object has for an attribute: attributes are the same in any case (RFC 7643 §2.1). */
export function nameIn(object: JsonObject, attribute: string): string | undefined {
  if (Object.hasOwn(object, attribute)) return attribute
  const wanted = attribute.toLowerCase()
  return Object.keys(object).find((name) => name.toLowerCase() === wanted)
}

function attributeValues(value: Json, [attribute, ...rest]: readonly string[]): readonly Json[] {
  if (attribute === undefined) return [value]
  if (isArray(value)) return value.flatMap((item) => attributeValues(item, [attribute, ...rest]))
  if (!isJsonObject(value)) return []
  const name = nameIn(value, attribute)
  const inner = name === undefined ? undefined : value[name]
  if (inner !== undefined) return attributeValues(inner, rest)
  // The URN of a record's own schema, and an object whose properties the mock keeps beside it, lead to the record itself.
  return rest.length > 0 ? attributeValues(value, rest) : []
}

/** The value that an object in a list stands for. */
const plain = (value: Json): Json => (isJsonObject(value) ? (value['value'] ?? value) : value)

const isPresent = (value: Json): boolean =>
  value !== null && value !== '' && !(isArray(value) && value.length === 0)

const folded = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value)

const asText = (value: Json): string =>
  typeof value === 'string' ? value.toLowerCase() : stringifyJson(value)

const equals: Comparison = (own, wanted) =>
  own.length === 0 ? wanted === null : own.some((value) => isEqual(folded(value), folded(wanted)))

const ofTexts =
  (test: (text: string, part: string) => boolean): Comparison =>
  (own, wanted) =>
    own.some((value) => test(asText(value), asText(wanted)))

/** Texts are compared in any case, in order as well. */
const inFoldedOrder = (isWanted: (order: number) => boolean): Comparison => {
  const compare = inOrder(isWanted)
  return (own, wanted) => compare(own.map(folded), folded(wanted))
}

const comparisons: Readonly<Record<string, Comparison>> = {
  eq: equals,
  ne: (own, wanted) => !equals(own, wanted),
  co: ofTexts((text, part) => text.includes(part)),
  sw: ofTexts((text, part) => text.startsWith(part)),
  ew: ofTexts((text, part) => text.endsWith(part)),
  gt: inFoldedOrder((order) => order > 0),
  ge: inFoldedOrder((order) => order >= 0),
  lt: inFoldedOrder((order) => order < 0),
  le: inFoldedOrder((order) => order <= 0),
}
