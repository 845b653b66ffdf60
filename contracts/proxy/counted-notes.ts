/** Collects notes that occur again and again: keeps the first different ones with their counts, and only counts the rest. */
export interface CountedNotes {
  add(text: string): void
  /** `text (3 times)` for each note that was kept, then how many others there were. */
  lines(): readonly string[]
}

/** @param limit how many different notes are kept */
export function createCountedNotes(limit: number): CountedNotes {
  const counts = new Map<string, number>()
  let others = 0
  return {
    add(text) {
      const before = counts.get(text)
      if (before === undefined && counts.size >= limit) others += 1
      else counts.set(text, (before ?? 0) + 1)
    },
    lines() {
      const kept = [...counts].map(([text, count]) =>
        count === 1 ? text : `${text} (${String(count)} times)`,
      )
      return others === 0 ? kept : [...kept, `and ${String(others)} more`]
    },
  }
}
