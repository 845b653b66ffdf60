import type { Case } from '../case.ts'

/** One of the parts that a plan is split into, to be run on different machines. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number
  readonly count: number
}

interface Part {
  readonly lanes: Set<string>
  size: number
}

/**
 * Names of the lanes in one shard of a plan. Lanes are never split; they are assigned by size, largest first, to the smallest
 * shard so far. The same plan is always split the same way, and its shards together are the whole of it.
 */
export function lanesOfShard(cases: readonly Case[], { index, count }: Shard): ReadonlySet<string> {
  const parts: readonly Part[] = Array.from({ length: count }, () => ({ lanes: new Set(), size: 0 }))
  for (const [lane, size] of [...laneSizes(cases)].sort(([, a], [, b]) => b - a)) {
    const smallest = parts.reduce((least, part) => (part.size < least.size ? part : least))
    smallest.lanes.add(lane)
    smallest.size += size
  }
  return parts[index - 1]?.lanes ?? new Set()
}

function laneSizes(cases: readonly Case[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { lane } of cases) sizes.set(lane, (sizes.get(lane) ?? 0) + 1)
  return sizes
}

/** Parses `2/5`; undefined when the text is not a shard. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(text)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  return match && index >= 1 && index <= count && count <= 1000 ? { index, count } : undefined
}
