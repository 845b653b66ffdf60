import { rm } from 'node:fs/promises'
import { stopwatch } from '../data/random.ts'
import type { MemoryStore, StoreListener, StoreSnapshot } from '../resources/store.ts'
import { journalLine, journalPath, stateText, type State } from './format.ts'
import { append, writeWhole } from './write-whole.ts'

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

/** Milliseconds to the next attempt where writing has failed. */
const patience = 1000

/** Records that are written as a whole after each change; where there are more, changes go to a journal. */
const few = 5000

/** Characters of journal that are no reason yet to write everything again. */
const shortJournal = 4_000_000

export function createStateWriter({ path, warn, ...options }: StateWriterOptions): StateWriter {
  let { generation } = options
  /** Generations of the journals that are beside the file. */
  const journals = new Set([generation - 1, generation])
  let lines: string[] = []
  let isLarge = false
  /** What the file and its journals say is not what the store holds: only all of it would help. */
  let isStale = false
  let isDirty = false
  let [fileSize, journalSize] = [0, 0]
  let timer: NodeJS.Timeout | undefined
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
  const note = async (text: string): Promise<void> => {
    journals.add(generation)
    journalSize += text.length
    try {
      await append(journalPath(path, generation), text)
    } catch (error) {
      // The end of the journal may be torn: nothing may follow it.
      isStale = true
      throw error
    }
  }
  /** From here on changes go to the journal of the next generation. */
  const take = async (): Promise<State> => {
    const taken = await options.store().capture((world) => {
      const before = { text: isStale ? '' : lines.join(''), last: generation }
      lines = []
      ;[isDirty, isStale, journalSize] = [false, false, 0]
      isLarge = sizeOf(world) > few
      generation += 1
      return { world, generation, ...before }
    })
    // Until the next file is there, the one before needs its journal.
    if (taken.text !== '') await append(journalPath(path, taken.last), taken.text)
    return taken
  }
  const write = async (state: State): Promise<void> => {
    try {
      fileSize = await writeWhole(path, stateText(state))
    } catch (error) {
      isStale = true
      throw error
    }
    const old = [...journals].filter((each) => each < state.generation)
    for (const each of old) await rm(journalPath(path, each), { force: true })
    for (const each of old) journals.delete(each)
  }
  const step = async (): Promise<void> => {
    if (isStale || !isLarge) {
      await compacting
      return write(await take())
    }
    const text = lines.join('')
    lines = []
    isDirty = false
    await note(text)
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
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      if (isFailing) warn(`The state file ${path} is written again.`)
      isFailing = false
    } catch (error) {
      if (!isFailing) warn(`The state file ${path} cannot be written: ${(error as Error).message}.`)
      ;[isFailing, isDirty] = [true, true]
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
      if (isLarge && !isStale) lines.push(journalLine(changes))
      touch()
    },
    restored: () => {
      isStale = true
      touch()
    },
    save,
    close: async () => {
      isClosed = true
      await flushing
      await compacting
      if (isDirty || journals.size > 0) await attempt(save)
    },
  }
}

function sizeOf({ collections }: StoreSnapshot): number {
  return collections.reduce((sum, { records }) => sum + records.length, 0)
}
