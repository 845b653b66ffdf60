import { equalJson, type Json } from '../../../spec/json.ts'
import type { TypeName } from '../../../spec/refs.ts'
import { astral } from '../edges/scalars.ts'
import { declaredKinds, enumerated, isOfKind, kindOf } from '../listed.ts'
import { quote } from '../../../spec/sentences.ts'
import { factsOf } from '../shape.ts'
import type { Break, Breaks } from './break.ts'

const articles: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number with decimals',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

/** Values of every other type, those first that are easily taken for the right one. */
export const typeBreaks: Breaks = ({ shape, value }) => {
  const kinds = declaredKinds(shape)
  const [fact] = factsOf(shape, 'type')
  if (!kinds || !fact) return []
  const wanted = kinds
    .filter((kind) => kind !== 'null')
    .map((kind) => articles[kind])
    .join(' or ')
  const wrong = candidates(value).filter((each) => !kinds.some((kind) => isOfKind(each, kind)))
  return wrong.map((each) => ({
    fact,
    value: each,
    says:
      each === null
        ? 'null where it is not nullable'
        : `${articles[kindOf(each)]} instead of ${wanted || 'null'}`,
  }))
}

/** Values that no `enum` or `const` lists but that look much like one that is. */
export const listBreaks: Breaks = ({ shape, value }) => {
  const allowed = enumerated(shape) ?? []
  return ['enum', 'const'].flatMap((keyword) =>
    factsOf(shape, keyword).flatMap((fact) =>
      lookalikes(value)
        .filter(([each]) => !allowed.some((known) => equalJson(known, each)))
        .map(([each, says]): Break => ({
          fact,
          value: each,
          says:
            keyword === 'const' ? `${says}, not ${quote(fact.value as Json)}` : `${says}, not in its enum`,
        })),
    ),
  )
}

function candidates(value: Json): readonly Json[] {
  const asText = typeof value === 'object' ? [] : [String(value)]
  const wrapped = value === null ? [] : [[value]]
  return [...asText, 'abc', '1.5', '', 7, 1.5, 0, true, false, null, ...wrapped, [], {}, { value: 'wrapped' }]
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
      [value + 1000, 'another number'],
    ]
  if (value === null) return []
  return Array.isArray(value)
    ? [[[...(value as Json[]), 'more'], 'with an item more']]
    : [[{ ...value, more: true }, 'with a property more']]
}

function stringLookalikes(text: string): readonly (readonly [Json, string])[] {
  const swapped = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
  const lookalike = [...text].map((each) => homoglyphs[each] ?? each).join('')
  const all = [
    ['not-listed', 'another word'],
    [swapped, 'in another case'],
    [lookalike, 'in Cyrillic letters that look alike'],
    [`${text} `, 'with a space at its end'],
    ['', 'empty'],
    [`${text}${astral}`, 'with a character more'],
  ] as const
  return all.filter(([each]) => each !== text)
}
