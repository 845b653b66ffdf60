import type { Operation } from '../../../spec/document.ts'
import { stopwatch, type Clock, type Random } from '../../data/random.ts'
import { refuseByQuota, refuseWithStatus, type FaultRefusal } from './fault-refusal.ts'
import type { Fault, Faults, RateLimitFault } from './fault.ts'
import { createRateLimiter, type Quota, type RateLimiter } from './rate-limit.ts'

/** A fault that affects a single request, unlike a rate limit, which counts all of them. */
export type RequestFault = Exclude<Fault, RateLimitFault>

/** A fault that affects the current request, and the random numbers for its details. */
export interface InjectedFault {
  readonly fault: RequestFault
  readonly random: Random
}

interface Injection {
  readonly faults: readonly InjectedFault[]
  /** The fields of the exceeded quota, or else of the first one. */
  readonly fields: Quota['fields'] | undefined
  /** If the request is refused at once. */
  readonly refusal: FaultRefusal | undefined
}

/** Decides which of the configured faults affect the next request for an operation. */
export type FaultInjector = (operation: Operation) => Injection

interface ActiveFault {
  readonly fault: Fault
  readonly limiter: RateLimiter | undefined
  /** How many more requests it may affect. */
  timesLeft: number
}

interface OperationFaults {
  readonly active: readonly ActiveFault[]
  /** How many requests for the operation there have been. */
  requests: number
}

/**
 * Creates the injector of some faults. Whether a fault affects a request depends only on the seed, the operation and the
 * number of requests for it so far: the n-th request gets the same faults whatever other operations were called meanwhile.
 */
export function createFaultInjector(
  faults: Faults,
  random: Random,
  clock: Pick<Clock, 'now'>,
): FaultInjector {
  const activate = (fault: Fault): ActiveFault => ({
    fault,
    limiter: fault.kind === 'rate-limit' ? createRateLimiter(fault, clock, stopwatch) : undefined,
    timesLeft: (fault.kind === 'rate-limit' ? undefined : fault.times) ?? Infinity,
  })
  const common = (faults['*'] ?? []).map(activate)
  const faultsOf = (operation: Operation): OperationFaults => {
    const own = Object.hasOwn(faults, operation.id) ? (faults[operation.id] ?? []).map(activate) : []
    const replaced = new Set(own.map(({ fault }) => fault.kind))
    return { active: [...common.filter(({ fault }) => !replaced.has(fault.kind)), ...own], requests: 0 }
  }
  const byOperation = new Map<Operation, OperationFaults>()
  return (operation) => {
    let known = byOperation.get(operation)
    if (known === undefined) byOperation.set(operation, (known = faultsOf(operation)))
    known.requests += 1
    const { quotas, faults } = choose(known.active, random.fork(`${operation.id} ${known.requests}`))
    const quota = quotas.find(({ isExceeded }) => isExceeded) ?? quotas[0]
    return {
      faults,
      fields: quota?.fields,
      refusal: quota?.isExceeded ? refuseByQuota(quota) : refuseByStatus(operation, faults),
    }
  }
}

/** The quotas of the rate limits, and the other faults that affect the request. */
function choose(
  active: readonly ActiveFault[],
  random: Random,
): { readonly quotas: readonly Quota[]; readonly faults: readonly InjectedFault[] } {
  const quotas: Quota[] = []
  const faults: InjectedFault[] = []
  for (const [index, candidate] of active.entries()) {
    const { fault, limiter, timesLeft } = candidate
    if (limiter !== undefined) quotas.push(limiter())
    else if (timesLeft > 0 && fault.kind !== 'rate-limit') {
      const own = random.fork(String(index))
      if (own.next() >= (fault.rate ?? 1)) continue
      candidate.timesLeft -= 1
      faults.push({ fault, random: own })
    }
  }
  return { quotas, faults }
}

function refuseByStatus(operation: Operation, faults: readonly InjectedFault[]): FaultRefusal | undefined {
  for (const { fault, random } of faults)
    if (fault.kind === 'status') return refuseWithStatus(operation, fault, random)
  return undefined
}
