import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Change } from '../store/changes.ts'
import { journalLine, journalPath } from './format.ts'
import { flushToDisk } from './write-whole.ts'

/** The changes since the state file was written. Each generation of the file has a journal of its own. */
export interface Journal {
  /** Characters in the current generation's journal. */
  readonly size: number
  /** Whether there are no files of it. */
  readonly isRemoved: boolean
  add(changes: readonly Change[]): void
  /** Appends all changes after a short time, together with those that follow. */
  appendSoon(): void
  /** Appends all changes now. Synchronously, so that a busy event loop cannot delay it. */
  append(): void
  /** Does not append what it was to append soon. */
  cancel(): void
  /**
   * Begins the journal of the next generation, whose number it returns.
   *
   * @param isStale whether the file and its journals are of another world: then changes wait until the next file is {@link written}
   */
  next(isStale: boolean): number
  /** Removes the journals that the file of a generation makes superfluous. */
  written(generation: number): Promise<void>
  /** Flushes what was appended to disk. */
  flush(): Promise<void>
}

export interface JournalOptions {
  /** Path of the state file. */
  readonly path: string
  readonly generation: number
  /** Receives the error if changes cannot be appended. Nothing may be appended after that, since the last line may be incomplete. */
  readonly onFailure: (error: unknown) => void
}

/** Milliseconds from a change to its line in the journal, after which killing the process does not lose it. */
const journalDelay = 100

export function createJournal({ path, onFailure, ...options }: JournalOptions): Journal {
  let { generation } = options
  /** Generations whose files exist. */
  const files = new Set([generation - 1, generation])
  let lines: string[] = []
  let size = 0
  /** Whether lines have to wait until the file of their generation is written. */
  let isHeld = false
  let timer: NodeJS.Timeout | undefined

  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  /** Returns false if that fails. */
  const append = (): boolean => {
    cancel()
    if (isHeld || lines.length === 0) return true
    const text = lines.join('')
    lines = []
    files.add(generation)
    size += text.length
    try {
      appendFileSync(journalPath(path, generation), text)
      return true
    } catch (error) {
      onFailure(error)
      return false
    }
  }

  return {
    get size() {
      return size
    },
    get isRemoved() {
      return files.size === 0
    },
    add: (changes) => void lines.push(journalLine(changes)),
    appendSoon: () => void (timer ??= setTimeout(append, journalDelay)),
    append: () => void append(),
    cancel,
    next: (isStale) => {
      // Until the next file is written, the current one needs its journal, unless it is of another world.
      if (isStale) lines = []
      isHeld = isStale || !append()
      size = 0
      generation += 1
      return generation
    },
    written: async (current) => {
      isHeld = false
      append()
      for (const old of [...files].filter((each) => each < current)) {
        await rm(journalPath(path, old), { force: true })
        files.delete(old)
      }
    },
    flush: async () => {
      if (files.has(generation)) await flushToDisk(journalPath(path, generation))
    },
  }
}
