/** Counts by key. Keys beyond a maximum are counted together. */
export interface BoundedCounter {
  readonly add: (key: string) => void
  /** By key, in the order in which the keys were first added. */
  readonly counts: ReadonlyMap<string, number>
  /** How often keys beyond the maximum were added. */
  readonly others: number
}

/** Creates a counter that counts at most `room` keys individually. */
export function createBoundedCounter(room: number): BoundedCounter {
  const counts = new Map<string, number>()
  let others = 0
  return {
    add: (key) => {
      const count = counts.get(key)
      if (count === undefined && counts.size >= room) others += 1
      else counts.set(key, (count ?? 0) + 1)
    },
    counts,
    get others() {
      return others
    },
  }
}
