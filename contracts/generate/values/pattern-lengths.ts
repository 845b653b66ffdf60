import type { PatternNode } from '../../../spec/patterns/syntax.ts'

/** The minimum and maximum length of a match. */
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

/** The pattern narrowed to matches of `low` to `high` characters; undefined when that fails. */
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
    const inner = narrow(node, Math.ceil(low / times), Math.floor(high / times))
    if (inner)
      return {
        kind: 'repeat',
        node: inner,
        min: count,
        max: Math.min(max, Math.max(count, timesWithin(inner, high, count))),
      }
    const copies = Array.from({ length: count < 64 ? count : 0 }, () => node)
    const unrolled = narrow({ kind: 'sequence', nodes: copies }, low, high)
    if (unrolled && count > 1) return unrolled
  }
  return low === 0 && min === 0 ? { kind: 'sequence', nodes: [] } : undefined
}

/** How often a node fits into a length; `otherwise` when its matches are empty. */
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
