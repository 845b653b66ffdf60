import type { Json } from '../../spec/json.ts'
import { ok, refuse, type Outcome } from '../behaviour.ts'
import type { CoverageReport } from '../coverage/report.ts'
import type { Journal } from '../engine/diagnostics/journal.ts'
import { closed, jsonAnswer, noContent, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** `/coverage`: the parts of the document that clients have used. */
export function coveragePart({ journal }: Controlled): Part {
  return {
    paths: {
      '/coverage': {
        get: operation('getCoverage', 'Coverage', {
          summary: 'Get the coverage by clients',
          description:
            'The operations, statuses and enum values that clients have used, and who calls deprecated operations.',
          responses: {
            200: jsonAnswer('The coverage since the start or the last reset.', ref('Coverage')),
          },
        }),
        delete: operation('clearCoverage', 'Coverage', {
          summary: 'Reset the coverage',
          responses: { 204: noContent('The coverage was reset.') },
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
  return () => (journal === undefined ? refuse(404, 'no_journal', 'The journal is disabled.') : act(journal))
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
      unknown: { ...count, description: 'Requests that match no operation.' },
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
