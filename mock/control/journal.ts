import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { stringifyJson, type JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import { ok, refuse, type Behaviour } from '../behaviour.ts'
import { requestHeader } from '../engine/header-field.ts'
import type { Journal, JournalEntry } from '../engine/diagnostics/journal.ts'
import { closed, jsonAnswer, noContent, operation, pathParameter, query, ref } from './describe.ts'
import { follow } from './follow.ts'
import { describeEntry, entrySchemas, verdictOf, verdicts } from './journal-entry.ts'
import type { Controlled, Part, Streams } from './part.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { textIn } from './values.ts'

/** What was asked, what was answered and why; to read, to follow and to forget. */
export function journalPart({ journal, document }: Controlled): Part {
  const redactor = createRedactor(document)
  return {
    paths,
    schemas: {
      ...entrySchemas,
      Journal: closed({
        total: { type: 'integer', minimum: 0, description: 'Entries that the conditions hold for.' },
        entries: { type: 'array', items: ref('JournalEntry') },
      }),
    },
    behaviours: {
      ...guarded(journal, (kept) => ({
        listJournal: ({ request }) => ok(200, list(kept, request, redactor)),
        clearJournal: () => {
          kept.clear()
          return ok(204)
        },
        getJournalEntry: ({ request }) => {
          const entry = kept.get(Number(request.path['id']))
          return entry === undefined
            ? refuse(404, 'not_found', `There is no entry ${textIn(request.path, 'id')}, or no more.`)
            : ok(200, describeEntry(entry, redactor))
        },
        // Answers HEAD only: the stream itself is none of the engine's.
        streamJournal: () => ok(200, ''),
      })),
    },
    streams: journal === undefined ? {} : streamsOf(journal, redactor),
  }
}

const ids = ['listJournal', 'clearJournal', 'getJournalEntry', 'streamJournal'] as const

type JournalBehaviours = Readonly<Record<(typeof ids)[number], Behaviour>>

function guarded(
  journal: Journal | undefined,
  make: (kept: Journal) => JournalBehaviours,
): JournalBehaviours {
  if (journal !== undefined) return make(journal)
  const none: Behaviour = () => refuse(404, 'no_journal', 'This mock keeps no journal.')
  return Object.fromEntries(ids.map((id) => [id, none])) as JournalBehaviours
}

function list(journal: Journal, { query: asked }: RequestValues, redactor: Redactor): JsonObject {
  const { limit = 50, offset = 0 } = asked
  const found = [...journal.latest()].filter((entry) => matches(entry, asked))
  const page = found.slice(Number(offset), Number(offset) + Number(limit))
  return { total: found.length, entries: page.map((entry) => describeEntry(entry, redactor)) }
}

function matches(entry: JournalEntry, asked: JsonObject): boolean {
  const { operation, method, status, verdict, after = 0 } = asked
  return (
    entry.id > Number(after) &&
    (operation === undefined || entry.operation?.id === operation) &&
    (method === undefined || entry.request.method === method) &&
    (verdict === undefined || verdictOf(entry) === verdict) &&
    (typeof status !== 'string' || hasStatus(entry, status))
  )
}

/** `404`, or `4XX` for a whole class. */
function hasStatus({ response }: JournalEntry, status: string): boolean {
  const own = String(response.status)
  return status.endsWith('XX') ? own[0] === status[0] : own === status
}

/** Also in the place of the list, for who asks for events there. */
function streamsOf(journal: Journal, redactor: Redactor): Streams {
  const events = (request: HttpRequest): HttpResponse => ({
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: undefined,
    stream: follow(journal, lastSeen(request) ?? journal.last, (entry) => eventOf(entry, redactor)),
  })
  return {
    '/journal/events': events,
    '/journal': (request) =>
      requestHeader(request, 'accept')?.includes('text/event-stream') === true ? events(request) : undefined,
  }
}

/** What a client that connects again has seen already (HTML standard §9.2.4). */
function lastSeen(request: HttpRequest): number | undefined {
  const given = requestHeader(request, 'last-event-id') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

function eventOf(entry: JournalEntry, redactor: Redactor): string {
  return `id: ${entry.id}\nevent: exchange\ndata: ${stringifyJson(describeEntry(entry, redactor))}\n\n`
}

const paths: Part['paths'] = {
  '/journal': {
    get: operation('listJournal', 'Journal', {
      summary: 'The latest exchanges, the latest first',
      description:
        'Credentials are left out. With `Accept: text/event-stream` it is `/_mock/journal/events`.',
      parameters: [
        query('operation', 'Only of this operation.', { type: 'string', maxLength: 200 }),
        query('method', 'Only with this method.', { type: 'string', pattern: '^[A-Z]{1,20}$' }),
        query('status', 'Only with this status, or of this class.', {
          type: 'string',
          pattern: String.raw`^[1-5](\d\d|XX)$`,
        }),
        query('verdict', 'Only with this verdict.', { type: 'string', enum: [...verdicts] }),
        query('after', 'Only later than the entry with this id.', { type: 'integer', minimum: 0 }),
        query('limit', 'Entries at most.', { type: 'integer', minimum: 1, maximum: 1000, default: 50 }),
        query('offset', 'Entries left out.', { type: 'integer', minimum: 0, default: 0 }),
      ],
      responses: { 200: jsonAnswer('The entries.', ref('Journal')) },
    }),
    delete: operation('clearJournal', 'Journal', {
      summary: 'Forget all exchanges',
      responses: { 204: noContent('They are forgotten.') },
    }),
  },
  '/journal/events': {
    get: operation('streamJournal', 'Journal', {
      summary: 'Exchanges as they happen',
      description:
        'Server-sent events named `exchange`, their data as in the list; `Last-Event-ID` resumes. Never ends by itself.',
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      },
    }),
  },
  '/journal/{id}': {
    get: operation('getJournalEntry', 'Journal', {
      summary: 'One exchange',
      parameters: [pathParameter('id', 'Of the entry.', { type: 'integer', minimum: 1 })],
      responses: { 200: jsonAnswer('The entry.', ref('JournalEntry')) },
    }),
  },
}
