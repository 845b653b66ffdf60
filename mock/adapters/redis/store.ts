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

/** Milliseconds after which a turn expires unless it is renewed, in case its owner has crashed. */
const lease = 600

/** Milliseconds between attempts to get a turn. */
const pollInterval = 1

export interface Source {
  /** Loads the whole world, seeding it first if there is none. */
  load(): Promise<Copy>
  /** Replaces the world. */
  replace(world: StoreSnapshot): Promise<void>
}

/** A transaction that waits for its turn. */
interface Work {
  run(copy: Copy): MaybePromise<Attempt<unknown>>
  /** Resolves with the result of the last run. */
  settle(): void
}

/**
 * A store that several mocks share. Each has a copy of the world, which is updated from the log of commits before it is read. Mocks
 * take turns at writing: waiting transactions run on the copy one after another, and are committed in one step. Redis refuses the
 * commit if the copy is not of the current version, so that an expired turn does no harm.
 */
export function createRedisStore(link: Link, source: Source, loaded: Copy): Store {
  let copy = loaded
  /** Guards the copy within this process. */
  const turns = createTurns()
  const reads = createQueue<() => void>()
  const writes = createQueue<Work>()
  let isReading = false
  let isWriting = false
  const reader = readerOf(() => copy.tables)
  const turn = [link.me, lease] as const

  /** Updates the copy. Returns false if it is not this mock's turn yet. */
  const catchUp = async (reply: Promise<unknown>): Promise<boolean> => {
    const [state, version, entries] = (await reply) as readonly [string, string, readonly string[]]
    if (state === 'wait') return false
    if (state !== 'at') copy = await source.load()
    else if (entries.length > 0) {
      // Invalid until all entries are applied.
      copy.version = -1
      for (const entry of entries) applyChanges(copy.tables, readEntry(entry))
      copy.version = Number(version)
    }
    return true
  }
  const currentVersion = (): readonly [string, number] => [copy.epoch, copy.version]

  const readAll = async (): Promise<void> => {
    const waiting = reads.take()
    try {
      await catchUp(link.run(catchUpScript, currentVersion()))
      for (const { item: resolveRead } of waiting) resolveRead()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
  const serveReads = async (): Promise<void> => {
    isReading = true
    // Reads of the same tick share one check of the version.
    await Promise.resolve()
    while (reads.size > 0) await turns.exclusive(readAll)
    isReading = false
  }
  const read = <T>(work: () => MaybePromise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const item = (): void => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      reads.add({ item, reject })
      if (!isReading) void serveReads()
    })

  const serveWrites = async (): Promise<void> => {
    isWriting = true
    await Promise.resolve()
    while (writes.size > 0) {
      const isOurs = await turns.exclusive(takeTurn)
      if (!isOurs) await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
    isWriting = false
  }
  /** Commits all waiting transactions. Returns false if it is not this mock's turn yet. */
  const takeTurn = async (): Promise<boolean> => {
    try {
      if (!(await catchUp(link.run(turnScript, [...currentVersion(), ...turn])))) return false
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
    const completed = await runAll(waiting, copy)
    const changes = completed.flatMap(({ result }) => result.changes)
    const undo = (): void => {
      for (const { result } of completed.toReversed()) result.undo()
    }
    try {
      if (changes.length === 0) void link.run(passOnScript, turn).catch(ignore)
      else if (
        (await link.run(commitScript, [...currentVersion(), ...turn, ...commitArguments(changes)])) !== 1
      ) {
        undo()
        writes.putBack(waiting.filter((each) => completed.some((done) => done.waiting === each)))
        return
      } else copy.version += 1
      for (const done of completed) done.waiting.item.settle()
    } catch (error) {
      // Whether the commit succeeded will be known from the log, once the store is reachable again.
      undo()
      for (const done of completed) done.waiting.reject(error)
    }
  }

  return {
    read: (work) => read(() => work(reader)),
    transact: <T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean) =>
      new Promise<T>((resolve, reject) => {
        let result: T
        const item: Work = {
          run: async (on) => {
            const tried = await attempt(on.tables, work, { keep, isRecorded: true })
            ;({ result } = tried)
            return tried
          },
          settle: () => resolve(result),
        }
        writes.add({ item, reject })
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

interface Completed {
  readonly waiting: Waiting<Work>
  readonly result: Attempt<unknown>
}

/** Runs transactions one after another. Rejects those that throw, and returns the others. */
async function runAll(waiting: readonly Waiting<Work>[], copy: Copy): Promise<readonly Completed[]> {
  const completed: Completed[] = []
  for (const each of waiting) {
    try {
      completed.push({ waiting: each, result: await each.item.run(copy) })
    } catch (error) {
      each.reject(error)
    }
  }
  return completed
}

const ignore = (): void => undefined
