import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { stopwatch } from '../data/random.ts'
import type { StoreSnapshot } from '../store/store.ts'
import { journalLine, journalPath, stateText, type State } from './format.ts'
import { flushToDisk, writeWhole } from './write-whole.ts'
import type { MemoryStore, StoreListener } from '../store/memory-store.ts'

/** Keeps a file up to date with a store. */
export interface StateWriter extends StoreListener {
  /** Writes all records. */
  save(): Promise<void>
  /** Writes pending changes into the file, and removes the journals. */
  close(): Promise<void>
}

export interface StateWriterOptions {
  readonly path: string
  /** The generation of the file; 0 if there is none. */
  readonly generation: number
  readonly store: () => MemoryStore
  /** Receives sentences about failed writes, and about recovery from them. */
  readonly warn: (message: string) => void
}

/** Minimum milliseconds between two writes. */
const minInterval = 200

/** Minimum milliseconds from a change to the write, so that changes are written together. */
const minDelay = 20

/** Milliseconds from a change to its line in the journal, after which killing the process does not lose it. */
const journalDelay = 100

/** Milliseconds before a failed write is retried. */
const retryDelay = 1000

/** Up to this many records are all written after each change. For more, changes are appended to the journal. */
const maxSmallWorld = 5000

/** Characters up to which the journal may grow before all records are written again. */
const minJournalLimit = 4_000_000

/** Creates a writer for changes from now on. Does not read the file. */
export function createStateWriter({ path, warn, ...options }: StateWriterOptions): StateWriter {
  let { generation } = options
  /** Generations of the journals that exist. */
  const journals = new Set([generation - 1, generation])
  let lines: string[] = []
  let isLarge = false
  /** Whether the file and its journals do not match the store, so that all records have to be written. */
  let isStale = false
  let isDirty = false
  /** Whether lines have to wait until the file of their generation is written. */
  let isHeld = false
  let [fileSize, journalSize] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  let journalTimer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let compacting: Promise<void> | undefined
  let flushedAt = -Infinity
  let isFailing = false
  let isClosed = false

  const schedule = (): void => {
    if (isClosed || !isDirty || flushing !== undefined) return
    const due = isFailing ? retryDelay : minInterval - (stopwatch() - flushedAt)
    timer ??= setTimeout(flush, Math.max(due, minDelay))
  }
  const markDirty = (): void => {
    isDirty = true
    schedule()
  }
  /** Appends pending lines to the journal. Synchronously, so that a busy event loop cannot delay it. */
  const appendToJournal = (): void => {
    clearTimeout(journalTimer)
    journalTimer = undefined
    if (isHeld || lines.length === 0) return
    const text = lines.join('')
    lines = []
    journals.add(generation)
    journalSize += text.length
    try {
      appendFileSync(journalPath(path, generation), text)
    } catch (error) {
      // The last line may be incomplete, so that nothing may be appended to it.
      isStale = true
      isDirty = true
      reportFailure(error)
    }
  }
  /** Captures all records. Later changes go to the journal of the next generation. */
  const capture = async (): Promise<State> =>
    options.store().capture((world) => {
      // Until the next file is written, the current one needs its journal, unless it is of another world.
      if (isStale) lines = []
      else appendToJournal()
      isHeld = isStale
      ;[isDirty, isStale, journalSize] = [false, false, 0]
      isLarge = recordCount(world) > maxSmallWorld
      generation += 1
      return { world, generation }
    })
  const write = async (state: State): Promise<void> => {
    try {
      fileSize = await writeWhole(path, stateText(state))
    } catch (error) {
      isStale = true
      throw error
    }
    isHeld = false
    appendToJournal()
    for (const old of [...journals].filter((each) => each < state.generation)) {
      await rm(journalPath(path, old), { force: true })
      journals.delete(old)
    }
  }
  const writeChanges = async (): Promise<void> => {
    if (isStale || !isLarge) {
      await compacting
      return write(await capture())
    }
    appendToJournal()
    isDirty = isStale
    if (journals.has(generation)) await flushToDisk(journalPath(path, generation))
    if (journalSize > Math.max(minJournalLimit, fileSize)) await compact()
  }
  const compact = async (): Promise<void> => {
    if (compacting !== undefined) return
    const state = await capture()
    compacting = attempt(() => write(state)).finally(() => {
      compacting = undefined
      schedule()
    })
  }
  const reportFailure = (error: unknown): void => {
    if (!isFailing) warn(`The state file ${path} cannot be written: ${(error as Error).message}.`)
    isFailing = true
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      if (isFailing) warn(`The state file ${path} is written again.`)
      isFailing = false
    } catch (error) {
      reportFailure(error)
      isDirty = true
    }
  }
  const run = (work: () => Promise<void>): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    flushedAt = stopwatch()
    flushing = work().finally(() => {
      flushing = undefined
      schedule()
    })
    return flushing
  }
  const flush = (): void => void run(() => attempt(writeChanges))
  const save = (): Promise<void> => run(async () => write(await capture()))

  return {
    changed: (changes) => {
      if (!isStale) lines.push(journalLine(changes))
      if (!isClosed) journalTimer ??= setTimeout(appendToJournal, journalDelay)
      markDirty()
    },
    restored: () => {
      isStale = true
      markDirty()
    },
    save,
    close: async () => {
      isClosed = true
      clearTimeout(journalTimer)
      await flushing
      await compacting
      if (isDirty || journals.size > 0) await attempt(save)
    },
  }
}

function recordCount({ collections }: StoreSnapshot): number {
  return collections.reduce((sum, { records }) => sum + records.length, 0)
}
