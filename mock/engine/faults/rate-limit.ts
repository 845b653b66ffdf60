import type { Clock } from '../../data/random.ts'
import type { RateLimitFault } from './fault.ts'

/** What is left of a quota after a request. */
export interface Quota {
  readonly isExceeded: boolean
  /** Seconds, rounded up, until it is whole again. */
  readonly reset: number
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11 §3, §4). */
  readonly fields: Readonly<Record<string, string>>
}

/** Counts requests. */
export type RateLimiter = () => Quota

/**
 * A window begins with its first request, and ends when its length has passed on the mock's clock; or in real time, so
 * that a clock that stands still does not shut clients out for ever. What the fields say goes by the mock's clock alone:
 * the same requests get the same bytes, and to wait as long as they say is always enough.
 *
 * @param elapsed real milliseconds since any moment
 */
export function createRateLimiter(
  { limit, window }: RateLimitFault,
  clock: Pick<Clock, 'now'>,
  elapsed: () => number,
): RateLimiter {
  const length = window * 1000
  const policy = `"default";q=${limit};w=${Math.ceil(window)}`
  let used = 0
  let begun = { virtual: Number.NEGATIVE_INFINITY, real: Number.NEGATIVE_INFINITY }
  return () => {
    const now = { virtual: clock.now().getTime(), real: elapsed() }
    if (now.virtual - begun.virtual >= length || now.real - begun.real >= length) {
      begun = now
      used = 0
    }
    used += 1
    // The clock may have been set back.
    const left = Math.min(length, begun.virtual + length - now.virtual)
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
