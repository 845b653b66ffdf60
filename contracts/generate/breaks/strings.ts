import { toPattern } from '../../../spec/patterns/pattern.ts'
import { astral } from '../edges/scalars.ts'
import { factsOf, valuesOf, withFacts, type Fact, type Shape } from '../schema/shape.ts'
import { draw } from '../values/draw.ts'
import { formatOf } from '../values/formats.ts'
import { strings } from '../values/strings.ts'
import type { Break, Breaks } from './break.ts'

/** The longest string that is sent, in code points. */
const maxLength = 100_000
/** How many strings that almost match a pattern are sent. */
const maxNearMatches = 4

/** One code point too few or too many; the former also in characters of two UTF-16 code units. */
export const lengthBreaks: Breaks = ({ shape, value }) => {
  if (typeof value !== 'string') return []
  const short = factsOf(shape, 'minLength').flatMap((fact) => tooShort(shape, fact))
  const long = factsOf(shape, 'maxLength').flatMap((fact) =>
    ofLength(shape, fact, (fact.value as number) + 1, 'above maxLength'),
  )
  return [...short, ...long]
}

/** Strings that almost match a pattern and, if there is a format as well, one that conforms to the format. */
export const patternBreaks: Breaks = ({ shape, value }) => {
  if (typeof value !== 'string') return []
  return factsOf(shape, 'pattern').flatMap((fact) => {
    const pattern = toPattern(fact.value as string)
    const isBroken = ([each]: readonly [string, string]): boolean => pattern?.test(each) === false
    const broken = [
      ...almost(value).filter(isBroken).slice(0, maxNearMatches),
      ...ofFormat(shape).filter(isBroken).slice(0, 1),
    ]
    const why = `which the pattern ${String(fact.value)} does not match`
    return broken.map(([each, says]) => ({
      fact,
      value: each,
      says: `${says}, ${why}`,
      isClear: each.trim() === value,
    }))
  })
}

function ofFormat(shape: Shape): readonly (readonly [string, string])[] {
  const formats = valuesOf(shape, 'format')
  if (formats.length === 0) return []
  const others = [
    ...draw(strings(withFacts(shape, ['pattern'], {})), 20),
    ...formats.flatMap((name) => formatOf(name)?.edges ?? []),
  ]
  return others.map((each) => [each, `another ${formats.join(' and ')}`] as const)
}

/** Strings that almost conform to a format. */
export const formatBreaks: Breaks = ({ shape, value }) => {
  if (typeof value !== 'string') return []
  return factsOf(shape, 'format').flatMap((fact) => {
    const name = fact.value as string
    const { broken = [], clear } = formatOf(name) ?? {}
    return [...broken, ['', 'empty'] as const].map(([each, why]): Break => ({
      fact,
      value: each,
      says: `${why}, no ${name}`,
      isClear: clear?.has(each) === true,
    }))
  })
}

function tooShort(shape: Shape, fact: Fact): readonly Break[] {
  const length = (fact.value as number) - 1
  if (length < 0) return []
  const wide =
    length === 0
      ? []
      : [
          {
            fact,
            value: astral.repeat(length),
            says: `${length} characters in ${2 * length} UTF-16 code units, below minLength ${length + 1}`,
            isClear: true,
          },
        ]
  return [...ofLength(shape, fact, length, 'below minLength'), ...wide]
}

function ofLength(shape: Shape, fact: Fact, length: number, says: string): readonly Break[] {
  if (length > maxLength) return []
  const exactly = withFacts(shape, ['minLength', 'maxLength'], { minLength: length, maxLength: length })
  return draw(strings(exactly, true)).map((value) => ({ fact, value, says: `${says} ${String(fact.value)}` }))
}

function almost(text: string): readonly (readonly [string, string])[] {
  return [
    [`${text}\n`, 'with a line break at its end'],
    [`${text.slice(0, -1)}!`, 'with a ! at its end'],
    [`!${text.slice(1)}`, 'with a ! at its start'],
    [` ${text}`, 'with a space at its start'],
    [text.toUpperCase(), 'in upper case'],
    [text.toLowerCase(), 'in lower case'],
    [text.slice(0, -1), 'one character shorter'],
    [`${text}${text}`, 'twice over'],
    ['', 'empty'],
    [astral, 'a single emoji'],
  ]
}
