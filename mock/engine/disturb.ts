import type { Operation } from '../../spec/document.ts'
import { refuse, type Refused } from '../behaviour.ts'
import { createRandom } from '../data/random.ts'
import type { Exchange } from './exchange.ts'
import { because } from './explain.ts'
import type { StatusFault } from './faults.ts'
import type { Incident, Struck } from './faults-strike.ts'
import { applied, type PreferredFault } from './prefer.ts'
import type { Quota } from './rate-limit.ts'
import { codeOf } from './status-text.ts'

/** Lets the faults that are on, or that the client prefers, strike: an error or 429 at once, others with the answer. */
export function disturb(exchange: Exchange): Refused | undefined {
  const { engine, plan, preferences } = exchange
  if (plan === undefined || (engine.striker === undefined && preferences.fault === undefined))
    return undefined
  const { quotas = [], struck = [] } = engine.striker?.(plan.operation) ?? {}
  exchange.struck =
    preferences.fault === undefined ? struck : [...struck, preferred(exchange, preferences.fault)]
  const error = struck.find(({ fault }) => fault.kind === 'status')
  return limited(exchange, quotas) ?? (error && failed(exchange, plan.operation, error))
}

/** Bytes a second that `Prefer: fault=slow` gets. */
const slow = 1000

function preferred({ applied: told }: Exchange, kind: PreferredFault): Struck {
  told.push(applied('fault', kind))
  const fault: Incident = kind === 'slow' ? { kind, bytesPerSecond: slow } : { kind }
  return { fault, random: createRandom(kind) }
}

/** RFC 6585 §4. The fields are on every answer of what is limited; of several quotas, the one that ends first. */
function limited(exchange: Exchange, quotas: readonly Quota[]): Refused | undefined {
  const quota = quotas.find(({ isExceeded }) => isExceeded) ?? quotas[0]
  if (quota === undefined) return undefined
  exchange.fields = { ...exchange.fields, ...quota.fields }
  if (!quota.isExceeded) return undefined
  because(exchange, 'fault', { kind: 'rate-limit' })
  return refuse(
    429,
    'rate_limited',
    `There were too many requests; there is room again in ${quota.reset} s.`,
    {
      headers: { 'Retry-After': String(quota.reset) },
    },
  )
}

function failed(exchange: Exchange, operation: Operation, { fault, random }: Struck): Refused {
  const declared = operation.responses.map(({ status }) => Number(status)).filter((status) => status >= 500)
  const { status = declared.length > 0 ? random.pick(declared) : 503 } = fault as StatusFault
  because(exchange, 'fault', { kind: 'status', status })
  return refuse(status, codeOf(status), `This is a fault on purpose: ${operation.id} fails.`, {
    headers: status === 429 || status === 503 ? { 'Retry-After': '1' } : {},
  })
}
