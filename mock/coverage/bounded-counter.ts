/** Counts by key. Keys beyond a maximum are counted together. */
export interface BoundedCounter {
  add(key: string): void
  /** Highest count first. The key `undefined` stands for all keys beyond the maximum. */
  entries(): readonly (readonly [key: string | undefined, count: number])[]
}

/** Creates a counter that counts at most `room` keys individually. */
export function createBoundedCounter(room: number): BoundedCounter {
  const counts = new Map<string, number>()
  let others = 0
  return {
    add(key) {
      const count = counts.get(key)
      if (count === undefined && counts.size >= room) others += 1
      else counts.set(key, (count ?? 0) + 1)
    },
    entries() {
      const sorted = [...counts].sort(([, one], [, other]) => other - one)
      return others === 0 ? sorted : [...sorted, [undefined, others]]
    },
  }
}
