import type { MaybePromise } from '../../maybe-promise.ts'
import { applyChanges } from '../../store/changes.ts'
import type { Store, StoreSnapshot, Transaction } from '../../store/store.ts'
import { snapshotOf } from '../../store/tables.ts'
import { attempt, readerOf, type Attempt } from '../../store/transaction.ts'
import { createTurns } from '../../store/turns.ts'
import { createClaims } from './claims.ts'
import type { Link } from './link.ts'
import { createQueue, type Waiting } from './queue.ts'
import { catchUpScript, commitScript, passOnScript, renewScript, turnScript } from './scripts.ts'
import { commitArguments, readEntry } from './wire.ts'
import type { Copy } from './world.ts'

/** Milliseconds that a turn lasts unless it is renewed: so long others wait for one that has died in its turn. */
const lease = 600

/** Milliseconds between asking whether it is one's turn. */
const pause = 1

export interface Source {
  /** Everything anew, seeded where there is nothing. */
  load(): Promise<Copy>
  /** Makes it the world. */
  replace(world: StoreSnapshot): Promise<void>
}

/** A transaction that waits to be tried. */
interface Work {
  run(copy: Copy): MaybePromise<Attempt<unknown>>
  /** Answers with what the last try came to. */
  settle(): void
}

/**
 * One world for several mocks. Each has a copy of it, brought up to date by the log of commits before it is read. Writes
 * take turns; those that have come together in the meantime are tried one after the other on the copy and committed in
 * one step, which Redis refuses when the copy is not of the present version: a turn that has lapsed can do no harm.
 */
export function createRedisStore(link: Link, source: Source, loaded: Copy): Store {
  let copy = loaded
  /** Who may look at or change the copy in this process. */
  const turns = createTurns()
  const reads = createQueue<() => void>()
  const writes = createQueue<Work>()
  let isReading = false
  let isWriting = false
  const reader = readerOf(() => copy.tables)
  const turn = [link.me, lease] as const

  /** False when it is not our turn yet. */
  const catchUp = async (reply: Promise<unknown>): Promise<boolean> => {
    const [state, version, entries] = (await reply) as readonly [string, string, readonly string[]]
    if (state === 'wait') return false
    if (state !== 'at') copy = await source.load()
    else if (entries.length > 0) {
      // Should that fail, the copy is of no version at all.
      copy.version = -1
      for (const entry of entries) applyChanges(copy.tables, readEntry(entry))
      copy.version = Number(version)
    }
    return true
  }
  const here = (): readonly [string, number] => [copy.epoch, copy.version]

  const readAll = async (): Promise<void> => {
    const waiting = reads.take()
    try {
      await catchUp(link.run(catchUpScript, here()))
      for (const { what } of waiting) what()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
  const serveReads = async (): Promise<void> => {
    isReading = true
    // Those that are asked for at once are answered by one look at the version.
    await Promise.resolve()
    while (reads.size > 0) await turns.exclusive(readAll)
    isReading = false
  }
  const read = <T>(work: () => MaybePromise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const what = (): void => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      reads.add({ what, reject })
      if (!isReading) void serveReads()
    })

  const serveWrites = async (): Promise<void> => {
    isWriting = true
    await Promise.resolve()
    while (writes.size > 0) {
      const isOurs = await turns.exclusive(takeTurn)
      if (!isOurs) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    isWriting = false
  }
  /** False when it is not our turn yet. */
  const takeTurn = async (): Promise<boolean> => {
    try {
      if (!(await catchUp(link.run(turnScript, [...here(), ...turn])))) return false
    } catch (error) {
      for (const { reject } of writes.take()) reject(error)
      return true
    }
    const renewal = setInterval(() => void link.run(renewScript, turn).catch(ignore), lease / 3)
    try {
      await commit(writes.take())
    } finally {
      clearInterval(renewal)
    }
    return true
  }
  const commit = async (waiting: readonly Waiting<Work>[]): Promise<void> => {
    const tried = await tryAll(waiting, copy)
    const changes = tried.flatMap(({ result }) => result.changes)
    const undo = (): void => {
      for (const { result } of tried.toReversed()) result.undo()
    }
    try {
      if (changes.length === 0) void link.run(passOnScript, turn).catch(ignore)
      else if ((await link.run(commitScript, [...here(), ...turn, ...commitArguments(changes)])) !== 1) {
        undo()
        writes.putBack(waiting.filter((each) => tried.some(({ item }) => item === each)))
        return
      } else copy.version += 1
      for (const { item } of tried) item.what.settle()
    } catch (error) {
      // Whether it was done is told by the log, once the store is back.
      undo()
      for (const { item } of tried) item.reject(error)
    }
  }

  return {
    read: (work) => read(() => work(reader)),
    transact: <T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean) =>
      new Promise<T>((resolve, reject) => {
        let result: T
        const what: Work = {
          run: async (on) => {
            const tried = await attempt(on.tables, work, { keep, isRecorded: true })
            ;({ result } = tried)
            return tried
          },
          settle: () => resolve(result),
        }
        writes.add({ what, reject })
        if (!isWriting) void serveWrites()
      }),
    snapshot: () => read(() => snapshotOf(copy.tables)),
    claim: createClaims(link),
    restore: (snapshot) =>
      turns.exclusive(async () => {
        await source.replace(snapshot)
        copy = await source.load()
      }),
    close: () => link.close(),
  }
}

interface Tried {
  readonly item: Waiting<Work>
  readonly result: Attempt<unknown>
}

/** One after the other; those that throw have been answered. */
async function tryAll(waiting: readonly Waiting<Work>[], copy: Copy): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  for (const item of waiting) {
    try {
      tried.push({ item, result: await item.what.run(copy) })
    } catch (error) {
      item.reject(error)
    }
  }
  return tried
}

const ignore = (): void => undefined
