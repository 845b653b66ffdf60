import type { Refused } from '../../behaviour.ts'
import { createRandom } from '../../data/random.ts'
import { addReason } from '../diagnostics/explain.ts'
import type { Exchange } from '../exchange.ts'
import { preferenceApplied, type PreferredFault } from '../request/prefer.ts'
import type { InjectedFault, RequestFault } from './fault-injector.ts'

/**
 * The pipeline's step for the faults that are configured or that the client prefers. Refuses the request at once when the
 * fault is an error or an exceeded rate limit; other faults are left for {@link applyFaults}.
 */
export function injectFaults(exchange: Exchange): Refused | undefined {
  const { engine, plan, preferences } = exchange
  if (plan === undefined || (engine.faultInjector === undefined && preferences.fault === undefined))
    return undefined
  const { faults = [], fields, refusal } = engine.faultInjector?.(plan.operation) ?? {}
  exchange.faults =
    preferences.fault === undefined ? faults : [...faults, preferredFault(exchange, preferences.fault)]
  if (fields !== undefined) exchange.fields = { ...exchange.fields, ...fields }
  if (refusal === undefined) return undefined
  addReason(exchange, 'fault', refusal.reason)
  return refusal.outcome
}

/** What `Prefer: fault=slow` stands for. */
const preferredBytesPerSecond = 1000

function preferredFault({ applied }: Exchange, kind: PreferredFault): InjectedFault {
  applied.push(preferenceApplied('fault', kind))
  const fault: RequestFault = kind === 'slow' ? { kind, bytesPerSecond: preferredBytesPerSecond } : { kind }
  return { fault, random: createRandom(kind) }
}
