import { operationsOf } from '../../spec/operations.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { ok, type Outcome } from '../behaviour.ts'
import { distributions, maxLatency, maxWindow, type Fault, type Faults } from '../engine/faults/fault.ts'
import { closed, jsonAnswer, jsonBody, noContent, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'
import { steered } from './steering.ts'

/** What goes wrong on purpose. */
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
          description: 'By operation id; those of `*` are every operation’s that has none of that kind.',
          propertyNames: { enum: ids },
          additionalProperties: { type: 'array', items: ref('Fault') },
        },
      }),
    },
    behaviours: {
      getFaults: show,
      setFaults: ({ request: { body } }) =>
        steered('invalid_faults', () => {
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
      summary: 'The faults that are on',
      responses: { 200: jsonAnswer('By operation.', ref('Faults')) },
    }),
    put: operation('setFaults', 'Faults', {
      summary: 'Replace all faults',
      requestBody: jsonBody(ref('Faults'), { operations: { '*': [{ kind: 'latency', min: 50, max: 200 }] } }),
      responses: { 200: jsonAnswer('Those that are on now.', ref('Faults')) },
    }),
    delete: operation('clearFaults', 'Faults', {
      summary: 'Switch all faults off',
      responses: { 204: noContent('None is on.') },
    }),
  },
}

const integer = (minimum: number, maximum: number): JsonObject => ({ type: 'integer', minimum, maximum })
const milliseconds: JsonObject = { type: 'number', minimum: 0, maximum: maxLatency }

const often: JsonObject = {
  rate: { type: 'number', exclusiveMinimum: 0, maximum: 1, description: 'Share of the requests. Default 1.' },
  times: { ...integer(1, 1_000_000_000), description: 'It strikes so often at most.' },
}

/** A fault of one kind, which may strike sometimes only. */
function incident(
  kind: Fault['kind'],
  description: string,
  members: JsonObject,
  optional: readonly string[] = [],
): JsonObject {
  const schema = closed({ kind: { const: kind }, ...members, ...often }, ['rate', 'times', ...optional])
  return { title: kind, description, ...schema }
}

const Fault: JsonObject = {
  oneOf: [
    incident(
      'status',
      'An error; nothing is changed. One of the declared 5xx, or 503, unless it says which.',
      {
        status: integer(400, 599),
      },
      ['status'],
    ),
    incident(
      'latency',
      'Milliseconds the answer is held back. `normal`, `lognormal`: 95 of 100 are between `min` and `max`.',
      { min: milliseconds, max: milliseconds, distribution: { enum: [...distributions] } },
      ['max', 'distribution'],
    ),
    {
      title: 'rate-limit',
      description: '429 beyond so many requests in so many seconds.',
      ...closed({
        kind: { const: 'rate-limit' },
        limit: integer(1, 1_000_000_000),
        window: { type: 'number', minimum: 0.001, maximum: maxWindow },
      }),
    },
    incident('drop', 'The connection ends without the answer; the operation has acted.', {}),
    incident('truncate', 'The connection ends within the body.', { bytes: integer(0, 1_000_000_000) }, [
      'bytes',
    ]),
    incident('slow', 'The body trickles in.', { bytesPerSecond: integer(1, 1_000_000_000) }),
    incident('malformed', 'A body that cannot be parsed.', {}),
    incident(
      'content-type',
      'A Content-Type that the body does not have.',
      { type: { type: 'string', pattern: String.raw`^[\w!#$&^.+\-]+/[\w!#$&^.+\-]+(;[ -~]*)?$` } },
      ['type'],
    ),
    incident('invalid', 'A body that breaks the schema declared for it.', {}),
  ],
}
