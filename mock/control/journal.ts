import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { stringifyJson, type JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import { ok, refuse, type Behaviour } from '../behaviour.ts'
import type { Journal, JournalEntry } from '../engine/diagnostics/journal.ts'
import { requestHeader } from '../http/header-field.ts'
import { closed, jsonAnswer, noContent, operation, pathParameter, query, ref } from './describe.ts'
import { follow } from './follow.ts'
import { describeEntry, entrySchemas, verdictOf, verdicts } from './journal-entry.ts'
import type { Controlled, Part, Streams } from './part.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { textIn } from './values.ts'

/** `/journal`: the recent exchanges, as a list and as a stream of events. */
export function journalPart({ journal, document }: Controlled): Part {
  const redactor = createRedactor(document)
  return {
    paths,
    schemas: {
      ...entrySchemas,
      Journal: closed({
        total: { type: 'integer', minimum: 0, description: 'Number of matching entries.' },
        entries: { type: 'array', items: ref('JournalEntry') },
      }),
    },
    behaviours: {
      ...guarded(journal, (journal) => ({
        listJournal: ({ request }) => ok(200, list(journal, request, redactor)),
        clearJournal: () => {
          journal.clear()
          return ok(204)
        },
        getJournalEntry: ({ request }) => {
          const entry = journal.get(Number(request.path['id']))
          return entry === undefined
            ? refuse(
                404,
                'not_found',
                `There is no entry ${textIn(request.path, 'id')}. It may have been dropped.`,
              )
            : ok(200, describeEntry(entry, redactor))
        },
        // Only for HEAD: the engine does not handle streams.
        streamJournal: () => ok(200, ''),
      })),
    },
    streams: journal === undefined ? {} : streamsOf(journal, redactor),
  }
}

const ids = ['listJournal', 'clearJournal', 'getJournalEntry', 'streamJournal'] as const

type JournalBehaviours = Readonly<Record<(typeof ids)[number], Behaviour>>

/** Makes the behaviours, or ones that refuse if the journal is disabled. */
function guarded(
  journal: Journal | undefined,
  make: (journal: Journal) => JournalBehaviours,
): JournalBehaviours {
  if (journal !== undefined) return make(journal)
  const none: Behaviour = () => refuse(404, 'no_journal', 'The journal is disabled.')
  return Object.fromEntries(ids.map((id) => [id, none])) as JournalBehaviours
}

function list(journal: Journal, { query: filter }: RequestValues, redactor: Redactor): JsonObject {
  const { limit = 50, offset = 0 } = filter
  const entries = [...journal.latest()].filter((entry) => matches(entry, filter))
  const page = entries.slice(Number(offset), Number(offset) + Number(limit))
  return { total: entries.length, entries: page.map((entry) => describeEntry(entry, redactor)) }
}

function matches(entry: JournalEntry, filter: JsonObject): boolean {
  const { operation, method, status, verdict, after = 0 } = filter
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

/** The list's path serves the stream too, to clients that accept it. */
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

/** The last entry that a reconnecting client has seen (HTML Standard §9.2.4). */
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
      summary: 'List recent exchanges, newest first',
      description:
        'Credentials are redacted. With `Accept: text/event-stream`, same as `/_mock/journal/events`.',
      parameters: [
        query('operation', 'Filter by operation id.', { type: 'string', maxLength: 200 }),
        query('method', 'Filter by method.', { type: 'string', pattern: '^[A-Z]{1,20}$' }),
        query('status', 'Filter by status, such as 404, or class, such as 4XX.', {
          type: 'string',
          pattern: String.raw`^[1-5](\d\d|XX)$`,
        }),
        query('verdict', 'Filter by verdict.', { type: 'string', enum: [...verdicts] }),
        query('after', 'Only entries after the one with this id.', { type: 'integer', minimum: 0 }),
        query('limit', 'Maximum number of entries.', {
          type: 'integer',
          minimum: 1,
          maximum: 1000,
          default: 50,
        }),
        query('offset', 'Number of entries to skip.', { type: 'integer', minimum: 0, default: 0 }),
      ],
      responses: { 200: jsonAnswer('The entries.', ref('Journal')) },
    }),
    delete: operation('clearJournal', 'Journal', {
      summary: 'Clear the journal',
      responses: { 204: noContent('The journal was cleared.') },
    }),
  },
  '/journal/events': {
    get: operation('streamJournal', 'Journal', {
      summary: 'Stream exchanges as they happen',
      description:
        'Server-sent events named `exchange`, with an entry as data. `Last-Event-ID` resumes. The stream never ends by itself.',
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      },
    }),
  },
  '/journal/{id}': {
    get: operation('getJournalEntry', 'Journal', {
      summary: 'Get an exchange',
      parameters: [pathParameter('id', 'Id of the entry.', { type: 'integer', minimum: 1 })],
      responses: { 200: jsonAnswer('The entry.', ref('JournalEntry')) },
    }),
  },
}
