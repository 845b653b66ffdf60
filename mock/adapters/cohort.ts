import { setImmediate } from 'node:timers'

/**
 * Collects the items of one turn of the event loop, to be handled together and in order. A busy server receives many
 * requests per turn. Reading them all, then answering them all, then sending them all keeps the code of each step in the
 * processor's caches, and wakes up a client that waits for several responses only once.
 */
export function createCohort<T>(handle: (cohort: readonly T[]) => void): (item: T) => void {
  let waiting: T[] = []
  const handleWaiting = (): void => {
    const cohort = waiting
    waiting = []
    for (let start = 0; start < cohort.length; start += maxSize) handle(cohort.slice(start, start + maxSize))
  }
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(handleWaiting)
  }
}

/** Limits how long the first item of a cohort waits for the last: a millisecond or two. */
const maxSize = 32
