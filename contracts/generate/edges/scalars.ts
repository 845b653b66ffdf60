import type { Json } from '../../../spec/json.ts'
import { toPattern } from '../../../spec/patterns/pattern.ts'
import { parsePattern } from '../../../spec/patterns/syntax.ts'
import { factsOf, valuesOf, withFacts, type Shape } from '../schema/shape.ts'
import { declaredTypes, enumValues } from '../schema/types-and-enums.ts'
import { listedValues } from '../values/by-type.ts'
import { draw } from '../values/draw.ts'
import { formatOf } from '../values/formats.ts'
import { extremes, int32, int64, toJson } from '../values/numbers.ts'
import { lengthsOf } from '../values/pattern-lengths.ts'
import { lengthRange, strings } from '../values/strings.ts'
import type { Edge, Edges } from './edge.ts'

/** The longest string that is sent as valid, in code points: longer ones could exceed limits of the body. */
const maxLength = 10_000
/** A character outside the Basic Multilingual Plane: one code point, two UTF-16 code units, four bytes of UTF-8. */
export const astral = '🙂'

export const listEdges: Edges = ({ shape }, { build }) =>
  (listedValues(shape, build) ?? []).map((value) => ({
    keyword: factsOf(shape, 'enum').length > 0 ? 'enum' : 'const',
    value,
    says: 'one of its values',
  }))

export const nullEdges: Edges = ({ shape }) =>
  allows(shape, 'null') ? [{ keyword: 'type', value: null, says: 'where it is nullable' }] : []

export const booleanEdges: Edges = ({ shape }) =>
  allows(shape, 'boolean')
    ? [true, false].map((value) => ({ keyword: 'type', value, says: 'a boolean' }))
    : []

export const numberEdges: Edges = ({ shape }) => {
  const isInteger = allows(shape, 'integer')
  if (!isInteger && !allows(shape, 'number')) return []
  const { lowest, highest, step } = extremes(shape, isInteger)
  return [
    ...(lowest === undefined
      ? []
      : [
          {
            keyword: keywordOf(shape, ['minimum', 'exclusiveMinimum']),
            value: lowest,
            says: 'its least value',
          },
        ]),
    ...(highest === undefined
      ? []
      : [
          {
            keyword: keywordOf(shape, ['maximum', 'exclusiveMaximum']),
            value: highest,
            says: 'its greatest value',
          },
        ]),
    { keyword: 'type', value: 0, says: 'zero' },
    ...(valuesOf(shape, 'multipleOf').length > 0
      ? [{ keyword: 'multipleOf', value: step, says: 'a multiple' }]
      : []),
    ...(isInteger
      ? []
      : [
          { keyword: 'type', value: 0.5, says: 'with decimals' },
          { keyword: 'type', value: 2, says: 'without decimals' },
        ]),
    ...formatEnds(shape),
  ]
}

export const stringEdges: Edges = ({ shape }) => {
  if (!allows(shape, 'string')) return []
  const [min, max] = lengthRange(shape)
  return [
    ...(min === 0
      ? [{ keyword: 'minLength', value: '', says: 'the empty string' }]
      : ofLength(shape, min, 'minLength', 'the shortest')),
    ...(max <= maxLength ? ofLength(shape, max, 'maxLength', 'the longest') : []),
    ...valuesOf(shape, 'pattern').flatMap((pattern) => shortestMatch(shape, pattern)),
    ...valuesOf(shape, 'format').flatMap((format) =>
      (formatOf(format)?.edges ?? []).map((value) => ({
        keyword: 'format',
        value,
        says: `a valid ${format}`,
      })),
    ),
  ]
}

/** Whether a shape has that type and does not enumerate its values. */
function allows(shape: Shape, kind: 'null' | 'boolean' | 'integer' | 'number' | 'string'): boolean {
  return enumValues(shape) === undefined && declaredTypes(shape)?.includes(kind) === true
}

function keywordOf(shape: Shape, keywords: readonly string[]): string {
  return keywords.find((keyword) => factsOf(shape, keyword).length > 0) ?? 'format'
}

function formatEnds(shape: Shape): readonly Edge[] {
  const formats = valuesOf(shape, 'format')
  const range = formats.includes('int64') ? int64 : formats.includes('int32') ? int32 : undefined
  const beyond: readonly Json[] = formats.includes('int64') ? [9007199254740993n, -9007199254740993n] : []
  return [
    ...(range ?? []).map((end) => ({
      keyword: 'format',
      value: toJson(end),
      says: `an end of ${formats.join(' ')}`,
    })),
    ...beyond.map((value) => ({ keyword: 'format', value, says: 'which a double cannot hold' })),
  ]
}

function ofLength(shape: Shape, length: number, keyword: string, says: string): readonly Edge[] {
  const exact = withFacts(shape, [], { minLength: length, maxLength: length })
  const wide =
    length <= 1000
      ? [{ keyword, value: astral.repeat(length), says: `${says}, in ${2 * length} UTF-16 code units` }]
      : []
  return [...draw(strings(exact)).map((value) => ({ keyword, value: narrow(shape, value), says })), ...wide]
}

/**
 * The text with as many UTF-16 code units as code points, if a shape allows any text: only the values made for it should test whether a
 * server counts code units.
 */
const narrow = (shape: Shape, text: string): string =>
  factsOf(shape, 'pattern').length + factsOf(shape, 'format').length > 0
    ? text
    : text.replaceAll(/[^\0-\uffff]/gu, 'ß')

function shortestMatch(shape: Shape, pattern: string): readonly Edge[] {
  const [least] = lengthsOf(parsePattern(toPattern(pattern)?.source ?? pattern))
  const [min] = lengthRange(shape)
  return ofLength(shape, Math.max(min, least), 'pattern', 'a short match').slice(0, 1)
}
