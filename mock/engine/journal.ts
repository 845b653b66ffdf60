import type { Operation } from '../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import type { Outcome } from '../behaviour.ts'
import type { Coverage, Exercised } from '../coverage/coverage.ts'
import type { Exchange } from './exchange.ts'

/** One request and its answer, as they were: nothing of it is copied or written out before somebody reads it. */
export interface JournalEntry {
  /** From 1, in the order of the answers. */
  readonly id: number
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** Undefined when the document has none for the request. */
  readonly operation: Operation | undefined
  /** What was decided; undefined when that failed. */
  readonly outcome: Outcome | undefined
  /** Faults that struck it; undefined when there were none to strike. */
  readonly struck: Exchange['struck']
  /** When it began, by the mock's clock. */
  readonly now: Date
  /** Of real time. */
  readonly milliseconds: number
}

/** What a mock was asked, and what it answered: the latest, as many as there is room for. */
export interface Journal {
  add(exchange: Exchange, response: HttpResponse, milliseconds: number): void
  /** Undefined when it was never there, or is no more. */
  get(id: number): JournalEntry | undefined
  /** The latest first. */
  latest(): Iterable<JournalEntry>
  /** Id of the latest entry there ever was; 0 before the first. */
  readonly last: number
  clear(): void
  /** Calls `hear` for every entry from now on, and `end` when the journal is closed; what it returns ends that. */
  subscribe(hear: (entry: JournalEntry) => void, end: () => void): () => void
  /** Ends all who listen. */
  close(): void
  /** How many requests there were, and how long they took; clearing does not touch them. */
  readonly tallies: ReadonlyMap<Operation | undefined, ReadonlyMap<number, Tally>>
  /** What of the document was exercised; neither room nor clearing bounds it. */
  readonly coverage: Coverage
}

/** Requests of one operation with one status. */
export interface Tally {
  count: number
  /** Seconds, all together. */
  seconds: number
  /** How many took up to `durationBounds[index]`, and longer than the bound before. */
  readonly buckets: number[]
}

/** Seconds. */
export const durationBounds: readonly number[] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Bytes and characters of all bodies together that are kept, whatever the number of entries. */
const most = 64 * 1024 * 1024

/** A journal of so many entries at most. */
export function createJournal(capacity: number, coverage: Coverage): Journal {
  const ring: (JournalEntry | undefined)[] = []
  const listeners = new Map<(entry: JournalEntry) => void, () => void>()
  const tallies = new Map<Operation | undefined, Map<number, Tally>>()
  /** Beside each entry: an old one has long left the processor's caches. */
  const sizes: number[] = []
  /** Ids of the oldest entry and of the one to come, and how large the entries are together. */
  const held = { first: 1, next: 1, size: 0 }
  const drop = (): void => {
    held.size -= sizes[held.first % capacity] as number
    ring[held.first % capacity] = undefined
    held.first += 1
  }
  return {
    tallies,
    coverage,
    get last() {
      return held.next - 1
    },
    add: (exchange, response, milliseconds) => {
      const entry = entryOf(held.next, exchange, response, milliseconds)
      const size = sizeOf(entry)
      if (held.next - held.first === capacity) drop()
      ring[held.next % capacity] = entry
      sizes[held.next % capacity] = size
      held.next += 1
      held.size += size
      while (held.size > most && held.next - held.first > 1) drop()
      count(tallies, entry)
      coverage.count(exercised(entry, exchange))
      for (const hear of listeners.keys()) hear(entry)
    },
    get: (id) => (id >= held.first && id < held.next ? ring[id % capacity] : undefined),
    *latest() {
      for (let id = held.next - 1; id >= held.first; id -= 1) yield ring[id % capacity] as JournalEntry
    },
    clear: () => {
      ring.length = 0
      held.first = held.next
      held.size = 0
    },
    subscribe: (hear, end) => {
      listeners.set(hear, end)
      return () => void listeners.delete(hear)
    },
    close: () => {
      for (const end of listeners.values()) end()
    },
  }
}

function entryOf(id: number, exchange: Exchange, response: HttpResponse, milliseconds: number): JournalEntry {
  const { request, now, plan, outcome, struck } = exchange
  return { id, request, response, operation: plan?.operation, outcome, struck, now, milliseconds }
}

function sizeOf({ request, response }: JournalEntry): number {
  return (request.body?.length ?? 0) + (response.body?.length ?? 0)
}

function count(
  tallies: Map<Operation | undefined, Map<number, Tally>>,
  { operation, response: { status }, milliseconds }: JournalEntry,
): void {
  let statuses = tallies.get(operation)
  if (statuses === undefined) tallies.set(operation, (statuses = new Map()))
  let tally = statuses.get(status)
  if (tally === undefined) {
    tally = { count: 0, seconds: 0, buckets: Array.from({ length: durationBounds.length + 1 }, () => 0) }
    statuses.set(status, tally)
  }
  const seconds = milliseconds / 1000
  tally.count += 1
  tally.seconds += seconds
  let bucket = 0
  while (bucket < durationBounds.length && seconds > (durationBounds[bucket] as number)) bucket += 1
  tally.buckets[bucket] = (tally.buckets[bucket] as number) + 1
}

function exercised({ request, response, operation, outcome }: JournalEntry, { values }: Exchange): Exercised {
  return { request, status: response.status, operation, outcome, values }
}
