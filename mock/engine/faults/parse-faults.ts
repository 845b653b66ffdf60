import { MockOptionError } from '../../option-error.ts'
import { distributions, maxLatency, maxWindow, type Distribution, type Fault, type Latency } from './fault.ts'

const number = String.raw`\d{1,9}(?:\.\d{1,9})?`
const latency = new RegExp(`^(${number})(?:\\.\\.(${number}))?(?:ms)?(?::(\\w+))?$`)
const share = new RegExp(`^(${number})%$`)
const quota = new RegExp(`^(\\d{1,9})/(${number})?(ms|s|m|h)$`)

/** Parses `200`, `50..200` or `50..200:normal`, in milliseconds. Throws a MockOptionError when it is none of these. */
export function parseLatency(text: string): Latency {
  const [, low, high, distribution = 'uniform'] = latency.exec(text.trim()) ?? []
  const min = Number(low)
  const max = high === undefined ? min : Number(high)
  if (
    low === undefined ||
    !isDistribution(distribution) ||
    (high === undefined && distribution !== 'uniform')
  ) {
    throw invalid(
      'latency',
      text,
      'use milliseconds such as 200, or a range such as 50..200, 50..200:normal or 50..200:lognormal',
    )
  }
  if (max < min) throw invalid('latency', text, 'the end of the range is below its start')
  if (max > maxLatency) throw invalid('latency', text, `the maximum is ${maxLatency} ms`)
  if (distribution === 'lognormal' && min === 0) {
    throw invalid('latency', text, 'a lognormal distribution must start above 0')
  }
  return distribution === 'uniform' ? { min, max } : { min, max, distribution }
}

const isDistribution = (name: string): name is Distribution => distributions.some((known) => known === name)

/** Parses `5%` into 0.05. Throws a MockOptionError when it is not a percentage from 0% to 100%. */
export function parseShare(text: string): number {
  const percent = Number(share.exec(text.trim())?.[1])
  if (Number.isNaN(percent) || percent > 100) {
    throw invalid('failure rate', text, 'use a percentage from 0% to 100%, such as 5%')
  }
  return percent / 100
}

const seconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** Parses `100/60s`, `5/s` or `1000/h`. Throws a MockOptionError when it is not a rate limit. */
export function parseRateLimit(text: string): { readonly limit: number; readonly window: number } {
  const [, count, length = '1', unit = ''] = quota.exec(text.trim()) ?? []
  const limit = Number(count)
  const window = Number(length) * (seconds[unit] ?? 0)
  if (count === undefined || limit < 1 || window < 0.001 || window > maxWindow) {
    throw invalid('rate limit', text, 'use requests per time, such as 100/60s, 5/s or 1000/h')
  }
  return { limit, window }
}

function invalid(what: string, text: string, advice: string): MockOptionError {
  return new MockOptionError(`Invalid ${what} '${text}': ${advice}.`)
}

/** The values of the command line's fault options, and of the mock options of the same names. */
export interface FaultTexts {
  readonly fail?: string | undefined
  readonly latency?: string | number | undefined
  readonly rateLimit?: string | undefined
}

/** Returns the faults for all operations that the options describe. */
export function faultsOf({ fail, latency: wait, rateLimit }: FaultTexts): readonly Fault[] {
  const rate = fail === undefined ? 0 : parseShare(fail)
  return [
    ...(wait === undefined ? [] : [{ kind: 'latency' as const, ...parseLatency(String(wait)) }]),
    ...(rateLimit === undefined ? [] : [{ kind: 'rate-limit' as const, ...parseRateLimit(rateLimit) }]),
    ...(rate === 0 ? [] : [{ kind: 'status' as const, rate }]),
  ]
}
