import type { Journal, JournalEntry } from '../engine/journal.ts'

/** Entries that wait for a slow reader at most; the oldest are left out first. */
const most = 500

/** Every entry after the one with that id, each written when it is taken; ends with the journal or with its reader. */
export function follow(
  journal: Journal,
  after: number,
  write: (entry: JournalEntry) => string,
): AsyncIterableIterator<string> {
  const waiting: JournalEntry[] = [...journal.latest()].filter(({ id }) => id > after).reverse()
  let isOver = false
  let wake: (() => void) | undefined
  const end = (): void => {
    isOver = true
    unsubscribe()
    wake?.()
  }
  const unsubscribe = journal.subscribe((entry) => {
    waiting.push(entry)
    if (waiting.length > most) waiting.shift()
    wake?.()
  }, end)
  let isFirst = true
  const stream: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => stream,
    async next() {
      // Lets the client know at once that it is connected.
      if (isFirst) {
        isFirst = false
        return { done: false, value: ': connected\n\n' }
      }
      while (waiting.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const entry = isOver ? undefined : waiting.shift()
      return entry === undefined ? { done: true, value: undefined } : { done: false, value: write(entry) }
    },
    async return() {
      end()
      return { done: true, value: undefined }
    },
  }
  return stream
}
