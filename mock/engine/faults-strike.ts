import type { Operation } from '../../spec/document.ts'
import { stopwatch, type Clock, type Random } from '../data/random.ts'
import { maxLatency, type Fault, type Faults, type Latency, type RateLimitFault } from './faults.ts'
import { createRateLimiter, type Quota, type RateLimiter } from './rate-limit.ts'

/** A fault that strikes single requests: a rate limit counts them all. */
export type Incident = Exclude<Fault, RateLimitFault>

/** A fault on one request, and what it may draw from. */
export interface Struck {
  readonly fault: Incident
  readonly random: Random
}

/** What becomes of one request. */
interface Strike {
  readonly quotas: readonly Quota[]
  readonly struck: readonly Struck[]
}

/** Decides which faults occur, request after request. */
export type Striker = (operation: Operation) => Strike

/** A fault as it stands: how often it may still occur, or how much of its quota is used. */
interface Standing {
  readonly fault: Fault
  readonly limiter: RateLimiter | undefined
  left: number
}

/** What an operation may meet. */
interface Prospect {
  readonly standing: readonly Standing[]
  requests: number
}

/**
 * Whether a fault strikes depends on the seed, the operation, and how many requests for it there were: the n-th one
 * meets the same, whatever was asked in between.
 */
export function createStriker(faults: Faults, random: Random, clock: Pick<Clock, 'now'>): Striker {
  const stand = (fault: Fault): Standing => ({
    fault,
    limiter: fault.kind === 'rate-limit' ? createRateLimiter(fault, clock, stopwatch) : undefined,
    left: (fault.kind === 'rate-limit' ? undefined : fault.times) ?? Infinity,
  })
  const common = (faults['*'] ?? []).map(stand)
  const prospects = new Map<Operation, Prospect>()
  const prospectOf = (operation: Operation): Prospect => {
    const own = Object.hasOwn(faults, operation.id) ? (faults[operation.id] ?? []).map(stand) : []
    const replaced = new Set(own.map(({ fault }) => fault.kind))
    const standing = [...common.filter(({ fault }) => !replaced.has(fault.kind)), ...own]
    return { standing, requests: 0 }
  }
  return (operation) => {
    let prospect = prospects.get(operation)
    if (prospect === undefined) prospects.set(operation, (prospect = prospectOf(operation)))
    prospect.requests += 1
    return strike(prospect, random.fork(`${operation.id} ${prospect.requests}`))
  }
}

function strike({ standing }: Prospect, random: Random): Strike {
  const quotas: Quota[] = []
  const struck: Struck[] = []
  for (const [index, each] of standing.entries()) {
    if (each.limiter !== undefined) quotas.push(each.limiter())
    else if (each.left > 0 && each.fault.kind !== 'rate-limit') {
      const own = random.fork(String(index))
      if (own.next() >= (each.fault.rate ?? 1)) continue
      each.left -= 1
      struck.push({ fault: each.fault, random: own })
    }
  }
  return { quotas, struck }
}

/** Standard deviations between the mean and the bound that 95 of 100 values stay within, on both sides. */
const spread = 1.959964

/** Milliseconds, drawn from the distribution. */
export function drawLatency({ min, max = min, distribution = 'uniform' }: Latency, random: Random): number {
  if (distribution === 'uniform') return Math.round(min + random.next() * (max - min))
  const [low, high] = distribution === 'normal' ? [min, max] : [Math.log(min), Math.log(max)]
  const value = (low + high) / 2 + ((high - low) / 2 / spread) * standardNormal(random)
  const drawn = distribution === 'normal' ? value : Math.exp(value)
  return Math.round(Math.min(maxLatency, Math.max(0, drawn)))
}

/** Box and Muller. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
