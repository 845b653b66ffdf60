import type { Operation } from '../../spec/document.ts'
import { isObject } from '../../spec/util/object.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { resolvePointer } from '../../spec/json/pointer.ts'
import { ok } from '../behaviour.ts'
import { closed, jsonAnswer, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** What is served: the document, its operations, and when they come to an end. */
export function documentPart({ document, clock, crud }: Controlled): Part {
  const { operations } = operationsOf(document)
  return {
    paths,
    schemas,
    behaviours: {
      getDocument: () => ok(200, document.root as unknown as Json),
      listOperations: () =>
        ok(200, {
          operations: operations.map((each) => ({
            ...describe(each),
            ...(isTryable(resolvePointer(document.root, each.pointer)) ? { tryIt: true } : { tryIt: false }),
            ...resourceOf(crud.model.roles.get(each.id)),
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

/** Documents can ask that nobody tries an operation from a page about it. */
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
      tryIt: { type: 'boolean', description: 'False where the document says `x-hideTryItPanel`.' },
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
      summary: 'The document that is served',
      responses: { 200: jsonAnswer('The document, references inside it kept.', { type: 'object' }) },
    }),
  },
  '/operations': {
    get: operation('listOperations', 'Document', {
      summary: 'All operations, and how long they are to live',
      responses: {
        200: jsonAnswer(
          'In the order of the document.',
          closed({ operations: { type: 'array', items: ref('Operation') } }),
        ),
      },
    }),
  },
  '/lifecycle': {
    get: operation('getLifecycle', 'Document', {
      summary: 'When operations become deprecated, and when they end',
      responses: {
        200: jsonAnswer(
          'In the order of time.',
          closed({ now: dateTime, events: { type: 'array', items: ref('LifecycleEvent') } }),
        ),
      },
    }),
  },
}
