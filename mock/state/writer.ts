import { messageOf } from '../../spec/util/error-message.ts'
import { stopwatch } from '../data/random.ts'
import type { MemoryStore, StoreListener } from '../store/memory-store.ts'
import type { StoreSnapshot } from '../store/store.ts'
import { stateText, type State } from './format.ts'
import { createJournal } from './journal.ts'
import { writeWhole } from './write-whole.ts'

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

/** Milliseconds before a failed write is retried. */
const retryDelay = 1000

/** Up to this many records are all written after each change. For more, changes are appended to the journal. */
const maxSmallWorld = 5000

/** Characters up to which the journal may grow before all records are written again. */
const minJournalLimit = 4_000_000

/** Creates a writer for changes from now on. Does not read the file. */
export function createStateWriter({ path, warn, generation, store }: StateWriterOptions): StateWriter {
  let isLarge = false
  /** Whether the file and its journals do not match the store, so that all records have to be written. */
  let isStale = false
  let isDirty = false
  let fileSize = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let compacting: Promise<void> | undefined
  let flushedAt = -Infinity
  let isFailing = false
  let isClosed = false

  const reportFailure = (error: unknown): void => {
    if (!isFailing) warn(`The state file ${path} cannot be written: ${messageOf(error)}.`)
    isFailing = true
    isDirty = true
  }
  const reportSuccess = (): void => {
    if (isFailing) warn(`The state file ${path} is written again.`)
    isFailing = false
  }
  const journal = createJournal({
    path,
    generation,
    onFailure: (error) => {
      isStale = true
      reportFailure(error)
    },
  })

  const schedule = (): void => {
    if (isClosed || !isDirty || flushing !== undefined) return
    const due = isFailing ? retryDelay : minInterval - (stopwatch() - flushedAt)
    timer ??= setTimeout(flush, Math.max(due, minDelay))
  }
  const markDirty = (): void => {
    isDirty = true
    schedule()
  }
  /** Captures all records. Later changes go to the journal of the next generation. */
  const capture = async (): Promise<State> =>
    store().capture((world) => {
      const next = journal.next(isStale)
      ;[isDirty, isStale] = [false, false]
      isLarge = recordCount(world) > maxSmallWorld
      return { world, generation: next }
    })
  const write = async (state: State): Promise<void> => {
    try {
      fileSize = await writeWhole(path, stateText(state))
    } catch (error) {
      isStale = true
      throw error
    }
    await journal.written(state.generation)
  }
  const writeChanges = async (): Promise<void> => {
    if (isStale || !isLarge) {
      await compacting
      return write(await capture())
    }
    journal.append()
    isDirty = isStale
    await journal.flush()
    if (journal.size > Math.max(minJournalLimit, fileSize)) await compact()
  }
  const compact = async (): Promise<void> => {
    if (compacting !== undefined) return
    const state = await capture()
    compacting = attempt(() => write(state)).finally(() => {
      compacting = undefined
      schedule()
    })
  }
  const attempt = (work: () => Promise<void>): Promise<void> => work().then(reportSuccess, reportFailure)
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
      if (!isStale) journal.add(changes)
      if (!isClosed) journal.appendSoon()
      markDirty()
    },
    restored: () => {
      isStale = true
      markDirty()
    },
    save,
    close: async () => {
      isClosed = true
      journal.cancel()
      await flushing
      await compacting
      if (isDirty || !journal.isRemoved) await attempt(save)
    },
  }
}

function recordCount({ collections }: StoreSnapshot): number {
  return collections.reduce((sum, { records }) => sum + records.length, 0)
}
