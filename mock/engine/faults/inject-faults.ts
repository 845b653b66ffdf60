import type { Operation } from '../../../spec/document.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { createRandom } from '../../data/random.ts'
import { addReason } from '../diagnostics/explain.ts'
import { codeOf } from '../errors/status-text.ts'
import type { Exchange } from '../exchange.ts'
import { preferenceApplied, type PreferredFault } from '../request/prefer.ts'
import type { StatusFault } from './fault.ts'
import type { InjectedFault, RequestFault } from './fault-injector.ts'
import type { Quota } from './rate-limit.ts'

/**
 * The pipeline's step for the faults that are configured or that the client prefers. Refuses the request at once when the
 * fault is an error or an exceeded rate limit; other faults are left for {@link applyFaults}.
 */
export function injectFaults(exchange: Exchange): Refused | undefined {
  const { engine, plan, preferences } = exchange
  if (plan === undefined || (engine.faultInjector === undefined && preferences.fault === undefined))
    return undefined
  const { quotas = [], faults = [] } = engine.faultInjector?.(plan.operation) ?? {}
  exchange.faults =
    preferences.fault === undefined ? faults : [...faults, preferredFault(exchange, preferences.fault)]
  const error = faults.find(({ fault }) => fault.kind === 'status')
  return checkQuotas(exchange, quotas) ?? (error && refuseWithStatus(exchange, plan.operation, error))
}

/** What `Prefer: fault=slow` stands for. */
const preferredBytesPerSecond = 1000

function preferredFault({ applied }: Exchange, kind: PreferredFault): InjectedFault {
  applied.push(preferenceApplied('fault', kind))
  const fault: RequestFault = kind === 'slow' ? { kind, bytesPerSecond: preferredBytesPerSecond } : { kind }
  return { fault, random: createRandom(kind) }
}

/** 429 when a quota is exceeded (RFC 6585 §4). Of several quotas, the answer reports the exceeded one, else the first. */
function checkQuotas(exchange: Exchange, quotas: readonly Quota[]): Refused | undefined {
  const quota = quotas.find(({ isExceeded }) => isExceeded) ?? quotas[0]
  if (quota === undefined) return undefined
  exchange.fields = { ...exchange.fields, ...quota.fields }
  if (!quota.isExceeded) return undefined
  addReason(exchange, 'fault', { kind: 'rate-limit' })
  return refuse(429, 'rate_limited', `The rate limit is exceeded. Try again in ${quota.reset} s.`, {
    headers: { 'Retry-After': String(quota.reset) },
  })
}

function refuseWithStatus(
  exchange: Exchange,
  operation: Operation,
  { fault, random }: InjectedFault,
): Refused {
  const declared = operation.responses.map(({ status }) => Number(status)).filter((status) => status >= 500)
  const { status = declared.length > 0 ? random.pick(declared) : 503 } = fault as StatusFault
  addReason(exchange, 'fault', { kind: 'status', status })
  return refuse(
    status,
    codeOf(status),
    `The mock was told to fail ${operation.id}: this is an injected fault.`,
    {
      headers: status === 429 || status === 503 ? { 'Retry-After': '1' } : {},
    },
  )
}
