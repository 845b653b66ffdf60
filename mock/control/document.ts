import type { Operation } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { resolvePointer } from '../../spec/json/pointer.ts'
import { operationsOf } from '../../spec/operations.ts'
import { isObject } from '../../spec/util/object.ts'
import { ok } from '../behaviour.ts'
import { closed, jsonAnswer, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** `/openapi.json`, `/operations` and `/lifecycle`: the served document, its operations and their lifecycles. */
export function documentPart({ document, clock, crud }: Controlled): Part {
  const { operations } = operationsOf(document)
  return {
    paths,
    schemas,
    behaviours: {
      getDocument: () => ok(200, document.root as unknown as Json),
      listOperations: () =>
        ok(200, {
          operations: operations.map((operation) => ({
            ...describe(operation),
            tryIt: isTryable(resolvePointer(document.root, operation.pointer)),
            ...resourceOf(crud.model.roles.get(operation.id)),
          })),
        }),
      getLifecycle: () =>
        ok(200, {
          now: clock.now().toISOString(),
          events: operations
            .flatMap(eventsOf)
            .sort((a, b) => a.seconds - b.seconds)
            .map(({ seconds, ...event }) => ({ at: instant(seconds), ...event })),
        }),
    },
  }
}

function describe({ id, method, path, summary, tags, lifecycle }: Operation): JsonObject {
  const { deprecated, since, sunset, stability, documentation, successor } = lifecycle
  return {
    id,
    method,
    path,
    ...(summary !== undefined && { summary }),
    tags,
    deprecated,
    ...(since !== undefined && { since: instant(since) }),
    ...(sunset !== undefined && { sunset: instant(sunset) }),
    ...(stability !== undefined && { stability }),
    ...(documentation !== undefined && { documentation }),
    ...(successor !== undefined && { successor }),
  }
}

/** Whether the document allows a panel to try the operation. */
function isTryable(operation: unknown): boolean {
  return !isObject(operation) || operation['x-hideTryItPanel'] !== true
}

function resourceOf(
  role:
    | { readonly resource: { readonly name: string }; readonly operation: { readonly role: string } }
    | undefined,
): JsonObject {
  return role === undefined ? {} : { resource: role.resource.name, role: role.operation.role }
}

interface LifecycleEvent {
  readonly seconds: number
  readonly kind: 'deprecated' | 'sunset'
  readonly operation: string
}

function eventsOf({ id, lifecycle: { since, sunset } }: Operation): readonly LifecycleEvent[] {
  return [
    ...(since === undefined ? [] : [{ seconds: since, kind: 'deprecated' as const, operation: id }]),
    ...(sunset === undefined ? [] : [{ seconds: sunset, kind: 'sunset' as const, operation: id }]),
  ]
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

const dateTime: JsonObject = { type: 'string', format: 'date-time' }

const schemas: NonNullable<Part['schemas']> = {
  Operation: closed(
    {
      id: { type: 'string' },
      method: { type: 'string' },
      path: { type: 'string' },
      summary: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      deprecated: { type: 'boolean' },
      since: dateTime,
      sunset: dateTime,
      stability: { type: 'string' },
      documentation: { type: 'string' },
      successor: { type: 'string' },
      tryIt: { type: 'boolean', description: 'False if the operation has `x-hideTryItPanel: true`.' },
      resource: { type: 'string' },
      role: { type: 'string' },
    },
    ['summary', 'since', 'sunset', 'stability', 'documentation', 'successor', 'resource', 'role'],
  ),
  LifecycleEvent: closed({
    at: dateTime,
    kind: { enum: ['deprecated', 'sunset'] },
    operation: { type: 'string' },
  }),
}

const paths: Part['paths'] = {
  '/openapi.json': {
    get: operation('getDocument', 'Document', {
      summary: 'Get the served OpenAPI document',
      responses: { 200: jsonAnswer('The document, with internal references intact.', { type: 'object' }) },
    }),
  },
  '/operations': {
    get: operation('listOperations', 'Document', {
      summary: 'List all operations with their lifecycle',
      responses: {
        200: jsonAnswer(
          'The operations, in document order.',
          closed({ operations: { type: 'array', items: ref('Operation') } }),
        ),
      },
    }),
  },
  '/lifecycle': {
    get: operation('getLifecycle', 'Document', {
      summary: 'List deprecation and sunset dates',
      responses: {
        200: jsonAnswer(
          'The events, in chronological order.',
          closed({ now: dateTime, events: { type: 'array', items: ref('LifecycleEvent') } }),
        ),
      },
    }),
  },
}
