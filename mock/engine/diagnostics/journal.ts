import type { Operation } from '../../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../../spec/http.ts'
import type { RequestValues } from '../../../spec/request.ts'
import type { Outcome } from '../../behaviour.ts'
import type { Coverage, Exercised } from '../../coverage/coverage.ts'
import type { InjectedFault } from '../faults/fault-injector.ts'

/** A request and its response. Both are kept as they are: nothing is copied or serialized before somebody reads it. */
export interface JournalEntry {
  /** Consecutive, from 1. */
  readonly id: number
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** Undefined when no operation of the document matches the request. */
  readonly operation: Operation | undefined
  /** Undefined when an internal error kept the pipeline from reaching one. */
  readonly outcome: Outcome | undefined
  /** Undefined when no faults were configured. */
  readonly faults: readonly InjectedFault[] | undefined
  /** When the request arrived, by the mock's clock. */
  readonly now: Date
  /** How long the answer took, in real time. */
  readonly milliseconds: number
}

/** The parts of an exchange that the journal records. */
interface RecordedExchange {
  readonly request: HttpRequest
  readonly now: Date
  readonly plan: { readonly operation: Operation } | undefined
  readonly values: RequestValues | undefined
  readonly outcome: Outcome | undefined
  readonly faults: readonly InjectedFault[] | undefined
}

/** The latest requests and their responses, up to the capacity of the journal. */
export interface Journal {
  add(exchange: RecordedExchange, response: HttpResponse, milliseconds: number): void
  /** Undefined when there never was such an entry, or when it has been dropped. */
  get(id: number): JournalEntry | undefined
  /** The newest entry first. */
  latest(): Iterable<JournalEntry>
  /** The id of the newest entry ever added; 0 before the first. */
  readonly last: number
  clear(): void
  /** Calls `onEntry` for every new entry, and `onClose` when the journal is closed. Returns the function to unsubscribe. */
  subscribe(onEntry: (entry: JournalEntry) => void, onClose: () => void): () => void
  /** Calls `onClose` of every subscriber. */
  close(): void
  /** Request counts and durations by operation and status; `clear` does not reset them. */
  readonly statistics: ReadonlyMap<Operation | undefined, ReadonlyMap<number, Durations>>
  /** What clients have exercised of the document; neither capacity nor `clear` limits it. */
  readonly coverage: Coverage
}

/** A histogram of the requests of one operation that were answered with one status. */
export interface Durations {
  count: number
  /** The sum of all durations. */
  seconds: number
  /** `buckets[i]` counts durations up to `durationBounds[i]` that exceed the bound before it; the last has no bound. */
  readonly buckets: number[]
}

/** Upper bounds of the histogram's buckets, in seconds. */
export const durationBounds: readonly number[] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Limit on the total length of all bodies kept, in bytes or characters. The newest entry is kept even beyond it. */
const maxSize = 64 * 1024 * 1024

/** Creates a journal of at most `capacity` entries. */
export function createJournal(capacity: number, coverage: Coverage): Journal {
  const ring: (JournalEntry | undefined)[] = []
  const subscribers = new Map<(entry: JournalEntry) => void, () => void>()
  const statistics = new Map<Operation | undefined, Map<number, Durations>>()
  // Kept apart from the entries: by the time an entry is dropped, it has long left the processor's caches.
  const sizes: number[] = []
  /** `first` is the id of the oldest entry, `next` that of the one to come, `size` the total of `sizes`. */
  const kept = { first: 1, next: 1, size: 0 }
  const drop = (): void => {
    kept.size -= sizes[kept.first % capacity] as number
    ring[kept.first % capacity] = undefined
    kept.first += 1
  }
  return {
    statistics,
    coverage,
    get last() {
      return kept.next - 1
    },
    add: (exchange, response, milliseconds) => {
      const entry = entryOf(kept.next, exchange, response, milliseconds)
      const size = sizeOf(entry)
      if (kept.next - kept.first === capacity) drop()
      ring[kept.next % capacity] = entry
      sizes[kept.next % capacity] = size
      kept.next += 1
      kept.size += size
      while (kept.size > maxSize && kept.next - kept.first > 1) drop()
      countDuration(statistics, entry)
      coverage.count(exercised(entry, exchange))
      for (const onEntry of subscribers.keys()) onEntry(entry)
    },
    get: (id) => (id >= kept.first && id < kept.next ? ring[id % capacity] : undefined),
    *latest() {
      for (let id = kept.next - 1; id >= kept.first; id -= 1) yield ring[id % capacity] as JournalEntry
    },
    clear: () => {
      ring.length = 0
      kept.first = kept.next
      kept.size = 0
    },
    subscribe: (onEntry, onClose) => {
      subscribers.set(onEntry, onClose)
      return () => void subscribers.delete(onEntry)
    },
    close: () => {
      for (const onClose of subscribers.values()) onClose()
    },
  }
}

function entryOf(
  id: number,
  exchange: RecordedExchange,
  response: HttpResponse,
  milliseconds: number,
): JournalEntry {
  const { request, now, plan, outcome, faults } = exchange
  return { id, request, response, operation: plan?.operation, outcome, faults, now, milliseconds }
}

function sizeOf({ request, response }: JournalEntry): number {
  return (request.body?.length ?? 0) + (response.body?.length ?? 0)
}

function countDuration(
  statistics: Map<Operation | undefined, Map<number, Durations>>,
  { operation, response: { status }, milliseconds }: JournalEntry,
): void {
  let statuses = statistics.get(operation)
  if (statuses === undefined) statistics.set(operation, (statuses = new Map()))
  let durations = statuses.get(status)
  if (durations === undefined) {
    durations = { count: 0, seconds: 0, buckets: Array.from({ length: durationBounds.length + 1 }, () => 0) }
    statuses.set(status, durations)
  }
  const seconds = milliseconds / 1000
  durations.count += 1
  durations.seconds += seconds
  let bucket = 0
  while (bucket < durationBounds.length && seconds > (durationBounds[bucket] as number)) bucket += 1
  durations.buckets[bucket] = (durations.buckets[bucket] as number) + 1
}

function exercised(
  { request, response, operation, outcome }: JournalEntry,
  { values }: RecordedExchange,
): Exercised {
  return { request, status: response.status, operation, outcome, values }
}
