import { ok } from '../behaviour.ts'
import { durationBounds, type Durations, type Journal } from '../engine/diagnostics/journal.ts'
import { operation } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** `/metrics`: request counts and durations for Prometheus. */
export function metricsPart({ journal }: Controlled): Part {
  let registry: Promise<{ metrics(): Promise<string> }> | undefined
  return {
    paths: {
      '/metrics': {
        get: operation('getMetrics', 'Mock', {
          summary: 'Get metrics for Prometheus',
          responses: {
            200: {
              description: 'The metrics, in the Prometheus text format.',
              content: { [contentType]: { schema: { type: 'string' } } },
            },
          },
        }),
      },
    },
    behaviours: {
      getMetrics: async () => ok(200, await (await (registry ??= createRegistry(journal))).metrics()),
    },
  }
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Process metrics, and a histogram that reads the journal's own counters. */
async function createRegistry(journal: Journal | undefined): Promise<{ metrics(): Promise<string> }> {
  const { Registry, collectDefaultMetrics, Histogram } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (journal === undefined) return registry
  const durations = new Histogram({
    name: metric,
    help: 'Request duration in seconds, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [...durationBounds],
    registers: [registry],
  })
  const described = await durations.get()
  const counted = async (): Promise<object> => ({ ...described, values: samplesOf(journal) })
  Object.assign(durations, { get: counted, getForPromString: counted })
  return registry
}

const metric = 'stablehand_http_request_duration_seconds'

interface Sample {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

function samplesOf({ statistics }: Journal): readonly Sample[] {
  return [...statistics].flatMap(([operation, statuses]) =>
    [...statuses].flatMap(([status, durations]) =>
      samples({ operation: operation?.id ?? '', status }, durations),
    ),
  )
}

/** Buckets are cumulative (Prometheus exposition formats, Histograms). */
function samples(labels: Sample['labels'], { buckets, count, seconds }: Durations): readonly Sample[] {
  let below = 0
  const counted = [...durationBounds, '+Inf'].map((le, index) => {
    below += buckets[index] ?? 0
    return { metricName: `${metric}_bucket`, labels: { le, ...labels }, value: below }
  })
  return [
    ...counted,
    { metricName: `${metric}_sum`, labels, value: seconds },
    { metricName: `${metric}_count`, labels, value: count },
  ]
}
