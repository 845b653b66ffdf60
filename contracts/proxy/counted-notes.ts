import { createBoundedCounter } from '../../spec/util/bounded-counter.ts'

/** Collects notes that occur again and again: keeps the first different ones with their counts, and only counts the rest. */
export interface CountedNotes {
  add(text: string): void
  /** `text (3 times)` for each note that was kept, then how many others there were. */
  lines(): readonly string[]
}

/** @param limit how many different notes are kept */
export function createCountedNotes(limit: number): CountedNotes {
  const counter = createBoundedCounter(limit)
  return {
    add: counter.add,
    lines() {
      const kept = [...counter.counts].map(([text, count]) =>
        count === 1 ? text : `${text} (${String(count)} times)`,
      )
      return counter.others === 0 ? kept : [...kept, `and ${String(counter.others)} more`]
    },
  }
}
