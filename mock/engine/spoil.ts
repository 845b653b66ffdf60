import { header, type HttpResponse } from '../../spec/http.ts'
import type { Exchange } from './exchange.ts'
import { because } from './explain.ts'
import { drawLatency, type Incident, type Struck } from './faults-strike.ts'
import { malformed, violation } from './violate.ts'

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
