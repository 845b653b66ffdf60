import type { Operation } from '../../spec/document.ts'
import { header, type HttpResponse } from '../../spec/http.ts'
import { refuse, type Refused } from '../behaviour.ts'
import { createRandom } from '../data/random.ts'
import type { Exchange } from './exchange.ts'
import { because } from './explain.ts'
import type { StatusFault } from './faults.ts'
import { drawLatency, type Incident, type Struck } from './faults-strike.ts'
import { applied, type PreferredFault } from './prefer.ts'
import type { Quota } from './rate-limit.ts'
import { codeOf } from './status-text.ts'
import { malformed, violation } from './violate.ts'

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

/** The order in which faults change an answer: what it says before how it is written. */
const order: readonly Incident['kind'][] = [
  'invalid',
  'malformed',
  'content-type',
  'drop',
  'truncate',
  'slow',
]

/** The answer as the faults that have struck leave it, once their latency is over. */
export async function spoil(
  exchange: Exchange,
  struck: readonly Struck[],
  response: HttpResponse,
): Promise<HttpResponse> {
  let spoilt = response
  for (const kind of order) {
    for (const each of struck) if (each.fault.kind === kind) spoilt = spoilBy(exchange, each, spoilt)
  }
  const delay = struck.reduce((sum, { fault, random }) => {
    return fault.kind === 'latency' ? sum + drawLatency(fault, random) : sum
  }, 0)
  if (delay > 0) await new Promise<void>((resolve) => void setTimeout(resolve, delay))
  return spoilt
}

function spoilBy(exchange: Exchange, { fault, random }: Struck, response: HttpResponse): HttpResponse {
  const { engine, plan } = exchange
  const spoilt = ((): HttpResponse | undefined => {
    switch (fault.kind) {
      case 'invalid':
        return plan && violation(response, engine.checkerOf(plan.operation), random)
      case 'malformed':
        return malformed(response)
      case 'content-type':
        return retyped(response, fault.type ?? 'text/html')
      case 'drop':
        return { ...response, delivery: { kind: 'drop' } }
      case 'truncate':
        return truncated(response, fault.bytes)
      case 'slow':
        return response.delivery === undefined && response.body !== undefined
          ? { ...response, delivery: { kind: 'slow', bytesPerSecond: fault.bytesPerSecond } }
          : undefined
      default:
        return undefined
    }
  })()
  if (spoilt !== undefined) because(exchange, 'fault', { kind: fault.kind })
  return spoilt ?? response
}

function retyped(response: HttpResponse, type: string): HttpResponse | undefined {
  if (response.body === undefined || header(response.headers, 'content-type') === type) return undefined
  return { ...response, headers: { ...response.headers, 'Content-Type': type } }
}

/** An answer without a body has nothing to be cut: its connection is dropped. */
function truncated(response: HttpResponse, wanted: number | undefined): HttpResponse | undefined {
  if (response.delivery !== undefined) return undefined
  const length = Number(header(response.headers, 'content-length') ?? 0)
  if (response.body === undefined || length === 0) return { ...response, delivery: { kind: 'drop' } }
  const bytes = Math.min(wanted ?? Math.floor(length / 2), length - 1)
  return { ...response, delivery: { kind: 'truncate', bytes } }
}
