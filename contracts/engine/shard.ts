import type { Case } from '../case.ts'

/** One of the parts that a plan is split into, to be run side by side. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly count: number
}

interface Part {
  readonly lanes: Set<string>
  size: number
}

/**
 * Names of the lanes in one part of a plan. A lane is never split; the largest go first, each to the part that has least.
 * The same plan is always split in the same way, and its parts together are the whole of it.
 */
export function lanesOfShard(cases: readonly Case[], { index, count }: Shard): ReadonlySet<string> {
  const parts: readonly Part[] = Array.from({ length: count }, () => ({ lanes: new Set(), size: 0 }))
  for (const [lane, size] of [...sizes(cases)].sort(([, a], [, b]) => b - a)) {
    const smallest = parts.reduce((least, part) => (part.size < least.size ? part : least))
    smallest.lanes.add(lane)
    smallest.size += size
  }
  return parts[index - 1]?.lanes ?? new Set()
}

function sizes(cases: readonly Case[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { lane } of cases) found.set(lane, (found.get(lane) ?? 0) + 1)
  return found
}

/** `2/5`; undefined when it is none. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(text)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  return match && index >= 1 && index <= count && count <= 1000 ? { index, count } : undefined
}
