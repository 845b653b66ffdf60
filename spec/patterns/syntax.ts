/**
 * The syntax tree of a regular expression (ECMA-262 §22.2.1), in the detail needed to generate and find matches. An atom is
 * the source text of anything that matches a single character; assertions match no characters.
 */
export type PatternNode =
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' }
  /** A lookaround, `\b`, `\B` or a back reference. `ahead` is the pattern of a lookahead. */
  | { readonly kind: 'assertion'; readonly ahead?: PatternNode; readonly isNegated?: boolean }

const atom =
  /\[(?:\\[^]|[^\]\\])*\]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\[^]|[^]/uy
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const group = /\((?:\?(?:(<?[=!])|<[^>]*>|[a-z-]*:))?/y
const backReference = /\\(?:[1-9]\d*|k<[^>]*>)/y

/** Parses a pattern that is known to compile. */
export function parsePattern(source: string): PatternNode {
  let at = 0

  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at
    const match = expression.exec(source)
    if (match) at = expression.lastIndex
    return match ?? undefined
  }
  const choice = (): PatternNode => {
    const nodes = [sequence()]
    while (source[at] === '|') {
      at++
      nodes.push(sequence())
    }
    return nodes.length === 1 ? nodes[0]! : { kind: 'choice', nodes }
  }
  const sequence = (): PatternNode => {
    const nodes: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') nodes.push(repeated(term()))
    return nodes.length === 1 ? nodes[0]! : { kind: 'sequence', nodes }
  }
  const term = (): PatternNode => {
    const opening = take(group)
    if (opening) {
      const inside = choice()
      at++
      return lookaround(opening[1], inside)
    }
    if (take(backReference)) return { kind: 'assertion' }
    const text = take(atom)?.[0] ?? ''
    if (text === '^') return { kind: 'start' }
    if (text === '$') return { kind: 'end' }
    return text === '\\b' || text === '\\B' ? { kind: 'assertion' } : { kind: 'atom', text }
  }
  const repeated = (node: PatternNode): PatternNode => {
    const match = take(quantifier)
    if (!match) return node
    const [, sign, from, comma, to] = match
    if (sign !== undefined)
      return { kind: 'repeat', node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const max = comma === '' ? Number(from) : to === '' ? Infinity : Number(to)
    return { kind: 'repeat', node, min: Number(from), max }
  }
  return choice()
}

function lookaround(sign: string | undefined, inside: PatternNode): PatternNode {
  if (sign === undefined) return inside
  return sign.startsWith('<')
    ? { kind: 'assertion' }
    : { kind: 'assertion', ahead: inside, isNegated: sign === '!' }
}
