import { ok, refuse, type Outcome } from '../behaviour.ts'
import type { CoverageReport } from '../coverage/report.ts'
import type { Json } from '../../spec/json.ts'
import type { Journal } from '../engine/diagnostics/journal.ts'
import { closed, jsonAnswer, noContent, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** What the clients of the mock have exercised of its document. */
export function coveragePart({ journal }: Controlled): Part {
  return {
    paths: {
      '/coverage': {
        get: operation('getCoverage', 'Coverage', {
          summary: 'What clients have exercised',
          description: 'Operations, statuses and enum values, and who calls what is deprecated.',
          responses: {
            200: jsonAnswer('Counted since the start, or since it was last cleared.', ref('Coverage')),
          },
        }),
        delete: operation('clearCoverage', 'Coverage', {
          summary: 'Count anew',
          responses: { 204: noContent('Nothing is counted so far.') },
        }),
      },
    },
    schemas,
    behaviours: {
      getCoverage: counting(journal, ({ coverage }) => ok(200, asJson(coverage.report()))),
      clearCoverage: counting(journal, ({ coverage }) => {
        coverage.clear()
        return ok(204)
      }),
    },
  }
}

const asJson = (report: CoverageReport): Json => report as unknown as Json

function counting(journal: Journal | undefined, act: (journal: Journal) => Outcome): () => Outcome {
  return () =>
    journal === undefined ? refuse(404, 'no_journal', 'This mock keeps no journal.') : act(journal)
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const flag = { type: 'boolean' }
const list = (items: object): Json => ({ type: 'array', items: items as Json })

const schemas: NonNullable<Part['schemas']> = {
  Coverage: closed({
    title: text,
    version: text,
    requests: count,
    summary: closed({
      operations: ref('Share'),
      statuses: ref('Share'),
      errors: ref('Share'),
      enums: ref('Share'),
      deprecated: { ...count, description: 'Requests to deprecated operations.' },
      unknown: { ...count, description: 'Requests for which the document has no operation.' },
    }),
    operations: list(ref('CoveredOperation')),
    unknown: list(closed({ method: text, path: text, count })),
  }),
  Share: closed({ covered: count, total: count }),
  CoveredOperation: closed({
    id: text,
    method: text,
    path: text,
    deprecated: flag,
    requests: count,
    statuses: list(closed({ status: text, declared: flag, count })),
    enums: list(
      closed({
        side: { type: 'string', enum: ['request', 'response'] },
        in: text,
        path: text,
        values: list(closed({ value: {}, seen: flag })),
      }),
    ),
    callers: list(closed({ userAgent: text, referer: text, count })),
  }),
}
