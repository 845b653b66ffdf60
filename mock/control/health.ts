import type { JsonObject } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { ok } from '../behaviour.ts'
import { closed, jsonAnswer, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'
import { textIn } from './values.ts'

/** `/health`: a probe for load balancers and containers. */
export function healthPart({ document }: Controlled): Part {
  const info = (document.root.info ?? {}) as unknown as JsonObject
  return {
    paths: {
      '/health': {
        get: operation('getHealth', 'Mock', {
          summary: 'Check that the mock is running',
          description: 'Needs no authentication. Only shows what is served.',
          security: [],
          responses: { 200: jsonAnswer('The mock is running.', ref('Health')) },
        }),
      },
    },
    schemas: {
      Health: closed({
        status: { const: 'ok' },
        title: { type: 'string' },
        version: { type: 'string' },
        operations: { type: 'integer', minimum: 0 },
      }),
    },
    behaviours: {
      getHealth: () =>
        ok(200, {
          status: 'ok',
          title: textIn(info, 'title'),
          version: textIn(info, 'version'),
          operations: operationsOf(document).operations.length,
        }),
    },
  }
}
