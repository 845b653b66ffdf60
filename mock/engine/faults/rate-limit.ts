import type { Clock } from '../../data/random.ts'
import type { RateLimitFault } from './fault.ts'

/** The state of a quota after a request. */
export interface Quota {
  readonly isExceeded: boolean
  /** Seconds until the window ends, rounded up. */
  readonly reset: number
  /** The `RateLimit-Policy` and `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers-11 §3, §4). */
  readonly fields: Readonly<Record<string, string>>
}

/** Counts a request and returns the state of the quota. */
export type RateLimiter = () => Quota

/**
 * A window starts with its first request. It ends when its length has passed either on the mock's clock or in real time, so
 * that a frozen clock does not lock clients out for ever. The fields go by the mock's clock alone: the same requests get the
 * same bytes, and waiting as long as they say is always enough.
 *
 * @param elapsed returns real milliseconds since any fixed instant
 */
export function createRateLimiter(
  { limit, window }: RateLimitFault,
  clock: Pick<Clock, 'now'>,
  elapsed: () => number,
): RateLimiter {
  const length = window * 1000
  const policy = `"default";q=${limit};w=${Math.ceil(window)}`
  let used = 0
  let start = { virtual: Number.NEGATIVE_INFINITY, real: Number.NEGATIVE_INFINITY }
  return () => {
    const now = { virtual: clock.now().getTime(), real: elapsed() }
    if (now.virtual - start.virtual >= length || now.real - start.real >= length) {
      start = now
      used = 0
    }
    used += 1
    // The clock may have been set back since.
    const left = Math.min(length, start.virtual + length - now.virtual)
    const reset = Math.max(1, Math.ceil(left / 1000))
    return {
      isExceeded: used > limit,
      reset,
      fields: {
        'RateLimit-Policy': policy,
        RateLimit: `"default";r=${Math.max(0, limit - used)};t=${reset}`,
      },
    }
  }
}
