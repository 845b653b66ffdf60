import { setTimeout as sleep } from 'node:timers/promises'
import { RunEnd } from '../run-end.ts'

export interface LimitOptions {
  readonly maxRequests: number
  /** Milliseconds. */
  readonly maxTime: number
  /** Requests per second. */
  readonly rate: number
  readonly signal: AbortSignal | undefined
}

export interface Limits {
  /** Waits until a request may be sent. Rejects with {@link RunEnd} when a limit is reached. */
  take(): Promise<void>
  /** Lifts all limits but the rate, so that the run can clean up: in half a minute, if its time is limited. */
  release(): void
  /** Requests sent so far. */
  readonly requests: number
}

/** Milliseconds that each part of cleaning up may take if the time of a run is limited. */
const timeToCleanUp = 30_000

export function createLimits({ maxRequests, maxTime, rate, signal }: LimitOptions): Limits {
  const started = performance.now()
  let deadline = started + maxTime
  let requests = 0
  let released = false
  let nextAt = started
  const check = (): void => {
    if (performance.now() >= deadline)
      throw new RunEnd('max-time', `The time limit of ${String(maxTime / 1000)} s was reached (--max-time).`)
    if (released) return
    if (signal?.aborted) throw new RunEnd('interrupted', 'The run was interrupted.')
    if (requests >= maxRequests)
      throw new RunEnd(
        'max-requests',
        `The limit of ${String(maxRequests)} requests was reached (--max-requests).`,
      )
  }
  return {
    async take() {
      check()
      requests += 1
      if (rate === Infinity) return
      const now = performance.now()
      const at = Math.max(now, nextAt)
      nextAt = at + 1000 / rate
      if (at > now) await sleep(at - now)
    },
    release() {
      released = true
      if (maxTime < Infinity) deadline = performance.now() + timeToCleanUp
    },
    get requests() {
      return requests
    },
  }
}

/** The limits with a smaller allowance of requests; `take()` throws `end()` when that is used up. */
export function atMost(requests: number, limits: Limits, end: () => Error): Limits {
  let left = requests
  return {
    async take() {
      left -= 1
      if (left < 0) throw end()
      await limits.take()
    },
    release: () => limits.release(),
    get requests() {
      return limits.requests
    },
  }
}
