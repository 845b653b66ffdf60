/** One of the parts that a plan is split into, to be run on different machines. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number
  readonly count: number
}

/** The part of a case that matters here: a group is never split. */
interface Grouped {
  readonly group: string
}

interface Part {
  readonly groups: Set<string>
  size: number
}

/**
 * Names of the groups in one shard of a plan. Groups are never split; they are assigned by size, largest first, to the smallest
 * shard so far. The same plan is always split the same way, and its shards together are the whole of it.
 */
export function groupsOfShard(cases: readonly Grouped[], { index, count }: Shard): ReadonlySet<string> {
  const parts: readonly Part[] = Array.from({ length: count }, () => ({ groups: new Set(), size: 0 }))
  for (const [group, size] of [...groupSizes(cases)].sort(([, a], [, b]) => b - a)) {
    const smallest = parts.reduce((least, part) => (part.size < least.size ? part : least))
    smallest.groups.add(group)
    smallest.size += size
  }
  return parts[index - 1]?.groups ?? new Set()
}

function groupSizes(cases: readonly Grouped[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { group } of cases) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return sizes
}

/** Parses `2/5`; undefined when the text is not a shard. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(text)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  return match && index >= 1 && index <= count && count <= 1000 ? { index, count } : undefined
}
