/** How a text compares a property with what a parameter is given. */
export interface Comparison {
  readonly property: string
  /** Whether the property is that at least, or at most. */
  readonly kind: 'least' | 'most'
  /** Whether what is exactly that belongs to it, where the words leave no doubt. */
  readonly edge: 'in' | 'out' | undefined
  /** A number that it is compared with in place of the parameter's value: `stock > 0`. */
  readonly bound: number | undefined
}

type Words = readonly [words: string, kind: Comparison['kind'], edge: Comparison['edge']]

/** Longer ones first, for they hold the shorter. */
const words: readonly Words[] = [
  ['(?:greater|more|larger|higher|later) than or equal to|>=|≥', 'least', 'in'],
  ['(?:on|at) or after|not? (?:before|earlier than|less than|lower than|fewer than)|at least', 'least', 'in'],
  ['(?:less|lower|smaller|earlier) than or equal to|<=|≤', 'most', 'in'],
  ['(?:on|at) or before|not? (?:after|later than|more than|greater than|higher than)|at most', 'most', 'in'],
  ['(?:greater|more|larger|higher|later) than|>', 'least', 'out'],
  ['(?:less|lower|smaller|fewer|earlier) than|<', 'most', 'out'],
  ['(?<=\\b(?:is|are|was|were) )after', 'least', 'out'],
  ['(?<=\\b(?:is|are|was|were) )before', 'most', 'out'],
  ['after|since', 'least', undefined],
  ['before|until', 'most', undefined],
]

const compared = new RegExp(
  words.map(([each]) => `((?<![\\p{L}\\p{N}])(?:${each})(?![\\p{L}\\p{N}]))`).join('|'),
  'giu',
)

/**
 * The comparison that a text tells of one of these properties: `whose birthDate is after this day`. The property is named
 * as it is spelt; undefined where more than one, or more than one comparison, may be meant.
 */
export function parseComparison(text: string, properties: Iterable<string>): Comparison | undefined {
  const [found, other] = text.matchAll(compared)
  if (found === undefined || other !== undefined) return undefined
  const [, kind, edge] = words.find((_, index) => found[index + 1] !== undefined) ?? []
  const before = text.slice(0, found.index)
  const named = [...properties].filter((property) => isNamedIn(text, before, property))
  const [property, another] = named
  if (property === undefined || another !== undefined || kind === undefined) return undefined
  const number = /^\s*(-?\d+(?:\.\d+)?)(?![\d-])/.exec(text.slice(found.index + found[0].length))?.[1]
  return {
    property,
    kind,
    edge: isJustBefore(before, property) ? edge : undefined,
    bound: number === undefined ? undefined : Number(number),
  }
}

/** A name that is a word as well, `price`, is one only where the comparison follows it. */
function isNamedIn(text: string, before: string, property: string): boolean {
  const isNoWord = /[\p{Ll}\p{N}]\p{Lu}|_/u.test(property)
  return isNoWord || text.includes(`\`${property}\``)
    ? nameIn(property).test(text)
    : isJustBefore(before, property)
}

const isJustBefore = (before: string, property: string): boolean =>
  new RegExp(`${nameIn(property).source}\`?\\s+(?:(?:is|are|was|were)\\s+)?$`, 'u').test(before)

const nameIn = (property: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_$.-])${property.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)}(?![\\p{L}\\p{N}_]|-|\\.\\p{L})`,
    'u',
  )

const within =
  /(?<!-)\binclusive\b(?! of)|\bor (?:later|newer|more|higher|greater|above)\b|\bor (?:earlier|older|less|lower|fewer|below)\b/i
const without = /(?<!-)\bexclusive\b(?! of)/i

/** Whether what is exactly a bound belongs to what it bounds, by words that need no property: `(exclusive)`, `or later`. */
export function describedEdge(text: string): Comparison['edge'] {
  const [isIn, isOut] = [within.test(text), without.test(text)]
  return isIn === isOut ? undefined : isIn ? 'in' : 'out'
}
