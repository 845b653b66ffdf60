/** Counts by key, of the first so many keys; the rest are counted together. */
export interface BoundedTally {
  add(key: string): void
  /** Most first; under `undefined` those there was no room for. */
  entries(): readonly (readonly [key: string | undefined, count: number])[]
}

/** A tally of so many keys at most. */
export function createTally(room: number): BoundedTally {
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
