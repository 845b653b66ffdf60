import type { Journal, JournalEntry } from '../engine/diagnostics/journal.ts'

/** Entries buffered for a slow reader; beyond that, the oldest are dropped. */
const maxWaiting = 500

/** Streams every entry after the given id. Ends when the journal is closed or the reader stops. */
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
    if (waiting.length > maxWaiting) waiting.shift()
    state.wake?.()
  }, end)
  const stream: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => stream,
    async next() {
      // Sent at once, so that the client knows it is connected.
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
