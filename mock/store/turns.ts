import type { MaybePromise } from '../maybe-promise.ts'

/** A lock that orders work on a shared resource. Synchronous work that need not wait returns its result without a promise. */
export interface Turns {
  /** Runs after all exclusive work that was requested before, and before any other. */
  exclusive<T>(work: () => MaybePromise<T>): MaybePromise<T>
  /** Runs after all exclusive work that was requested before, concurrently with other shared work. */
  shared<T>(work: () => MaybePromise<T>): MaybePromise<T>
}

export function createTurns(): Turns {
  /** Settles, and never rejects, when all exclusive work requested so far is done. */
  let last: Promise<void> | undefined
  const hold = <T>(turn: Promise<T>): Promise<T> => {
    const release = (): void => {
      if (last === over) last = undefined
    }
    const over: Promise<void> = turn.then(release, release)
    last = over
    return turn
  }
  return {
    exclusive: (work) => {
      if (last !== undefined) return hold(last.then(work))
      const result = work()
      return result instanceof Promise ? hold(result) : result
    },
    shared: (work) => (last === undefined ? work() : last.then(work)),
  }
}
