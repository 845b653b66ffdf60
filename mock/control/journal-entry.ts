import { decodeUtf8, type JsonObject } from '../../spec/json.ts'
import type { HttpResponse } from '../../spec/http.ts'
import type { JournalEntry } from '../engine/diagnostics/journal.ts'
import { closed, ref } from './describe.ts'
import type { Redactor } from './redact.ts'

/** `undeclared`: the document has no such operation. `refused`: it has, and the request was turned down. */
export const verdicts = ['valid', 'refused', 'undeclared', 'failed'] as const

export type Verdict = (typeof verdicts)[number]

/** What became of the request. */
export function verdictOf({ operation, outcome }: JournalEntry): Verdict {
  if (outcome === undefined) return 'failed'
  if (outcome.kind === 'ok') return 'valid'
  return operation === undefined ? 'undeclared' : 'refused'
}

/** An entry as people and programs read it: without credentials. */
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
      details: details.map(({ in: place, path, message: told }) => ({ in: place, path, message: told })),
    }),
  }
}

/** Characters of a body that are shown. */
const shown = 65_536

/** The body as text, as far as it is one. */
function content(body: HttpResponse['body']): JsonObject {
  if (body === undefined) return {}
  const text = typeof body === 'string' ? body : decodeUtf8(body)
  return {
    ...(text !== undefined && { body: text.slice(0, shown) }),
    length: body.length,
  }
}

const message: JsonObject = {
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  body: {
    type: 'string',
    description: `As text, the first ${shown} characters. Absent when there is none, or it is no text.`,
  },
  length: { type: 'integer', minimum: 0, description: 'Of the whole body.' },
}

export const entrySchemas: Readonly<Record<string, JsonObject>> = {
  JournalEntry: closed(
    {
      id: { type: 'integer', minimum: 1 },
      at: { type: 'string', format: 'date-time', description: "By the mock's clock." },
      milliseconds: { type: 'number', minimum: 0, description: 'How long it really took.' },
      operation: {
        type: 'string',
        description: 'Its id. Absent when the document has none for the request.',
      },
      verdict: { enum: [...verdicts] },
      faults: {
        type: 'array',
        items: { type: 'string' },
        description: 'Kinds of the faults that struck. Absent when none did.',
      },
      why: ref('Why'),
      request: closed(
        {
          method: { type: 'string' },
          path: { type: 'string' },
          query: { type: 'string', description: 'Without the question mark.' },
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
