import type { Json, JsonObject } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { ok, type Outcome } from '../behaviour.ts'
import { distributions, maxLatency, maxWindow, type Fault, type Faults } from '../engine/faults/fault.ts'
import { closed, jsonAnswer, jsonBody, noContent, operation, ref } from './describe.ts'
import { orInvalid } from './or-invalid.ts'
import type { Controlled, Part } from './part.ts'

/** `/faults`: the active faults. */
export function faultsPart({ document, session: { faults } }: Controlled): Part {
  const ids = ['*', ...operationsOf(document).operations.map(({ id }) => id)]
  const show = (): Outcome => ok(200, { operations: faults.get() as unknown as JsonObject })
  return {
    paths,
    schemas: {
      Fault,
      Faults: closed({
        operations: {
          type: 'object',
          description:
            'By operation id. Those under `*` apply to all operations without a fault of the same kind.',
          propertyNames: { enum: ids },
          additionalProperties: { type: 'array', items: ref('Fault') },
        },
      }),
    },
    behaviours: {
      getFaults: show,
      setFaults: ({ request: { body } }) =>
        orInvalid('invalid_faults', () => {
          faults.set((body as { readonly operations: Json }).operations as unknown as Faults)
          return show()
        }),
      clearFaults: () => {
        faults.clear()
        return ok(204)
      },
    },
  }
}

const paths: Part['paths'] = {
  '/faults': {
    get: operation('getFaults', 'Faults', {
      summary: 'Get the active faults',
      responses: { 200: jsonAnswer('The faults by operation.', ref('Faults')) },
    }),
    put: operation('setFaults', 'Faults', {
      summary: 'Replace all faults',
      requestBody: jsonBody(ref('Faults'), { operations: { '*': [{ kind: 'latency', min: 50, max: 200 }] } }),
      responses: { 200: jsonAnswer('The active faults.', ref('Faults')) },
    }),
    delete: operation('clearFaults', 'Faults', {
      summary: 'Remove all faults',
      responses: { 204: noContent('There are no active faults.') },
    }),
  },
}

const integer = (minimum: number, maximum: number): JsonObject => ({ type: 'integer', minimum, maximum })
const milliseconds: JsonObject = { type: 'number', minimum: 0, maximum: maxLatency }

const frequency: JsonObject = {
  rate: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'Share of requests that are affected. Default 1.',
  },
  times: { ...integer(1, 1_000_000_000), description: 'Maximum number of requests that are affected.' },
}

/** The schema of a fault that can be limited to some requests. */
function faultSchema(
  kind: Fault['kind'],
  description: string,
  members: JsonObject,
  optional: readonly string[] = [],
): JsonObject {
  const schema = closed({ kind: { const: kind }, ...members, ...frequency }, ['rate', 'times', ...optional])
  return { title: kind, description, ...schema }
}

const Fault: JsonObject = {
  oneOf: [
    faultSchema(
      'status',
      'Responds with an error and changes nothing. Default: a 5xx the operation declares, else 503.',
      {
        status: integer(400, 599),
      },
      ['status'],
    ),
    faultSchema(
      'latency',
      'Delays the response by milliseconds. With `normal` and `lognormal`, 95 % are between `min` and `max`.',
      { min: milliseconds, max: milliseconds, distribution: { enum: [...distributions] } },
      ['max', 'distribution'],
    ),
    {
      title: 'rate-limit',
      description: 'Responds with 429 after `limit` requests within `window` seconds.',
      ...closed({
        kind: { const: 'rate-limit' },
        limit: integer(1, 1_000_000_000),
        window: { type: 'number', minimum: 0.001, maximum: maxWindow },
      }),
    },
    faultSchema('drop', 'Closes the connection without a response, after the operation took effect.', {}),
    faultSchema(
      'truncate',
      'Closes the connection in the middle of the body.',
      { bytes: integer(0, 1_000_000_000) },
      ['bytes'],
    ),
    faultSchema('slow', 'Sends the body slowly.', { bytesPerSecond: integer(1, 1_000_000_000) }),
    faultSchema('malformed', 'Sends a body that cannot be parsed.', {}),
    faultSchema(
      'content-type',
      'Sends a Content-Type that does not match the body.',
      { type: { type: 'string', pattern: String.raw`^[\w!#$&^.+\-]+/[\w!#$&^.+\-]+(;[ -~]*)?$` } },
      ['type'],
    ),
    faultSchema('invalid', 'Sends a body that violates its schema.', {}),
  ],
}
