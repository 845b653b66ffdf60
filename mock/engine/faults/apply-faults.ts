import { header, type HttpResponse } from '../../../spec/http.ts'
import { addReason } from '../diagnostics/explain.ts'
import { checkerOf } from '../diagnostics/self-check.ts'
import type { Exchange } from '../exchange.ts'
import { invalidBody, malformedBody } from './corrupt-body.ts'
import type { InjectedFault, RequestFault } from './fault-injector.ts'
import { drawLatency } from './latency.ts'

/** The order in which faults change a response: first its value, then its encoding, then its delivery. */
const order: readonly RequestFault['kind'][] = [
  'invalid',
  'malformed',
  'content-type',
  'drop',
  'truncate',
  'slow',
]

/** Returns the response as the faults change it, once their latency has passed. */
export async function applyFaults(
  exchange: Exchange,
  faults: readonly InjectedFault[],
  response: HttpResponse,
): Promise<HttpResponse> {
  let changed = response
  for (const kind of order) {
    for (const injected of faults) {
      if (injected.fault.kind !== kind) continue
      const next = applyFault(exchange, injected, changed)
      if (next === undefined) continue
      addReason(exchange, 'fault', { kind })
      changed = next
    }
  }
  const delay = totalLatency(faults)
  if (delay > 0) await new Promise<void>((resolve) => void setTimeout(resolve, delay))
  return changed
}

function totalLatency(faults: readonly InjectedFault[]): number {
  let sum = 0
  for (const { fault, random } of faults) if (fault.kind === 'latency') sum += drawLatency(fault, random)
  return sum
}

/** Undefined when the fault cannot change this response. */
function applyFault(
  { engine, plan }: Exchange,
  { fault, random }: InjectedFault,
  response: HttpResponse,
): HttpResponse | undefined {
  switch (fault.kind) {
    case 'invalid':
      return plan && invalidBody(response, checkerOf(engine, plan.operation), random)
    case 'malformed':
      return malformedBody(response)
    case 'content-type':
      return withContentType(response, fault.type ?? 'text/html')
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
}

function withContentType(response: HttpResponse, type: string): HttpResponse | undefined {
  if (response.body === undefined || header(response.headers, 'content-type') === type) return undefined
  return { ...response, headers: { ...response.headers, 'Content-Type': type } }
}

/** A response without a body cannot be truncated: its connection is dropped instead. */
function truncated(response: HttpResponse, wanted: number | undefined): HttpResponse | undefined {
  if (response.delivery !== undefined) return undefined
  const length = Number(header(response.headers, 'content-length') ?? 0)
  if (response.body === undefined || length === 0) return { ...response, delivery: { kind: 'drop' } }
  const bytes = Math.min(wanted ?? Math.floor(length / 2), length - 1)
  return { ...response, delivery: { kind: 'truncate', bytes } }
}
