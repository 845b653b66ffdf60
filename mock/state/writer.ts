import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { stopwatch } from '../data/random.ts'
import type { StoreSnapshot } from '../store/store.ts'
import { journalLine, journalPath, stateText, type State } from './format.ts'
import { flushToDisk, writeWhole } from './write-whole.ts'
import type { MemoryStore, StoreListener } from '../store/memory-store.ts'

/** Keeps a file up with a store. */
export interface StateWriter extends StoreListener {
  /** Writes everything there is. */
  save(): Promise<void>
  /** Writes what is still to be written; the file then stands alone, without journals. */
  close(): Promise<void>
}

export interface StateWriterOptions {
  readonly path: string
  /** Of what the file holds, 0 when there is none. */
  readonly generation: number
  readonly store: () => MemoryStore
  /** Hears of what goes wrong, and that it is well again, as sentences. */
  readonly warn: (message: string) => void
}

/** Milliseconds from one writing of what has changed to the next, at least. */
const delay = 200

/** Milliseconds from a change to the writing of it, at least. */
const together = 20

/** Milliseconds from a change to its line in the journal, which no later kill of the process takes back. */
const soon = 100

/** Milliseconds to the next attempt where writing has failed. */
const patience = 1000

/** Records that are written as a whole after each change; where there are more, the journal is let grow. */
const few = 5000

/** Characters of journal that are no reason yet to write everything again. */
const shortJournal = 4_000_000

/** Writes from the next change on: what the file holds by now is not looked at. */
export function createStateWriter({ path, warn, ...options }: StateWriterOptions): StateWriter {
  let { generation } = options
  /** Generations of the journals that are beside the file. */
  const journals = new Set([generation - 1, generation])
  let lines: string[] = []
  let isLarge = false
  /** What the file and its journals say is not what the store holds: only all of it would help. */
  let isStale = false
  let isDirty = false
  /** The journal of this generation is of no use before its file is there. */
  let isHeld = false
  let [fileSize, journalSize] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  let jotting: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let compacting: Promise<void> | undefined
  let flushedAt = -Infinity
  let isFailing = false
  let isClosed = false

  const schedule = (): void => {
    if (isClosed || !isDirty || flushing !== undefined) return
    const due = isFailing ? patience : delay - (stopwatch() - flushedAt)
    // What comes together is written together, also after a long silence.
    timer ??= setTimeout(flush, Math.max(due, together))
  }
  const touch = (): void => {
    isDirty = true
    schedule()
  }
  /** Adds what has changed to the journal. At once: whatever keeps this process busy, it cannot come in between. */
  const jot = (): void => {
    clearTimeout(jotting)
    jotting = undefined
    if (isHeld || lines.length === 0) return
    const text = lines.join('')
    lines = []
    journals.add(generation)
    journalSize += text.length
    try {
      appendFileSync(journalPath(path, generation), text)
    } catch (error) {
      // The end of the journal may be torn: nothing may follow it.
      isStale = true
      isDirty = true
      complain(error)
    }
  }
  /** From here on changes go to the journal of the next generation. */
  const take = async (): Promise<State> =>
    options.store().capture((world) => {
      // Until the next file is there, the one before needs its journal; not where that would be of another world.
      if (isStale) lines = []
      else jot()
      isHeld = isStale
      ;[isDirty, isStale, journalSize] = [false, false, 0]
      isLarge = sizeOf(world) > few
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
    jot()
    const old = [...journals].filter((each) => each < state.generation)
    for (const each of old) await rm(journalPath(path, each), { force: true })
    for (const each of old) journals.delete(each)
  }
  const step = async (): Promise<void> => {
    if (isStale || !isLarge) {
      await compacting
      return write(await take())
    }
    jot()
    isDirty = isStale
    if (journals.has(generation)) await flushToDisk(journalPath(path, generation))
    if (journalSize > Math.max(shortJournal, fileSize)) await compact()
  }
  const compact = async (): Promise<void> => {
    if (compacting !== undefined) return
    const state = await take()
    compacting = attempt(() => write(state)).finally(() => {
      compacting = undefined
      schedule()
    })
  }
  const complain = (error: unknown): void => {
    if (!isFailing) warn(`The state file ${path} cannot be written: ${(error as Error).message}.`)
    isFailing = true
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      if (isFailing) warn(`The state file ${path} is written again.`)
      isFailing = false
    } catch (error) {
      complain(error)
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
  const flush = (): void => void run(() => attempt(step))
  const save = (): Promise<void> => run(async () => write(await take()))

  return {
    changed: (changes) => {
      if (!isStale) lines.push(journalLine(changes))
      if (!isClosed) jotting ??= setTimeout(jot, soon)
      touch()
    },
    restored: () => {
      isStale = true
      touch()
    },
    save,
    close: async () => {
      isClosed = true
      clearTimeout(jotting)
      await flushing
      await compacting
      if (isDirty || journals.size > 0) await attempt(save)
    },
  }
}

function sizeOf({ collections }: StoreSnapshot): number {
  return collections.reduce((sum, { records }) => sum + records.length, 0)
}
