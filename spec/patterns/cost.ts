import type { PatternNode } from './syntax.ts'

/** Steps that a backtracking search may take; they take a few milliseconds. */
const maxSteps = 2 ** 20

const lengths = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16_384, 65_536, 2 ** 20, 2 ** 24]

/** The length of text, in characters, up to which a backtracking search for the pattern is certainly fast. */
export function safeLength(node: PatternNode): number {
  const count = lengths.findIndex((length) => steps(node, length) > maxSteps)
  return count === -1 ? Infinity : (lengths[count - 1] ?? 0)
}

/** The most steps of a search in a text of that length, which starts at each character unless the pattern is anchored. */
function steps(node: PatternNode, length: number): number {
  return ways(node, length) * (isAnchored(node) ? 1 : length)
}

/** The most ways to match a node in a text of that length. */
function ways(node: PatternNode, length: number): number {
  if (node.kind === 'sequence') return node.nodes.reduce((product, part) => product * ways(part, length), 1)
  if (node.kind === 'choice') return node.nodes.reduce((sum, branch) => sum + ways(branch, length), 0)
  if (node.kind === 'assertion') return node.ahead === undefined ? 1 : ways(node.ahead, length)
  if (node.kind !== 'repeat') return 1
  const most = Math.min(node.max, Math.max(length, node.min))
  return Math.max(1, most - node.min + 1) * ways(node.node, length) ** most
}

function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.nodes[0] !== undefined && isAnchored(node.nodes[0])
  return node.kind === 'choice' ? node.nodes.every(isAnchored) : node.kind === 'start'
}
