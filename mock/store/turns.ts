import type { MaybePromise } from '../maybe-promise.ts'

/** Orders work on something shared. Synchronous work that need not wait is answered without a promise. */
export interface Turns {
  /** Alone: after everything that asked for a turn of its own before. */
  exclusive<T>(work: () => MaybePromise<T>): MaybePromise<T>
  /** Once those that asked before are done; at once when there are none. */
  shared<T>(work: () => MaybePromise<T>): MaybePromise<T>
}

export function createTurns(): Turns {
  /** Settles, and never rejects, when every exclusive turn asked for so far is over. */
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
