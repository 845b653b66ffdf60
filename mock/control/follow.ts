import type { Journal, JournalEntry } from '../engine/diagnostics/journal.ts'

/** Entries that wait for a slow reader at most; the oldest are left out first. */
const most = 500

/** Every entry after the one with that id, each written when it is taken; ends with the journal or with its reader. */
export function follow(
  journal: Journal,
  after: number,
  write: (entry: JournalEntry) => string,
): AsyncIterableIterator<string> {
  const waiting: JournalEntry[] = [...journal.latest()].filter(({ id }) => id > after).reverse()
  const state: { isOver: boolean; isFirst: boolean; wake?: () => void } = { isOver: false, isFirst: true }
  const end = (): void => {
    state.isOver = true
    unsubscribe()
    state.wake?.()
  }
  const unsubscribe = journal.subscribe((entry) => {
    waiting.push(entry)
    if (waiting.length > most) waiting.shift()
    state.wake?.()
  }, end)
  const stream: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => stream,
    async next() {
      // Lets the client know at once that it is connected.
      if (state.isFirst) {
        state.isFirst = false
        return { done: false, value: ': connected\n\n' }
      }
      while (waiting.length === 0 && !state.isOver) {
        await new Promise<void>((resolve) => {
          state.wake = resolve
        })
      }
      const entry = state.isOver ? undefined : waiting.shift()
      return entry === undefined ? { done: true, value: undefined } : { done: false, value: write(entry) }
    },
    async return() {
      end()
      return { done: true, value: undefined }
    },
  }
  return stream
}
