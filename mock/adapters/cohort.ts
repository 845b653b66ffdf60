import { setImmediate } from 'node:timers'

/**
 * Gathers what comes within one turn of the event loop, to be done together and in order. Many requests come in one turn
 * when a server has much to do. Reading them all, answering them all and then sending them all finds the code of each in
 * the processor's caches, and wakes up a client that waits for several answers once.
 */
export function createCohort<T>(handle: (cohort: readonly T[]) => void): (item: T) => void {
  let waiting: T[] = []
  const handleWaiting = (): void => {
    const cohort = waiting
    waiting = []
    for (let start = 0; start < cohort.length; start += most) handle(cohort.slice(start, start + most))
  }
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(handleWaiting)
  }
}

/** The first one of a cohort waits for the last: a millisecond or two. */
const most = 32
