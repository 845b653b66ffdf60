import type { HttpResponse } from '../../spec/http.ts'
import { decodeUtf8, type JsonObject } from '../../spec/json.ts'
import type { JournalEntry } from '../engine/diagnostics/journal.ts'
import { closed, ref } from './describe.ts'
import type { Redactor } from './redact.ts'

/** `undeclared`: no operation matches the request. `refused`: an operation rejected it. `failed`: there was no outcome. */
export const verdicts = ['valid', 'refused', 'undeclared', 'failed'] as const

export type Verdict = (typeof verdicts)[number]

export function verdictOf({ operation, outcome }: JournalEntry): Verdict {
  if (outcome === undefined) return 'failed'
  if (outcome.kind === 'ok') return 'valid'
  return operation === undefined ? 'undeclared' : 'refused'
}

/** An entry as JSON, with credentials redacted. */
export function describeEntry(entry: JournalEntry, redactor: Redactor): JsonObject {
  const { id, now, milliseconds, operation, outcome, faults = [], request, response } = entry
  return {
    id,
    at: now.toISOString(),
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    ...(operation && { operation: operation.id }),
    verdict: verdictOf(entry),
    ...(faults.length > 0 && { faults: faults.map(({ fault }) => fault.kind) }),
    ...(outcome?.kind === 'refused' && { why: whyOf(outcome) }),
    request: {
      method: request.method,
      path: request.path,
      query: redactor.query(request.query),
      headers: redactor.headers(request.headers),
      ...content(request.body),
    },
    response: {
      status: response.status,
      headers: redactor.headers(response.headers),
      ...content(response.body),
    },
  }
}

function whyOf({
  code,
  message,
  details = [],
}: {
  readonly code: string
  readonly message: string
  readonly details?: readonly { readonly in: string; readonly path: string; readonly message: string }[]
}): JsonObject {
  return {
    code,
    message,
    ...(details.length > 0 && {
      details: details.map(({ in: place, path, message }) => ({ in: place, path, message })),
    }),
  }
}

/** In characters. */
const maxShownBody = 65_536

/** The body as text, if it is text, and its length. */
function content(body: HttpResponse['body']): JsonObject {
  if (body === undefined) return {}
  const text = typeof body === 'string' ? body : decodeUtf8(body)
  return {
    ...(text !== undefined && { body: text.slice(0, maxShownBody) }),
    length: body.length,
  }
}

const message: JsonObject = {
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  body: {
    type: 'string',
    description: `The first ${maxShownBody} characters. Absent if there is no body, or it is not text.`,
  },
  length: { type: 'integer', minimum: 0, description: 'Length of the whole body.' },
}

export const entrySchemas: Readonly<Record<string, JsonObject>> = {
  JournalEntry: closed(
    {
      id: { type: 'integer', minimum: 1 },
      at: { type: 'string', format: 'date-time', description: "Time of the mock's clock." },
      milliseconds: { type: 'number', minimum: 0, description: 'Duration in real time.' },
      operation: {
        type: 'string',
        description: 'Operation id. Absent if no operation matches.',
      },
      verdict: { enum: [...verdicts] },
      faults: {
        type: 'array',
        items: { type: 'string' },
        description: 'Kinds of the injected faults. Absent if there were none.',
      },
      why: ref('Why'),
      request: closed(
        {
          method: { type: 'string' },
          path: { type: 'string' },
          query: { type: 'string', description: 'Without the leading `?`.' },
          ...message,
        },
        ['body', 'length'],
      ),
      response: closed({ status: { type: 'integer' }, ...message }, ['body', 'length']),
    },
    ['operation', 'faults', 'why'],
  ),
  Why: closed(
    {
      code: { type: 'string' },
      message: { type: 'string' },
      details: {
        type: 'array',
        items: closed({ in: { type: 'string' }, path: { type: 'string' }, message: { type: 'string' } }),
      },
    },
    ['details'],
  ),
}
