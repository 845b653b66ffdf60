/** A comparison of a property with a parameter's value, as a description states it. */
export interface Comparison {
  readonly property: string
  /** Whether the value is a lower or an upper bound of the property. */
  readonly kind: 'least' | 'most'
  /** Whether the bound is inclusive (`in`) or exclusive (`out`); undefined if the text leaves it open. */
  readonly edge: 'in' | 'out' | undefined
  /** The number to compare with instead of the parameter's value: `stock > 0`. */
  readonly bound: number | undefined
}

type Words = readonly [words: string, kind: Comparison['kind'], edge: Comparison['edge']]

/** Longer phrases come before the shorter ones they contain. */
const words: readonly Words[] = [
  ['(?:greater|more|larger|higher|later) than or equal to|>=|≥', 'least', 'in'],
  [
    '(?:on|at) or after|(?:on|at) or above|not? (?:before|earlier than|less than|lower than|fewer than)|at least',
    'least',
    'in',
  ],
  ['(?:less|lower|smaller|earlier) than or equal to|<=|≤', 'most', 'in'],
  [
    '(?:on|at) or before|(?:on|at) or below|not? (?:after|later than|more than|greater than|higher than)|at most',
    'most',
    'in',
  ],
  ['(?:greater|more|larger|higher|later) than|>', 'least', 'out'],
  ['(?:less|lower|smaller|fewer|earlier) than|<', 'most', 'out'],
  ['(?<=\\b(?:is|are|was|were) )after', 'least', 'out'],
  ['(?<=\\b(?:is|are|was|were) )before', 'most', 'out'],
  ['after|since', 'least', undefined],
  ['before|until', 'most', undefined],
]

const compared = new RegExp(
  words.map(([phrase]) => `((?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}]))`).join('|'),
  'giu',
)

/**
 * Parses the comparison in a text: `whose birthDate is after this day`. Undefined unless it has exactly one comparison, and names
 * exactly one of the properties as it is spelt.
 */
export function parseComparison(text: string, properties: Iterable<string>): Comparison | undefined {
  const phrase = onlyPhrase(text)
  if (!phrase) return undefined
  const { kind, edge, before, after } = phrase
  const [property, another] = [...properties].filter((name) => isNamedIn(text, before, name))
  if (property === undefined || another !== undefined) return undefined
  const number = /^\s*(-?\d+(?:\.\d+)?)(?![\d-])/.exec(after)?.[1]
  return {
    property,
    kind,
    edge: isJustBefore(before, property) ? edge : undefined,
    bound: number === undefined ? undefined : Number(number),
  }
}

/** Words that compare, and the text on both sides of them. */
interface Phrase extends Pick<Comparison, 'kind' | 'edge'> {
  readonly before: string
  readonly after: string
}

/** The words that compare, if a text has them exactly once. */
function onlyPhrase(text: string): Phrase | undefined {
  const [match, other] = text.matchAll(compared)
  const phrase = words.find((_, index) => match?.[index + 1] !== undefined)
  if (!match || !phrase || other) return undefined
  const [, kind, edge] = phrase
  const { index } = match
  return { kind, edge, before: text.slice(0, index), after: text.slice(index + match[0].length) }
}

/** A name that may be an ordinary word, such as `price`, counts only if the comparison follows it. */
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

const inclusive =
  /(?<!-)\binclusive\b(?! of)|\bor (?:later|newer|more|higher|greater|above)\b|\bor (?:earlier|older|less|lower|fewer|below)\b/i
const exclusive =
  /(?<!-)\bexclusive\b(?! of)|(?<!\b(?:or|not) )\b(?:before|after) this (?:day|date|time|moment|instant)\b/i

/** The first and the last day of a period are part of it. */
const extreme = {
  least: /^(?:the )?(?:first|earliest) (?:day|date|month|year)\b(?!.*\bafter\b)/i,
  most: /^(?:the )?(?:last|latest) (?:day|date|month|year)\b(?!.*\bbefore\b)/i,
}

/** Words after a comparison with the value of a parameter: `at least this price`. */
const withValue = /^\s+(?:this|that|these|the (?:given|specified|provided|requested))\b/i

/** Whether a bound is inclusive or exclusive, by words such as `(exclusive)` and `or later`; undefined if the text leaves it open. */
export function describedEdge(text: string, kind: Comparison['kind']): Comparison['edge'] {
  const compared = edgeOfComparison(text, kind)
  const [isIn, isOut] = [
    inclusive.test(text) || extreme[kind].test(text) || compared === 'in',
    exclusive.test(text) || compared === 'out',
  ]
  if (isIn === isOut) return undefined
  return isIn ? 'in' : 'out'
}

/**
 * The edge of the only comparison in a text, if it is of this kind: `no more than this many pages`, `less than this`. What a sentence
 * requires of the value, such as `Must not be before the first day`, is no comparison with it.
 */
function edgeOfComparison(description: string, kind: Comparison['kind']): Comparison['edge'] {
  const sentences = description.split(/(?<=[.;])\s+/)
  const text = sentences.filter((sentence) => !/\b(?:must|shall|cannot)\b/i.test(sentence)).join(' ')
  const phrase = onlyPhrase(text)
  return phrase?.kind === kind && withValue.test(phrase.after) ? phrase.edge : undefined
}
