import type { MaybePromise } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { attempt, type Attempt } from '../../store/transaction.ts'
import type { Link } from './link.ts'
import { createQueue, type Queue, type Waiting } from './queue.ts'
import type { Replica } from './replica.ts'
import { commitScript, passOnScript, renewScript, turnScript } from './scripts.ts'
import { commitArguments } from './wire.ts'
import type { Copy } from './world.ts'

/** Runs a transaction when it is this mock's turn, and commits it if its result is to be kept. */
export type Transact = <T>(
  work: (tx: Transaction) => MaybePromise<T>,
  keep: (result: T) => boolean,
) => Promise<T>

/** Milliseconds after which a turn expires unless it is renewed, in case its owner has crashed. */
const lease = 600

/** Milliseconds between attempts to get a turn. */
const pollInterval = 1

/** A transaction that waits for its turn. */
interface Work {
  run(copy: Copy): MaybePromise<Attempt<unknown>>
  /** Resolves with the result of the last run. */
  settle(): void
}

export function createWrites(link: Link, replica: Replica): Transact {
  const turn = [link.me, lease] as const
  const queue: Queue<Work> = createQueue(async () => {
    const isOurs = await replica.exclusive(takeTurn)
    if (!isOurs) await new Promise((resolve) => setTimeout(resolve, pollInterval))
  })
  /** Commits all waiting transactions. Returns false if it is not this mock's turn yet. */
  const takeTurn = async (): Promise<boolean> => {
    try {
      if (!(await replica.catchUp(link.run(turnScript, [...replica.version(), ...turn])))) return false
    } catch (error) {
      for (const { reject } of queue.take()) reject(error)
      return true
    }
    const renewal = setInterval(() => void link.run(renewScript, turn).catch(ignore), lease / 3)
    try {
      await commit({ link, replica, turn, queue })
    } finally {
      clearInterval(renewal)
    }
    return true
  }

  return <T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean) =>
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
      queue.add({ item, reject })
    })
}

interface Turn {
  readonly link: Link
  readonly replica: Replica
  /** What the scripts need to know of this mock's turn. */
  readonly turn: readonly (string | number)[]
  readonly queue: Queue<Work>
}

/** Runs all waiting transactions on the copy, and commits them in one step. If Redis refuses that, they wait for the next turn. */
async function commit({ link, replica, turn, queue }: Turn): Promise<void> {
  const waiting = queue.take()
  const completed = await runAll(waiting, replica.copy)
  const changes = completed.flatMap(({ result }) => result.changes)
  const undo = (): void => {
    for (const { result } of completed.toReversed()) result.undo()
  }
  try {
    if (changes.length === 0) void link.run(passOnScript, turn).catch(ignore)
    else if (
      (await link.run(commitScript, [...replica.version(), ...turn, ...commitArguments(changes)])) !== 1
    ) {
      undo()
      queue.putBack(waiting.filter((each) => completed.some((done) => done.waiting === each)))
      return
    } else replica.copy.version += 1
    for (const done of completed) done.waiting.item.settle()
  } catch (error) {
    // Whether the commit succeeded will be known from the log, once the store is reachable again.
    undo()
    for (const done of completed) done.waiting.reject(error)
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
