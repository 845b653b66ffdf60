import type { Json } from '../../../spec/json.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { quote } from '../../../spec/validation/sentences.ts'
import { factsOf } from '../schema/shape.ts'
import { declaredTypes, hasType, typeOf } from '../schema/types-and-enums.ts'
import type { Break, Breaks } from './break.ts'

const articles: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

/** A value of every other type, chosen to be easily mistaken for a valid one. */
export const typeBreaks: Breaks = ({ shape, value }) => {
  const kinds = declaredTypes(shape) ?? []
  const [fact] = factsOf(shape, 'type')
  if (!fact) return []
  const wanted = namesOf(kinds)
  const wrong = candidates(value, kinds).filter((each) => !kinds.some((kind) => hasType(each, kind)))
  return wrong.map((each) => ({
    fact,
    value: each,
    says:
      each === null
        ? 'null where it is not nullable'
        : `${typeOf(each) === 'number' ? 'a number with decimals' : articles[typeOf(each)]} instead of ${wanted}`,
  }))
}

/** The same for values sent as text, where `"7"` is read as 7. */
export const textBreaks: Breaks = ({ shape }) => {
  const kinds = declaredTypes(shape) ?? []
  const [fact] = factsOf(shape, 'type')
  if (!fact) return []
  const wanted = namesOf(kinds)
  return [...(kinds.includes('boolean') ? notBooleans : notNumbers)].map(([each, what]) => ({
    fact,
    value: each,
    says: `${what} instead of ${wanted}`,
    isClear: kinds.includes('boolean') && spokenBooleans.has(each),
  }))
}

function namesOf(kinds: readonly TypeName[]): string {
  const names = kinds.filter((kind) => kind !== 'null').map((kind) => articles[kind])
  return names.length === 0 ? 'null' : names.join(' or ')
}

/** What many frameworks read as true. */
const spokenBooleans: ReadonlySet<string> = new Set(['yes', '1'])
const notBooleans = [
  ['yes', 'a word'],
  ['1', 'a digit'],
  ['maybe', 'another word'],
  ['', 'nothing'],
] as const
const notNumbers = [
  ['12abc', 'digits and letters'],
  ['1.5', 'decimals'],
  ['true', 'a boolean'],
  ['1,5', 'a decimal comma'],
  ['', 'nothing'],
] as const

/** Values similar to one that `enum` or `const` allows. */
export const listBreaks: Breaks = ({ shape, value }) =>
  ['enum', 'const'].flatMap((keyword) =>
    factsOf(shape, keyword).flatMap((fact) =>
      lookalikes(value).map(([each, says]): Break => ({
        fact,
        value: each,
        says: keyword === 'const' ? `${says}, not ${quote(fact.value as Json)}` : `${says}, not in its enum`,
        isClear: typeof each === 'string' && each.trim() === value,
      })),
    ),
  )

function candidates(value: Json, kinds: readonly TypeName[]): readonly Json[] {
  const asText = typeof value === 'object' ? 'abc' : String(value)
  const number = kinds.includes('integer') ? 1.5 : kinds.includes('boolean') ? 1 : 7
  const array = value === null || Array.isArray(value) ? [] : [value]
  const object = Array.isArray(value) ? { 0: 'abc' } : {}
  return [asText, null, number, true, array, object]
}

const homoglyphs: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
}

function lookalikes(value: Json): readonly (readonly [Json, string])[] {
  if (typeof value === 'string') return stringLookalikes(value)
  if (typeof value === 'boolean') return [[!value, 'the other boolean']]
  if (typeof value === 'bigint') return [[value + 1n, 'one more']]
  if (typeof value === 'number')
    return [
      [value + 1, 'one more'],
      [value - 1, 'one less'],
    ]
  if (value === null) return []
  return Array.isArray(value)
    ? [[[...(value as Json[]), 'more'], 'with an item more']]
    : [[{ ...value, more: true }, 'with a property more']]
}

function stringLookalikes(text: string): readonly (readonly [Json, string])[] {
  const swapped = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
  const lookalike = [...text].map((each) => homoglyphs[each] ?? each).join('')
  return [
    ['not-listed', 'another word'],
    [swapped, 'in another case'],
    [lookalike, 'in Cyrillic letters that look alike'],
    [`${text} `, 'with a space at its end'],
    ['', 'empty'],
  ]
}
