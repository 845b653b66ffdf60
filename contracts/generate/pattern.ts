/**
 * The structure of a regular expression (ECMA-262 §22.2.1), as far as making a match needs it. An atom is the text of
 * whatever matches one character; assertions match nothing.
 */
export type PatternNode =
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' | 'assertion' }

const atom =
  /\[(?:\\[^]|[^\]\\])*\]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\[^]|[^]/uy
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const group = /\((?:\?(?:(<?[=!])|<[^>]*>|[a-z-]*:))?/y
const backReference = /\\(?:[1-9]\d*|k<[^>]*>)/y

/** Reads a pattern that is known to compile. */
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
      return opening[1] === undefined ? inside : { kind: 'assertion' }
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

/** The least and the greatest number of characters a match can have. */
export function lengthsOf(node: PatternNode): readonly [min: number, max: number] {
  if (node.kind === 'atom') return [1, 1]
  if (node.kind === 'repeat') {
    const [min, max] = lengthsOf(node.node)
    return [min * node.min, max === 0 ? 0 : max * node.max || 0]
  }
  if (node.kind !== 'sequence' && node.kind !== 'choice') return [0, 0]
  const all = node.nodes.map(lengthsOf)
  if (node.kind === 'choice')
    return [Math.min(...all.map(([min]) => min)), Math.max(...all.map(([, max]) => max))]
  return [sum(all.map(([min]) => min)), sum(all.map(([, max]) => max))]
}

/** The same pattern with every match between `low` and `high` characters long; undefined when that fails. */
export function narrow(node: PatternNode, low: number, high: number): PatternNode | undefined {
  const [min, max] = lengthsOf(node)
  if (min > high || max < low || low > high) return undefined
  if (min >= low && max <= high) return node
  if (node.kind === 'repeat') return narrowRepeat(node, low, high)
  if (node.kind === 'sequence') return narrowSequence(node.nodes, low, high)
  if (node.kind !== 'choice') return undefined
  const nodes = node.nodes.flatMap((each) => narrow(each, low, high) ?? [])
  return nodes.length === 0 ? undefined : { kind: 'choice', nodes }
}

type Repeat = Extract<PatternNode, { kind: 'repeat' }>

function narrowRepeat({ node, min, max }: Repeat, low: number, high: number): PatternNode | undefined {
  const [, most] = lengthsOf(node)
  const first = Math.max(min, low === 0 ? 0 : Math.max(1, Math.ceil(low / most)))
  for (let count = first; count <= Math.min(max, first + 8); count++) {
    const times = Math.max(1, count)
    const inside = narrow(node, Math.ceil(low / times), Math.floor(high / times))
    if (inside)
      return {
        kind: 'repeat',
        node: inside,
        min: count,
        max: Math.min(max, Math.max(count, timesWithin(inside, high, count))),
      }
    const copies = Array.from({ length: count < 64 ? count : 0 }, () => node)
    const unrolled = narrow({ kind: 'sequence', nodes: copies }, low, high)
    if (unrolled && count > 1) return unrolled
  }
  return low === 0 && min === 0 ? { kind: 'sequence', nodes: [] } : undefined
}

/** How often a node fits into a length; `otherwise` when it is empty. */
function timesWithin(node: PatternNode, length: number, otherwise: number): number {
  const [, longest] = lengthsOf(node)
  return longest === 0 ? otherwise : Math.floor(length / longest)
}

function narrowSequence(nodes: readonly PatternNode[], low: number, high: number): PatternNode | undefined {
  const lengths = nodes.map(lengthsOf)
  const lows = lengths.map(([min]) => min)
  spread(
    lows,
    lengths.map(([, max]) => max),
    low,
  )
  const highs = [...lows]
  spread(
    highs,
    lengths.map(([, max]) => max),
    high,
  )
  const narrowed = nodes.map((node, index) => narrow(node, lows[index]!, highs[index]!))
  return narrowed.includes(undefined) ? undefined : { kind: 'sequence', nodes: narrowed as PatternNode[] }
}

/** Raises amounts evenly, each up to its limit, until their sum is `total` or all are at their limits. */
function spread(amounts: number[], limits: readonly number[], total: number): void {
  let missing = total - sum(amounts)
  while (missing > 0) {
    const open = amounts.flatMap((amount, index) => (amount < limits[index]! ? [index] : []))
    if (open.length === 0) return
    const share = Math.max(1, Math.floor(missing / open.length))
    for (const index of open) {
      const step = Math.min(share, missing, limits[index]! - amounts[index]!)
      amounts[index]! += step
      missing -= step
    }
  }
}

/** Whether repetitions without end stand in one another: to find no match of those can take for ever. */
export function isExplosive(node: PatternNode, isInside: boolean = false): boolean {
  if (node.kind === 'sequence' || node.kind === 'choice')
    return node.nodes.some((each) => isExplosive(each, isInside))
  if (node.kind !== 'repeat') return false
  return node.max > 20 ? isInside || isExplosive(node.node, true) : isExplosive(node.node, isInside)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
