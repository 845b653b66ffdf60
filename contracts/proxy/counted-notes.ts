/** Counts things said again and again; the first of them in order, the rest as a number. */
export interface Tally {
  add(text: string): void
  /** `text (3 times)`, at most as many as were kept, then how many more there were. */
  lines(): readonly string[]
}

export function createTally(most: number): Tally {
  const counts = new Map<string, number>()
  let others = 0
  return {
    add(text) {
      const before = counts.get(text)
      if (before === undefined && counts.size >= most) others += 1
      else counts.set(text, (before ?? 0) + 1)
    },
    lines() {
      const told = [...counts].map(([text, count]) =>
        count === 1 ? text : `${text} (${String(count)} times)`,
      )
      return others === 0 ? told : [...told, `and ${String(others)} more`]
    },
  }
}
