import type { Document } from '../../spec/document.ts'
import type { JsonObject } from '../../spec/json.ts'
import { loadObject } from '../../spec/loading/load-object.ts'
import { closed, ref } from './describe.ts'
import type { Part } from './part.ts'
import { controlPath } from './paths.ts'

/** Assembles the control API's own OpenAPI document from its parts. */
export function controlDocument(parts: readonly Part[], needsToken: boolean): Document {
  return loadObject({
    openapi: '3.1.0',
    info: {
      title: 'Stablehand control API',
      version: '1.0.0',
      description:
        'Inspect and control a running mock: journal, records, clock, faults, scenarios and sessions.',
    },
    servers: [{ url: '/' }],
    security: needsToken ? [{ controlToken: [] }] : [],
    paths: Object.assign({}, ...parts.map(({ paths }) => withPrefix(paths))) as JsonObject,
    components: {
      schemas: Object.assign({ Refusal }, ...parts.map(({ schemas }) => schemas)) as JsonObject,
      responses: {
        Refused: {
          description: 'An error. For a request that violates this document, `details` lists every issue.',
          content: { 'application/json': { schema: ref('Refusal') } },
        },
      },
      ...(needsToken && { securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } } }),
    },
  })
}

const withPrefix = (paths: Part['paths']): JsonObject =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [controlPath + path, item]))

const Refusal: JsonObject = closed(
  {
    code: { type: 'string', description: 'A stable identifier in snake_case.' },
    message: { type: 'string' },
    status: { type: 'integer' },
    details: {
      type: 'array',
      items: closed(
        {
          in: { type: 'string' },
          path: { type: 'string' },
          keyword: { type: 'string' },
          message: { type: 'string' },
        },
        ['keyword'],
      ),
    },
  },
  ['details'],
)
