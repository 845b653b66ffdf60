import { responseFor, type Document, type Operation } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
import { createBoundedCounter, type BoundedCounter } from '../../spec/util/bounded-counter.ts'
import { own } from '../../spec/util/object.ts'
import type { Outcome } from '../behaviour.ts'
import { requestHeader } from '../http/header-field.ts'
import { enumPlaces, keyOf, visitPlace, type EnumPlace } from './enum-places.ts'
import { summaryOf, type CoveredOperation, type CoverageReport, type CoveredStatus } from './report.ts'

/** The parts of an exchange that coverage is computed from. */
export interface Exercised {
  readonly request: HttpRequest
  readonly status: number
  /** Undefined if no operation matches. */
  readonly operation: Operation | undefined
  /** Undefined if the request could not be decoded. */
  readonly values: RequestValues | undefined
  readonly outcome: Outcome | undefined
}

/** Counts which parts of a document clients use. Memory depends on the document, not on the number of requests. */
export interface Coverage {
  count(exercised: Exercised): void
  report(): CoverageReport
  clear(): void
}

/** The number of callers, and of unknown paths, that are counted individually. */
const maxKeys = 100

/** Starts with zero counts. What an operation offers is only determined on its first request. */
export function createCoverage(document: Document): Coverage {
  const { operations } = operationsOf(document)
  const info = own(document.root, 'info')
  let counters = new Map<string, Counter>()
  let unknown = createBoundedCounter(maxKeys)
  let requests = 0
  const counterOf = (operation: Operation): Counter => {
    let counter = counters.get(operation.id)
    if (counter === undefined) counters.set(operation.id, (counter = createCounter(document, operation)))
    return counter
  }
  return {
    count(exercised) {
      const { operation, request, status } = exercised
      requests += 1
      if (operation !== undefined) counterOf(operation).count(exercised)
      else if (unknownStatuses.has(status)) unknown.add(`${request.method} ${request.path.slice(0, 500)}`)
    },
    report() {
      const covered = operations.map((operation) => counterOf(operation).report())
      const paths = entriesOf(unknown).map(([key = '… …', count]) => {
        const [method = '', path = ''] = key.split(' ', 2)
        return { method, path, count }
      })
      return {
        title: textOf(own(info, 'title')),
        version: textOf(own(info, 'version')),
        requests,
        summary: summaryOf(covered, paths),
        operations: covered,
        unknown: paths,
      }
    },
    clear() {
      counters = new Map()
      unknown = createBoundedCounter(maxKeys)
      requests = 0
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The statuses of requests to unknown paths, as opposed to preflight or malformed requests. */
const unknownStatuses: ReadonlySet<number> = new Set([404, 405, 501])

/** The coverage of one operation. */
interface Counter {
  count(exercised: Exercised): void
  report(): CoveredOperation
}

function createCounter(document: Document, operation: Operation): Counter {
  const { id, method, path } = operation
  const deprecated = operation.lifecycle.deprecated
  const statuses = new Map<number, number>()
  const callers = deprecated ? createBoundedCounter(maxKeys) : undefined
  const places = enumPlaces(document, operation)
  /** The unseen values of each place with a seen value. Most places of a large document never have one. */
  const missing = new Map<EnumPlace, Set<string>>()
  let open = places
  let requests = 0
  return {
    count(exercised) {
      requests += 1
      statuses.set(exercised.status, (statuses.get(exercised.status) ?? 0) + 1)
      callers?.add(callerOf(exercised.request))
      if (open.length === 0) return
      let isComplete = false
      for (const place of open) {
        visitPlace(contentOf(place, exercised), place.tokens, (value) => {
          const unseen = missing.get(place) ?? new Set(place.values.map(keyOf))
          unseen.delete(keyOf(value))
          missing.set(place, unseen)
          if (unseen.size === 0) isComplete = true
        })
      }
      // Complete places need not be visited again.
      if (isComplete) open = open.filter((place) => missing.get(place)?.size !== 0)
    },
    report: () => ({
      id,
      method,
      path,
      deprecated,
      requests,
      statuses: statusesOf(operation, statuses),
      enums: places.map((place) => ({
        side: place.side,
        in: place.in,
        path: place.path,
        values: place.values.map((value) => ({
          value,
          seen: missing.get(place)?.has(keyOf(value)) === false,
        })),
      })),
      callers: callers ? callersOf(callers) : [],
    }),
  }
}

/** The part of the message that contains the place. Undefined if it was not sent. */
function contentOf(place: EnumPlace, { request, values, status, outcome }: Exercised): Json | undefined {
  if (place.side === 'response') {
    // A fault or an expectation may have replaced the outcome's response.
    return outcome?.kind === 'ok' && outcome.status === status ? outcome.body : undefined
  }
  if (values === undefined) return undefined
  if (place.in === 'body') return jsonSent(values)
  if (place.in === 'querystring') return undefined
  return isSent(place, request) ? values[place.in] : undefined
}

/** Decoded values include defaults, which do not count as used. */
function isSent({ in: place, tokens: [name = ''] }: EnumPlace, request: HttpRequest): boolean {
  if (place === 'query')
    return request.query.includes(name) || request.query.includes(encodeURIComponent(name))
  if (place === 'header') return requestHeader(request, name.toLowerCase() as Lowercase<string>) !== undefined
  if (place === 'cookie') return (requestHeader(request, 'cookie') ?? '').includes(`${name}=`)
  return true
}

function statusesOf(operation: Operation, seen: ReadonlyMap<number, number>): readonly CoveredStatus[] {
  const declared = new Map(operation.responses.map(({ status }) => [status, 0]))
  const undeclared = new Map<string, number>()
  for (const [status, count] of seen) {
    const response = responseFor(operation, status)
    const [counts, key] = response ? [declared, response.status] : [undeclared, String(status)]
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  const list = (counts: ReadonlyMap<string, number>, isDeclared: boolean): readonly CoveredStatus[] =>
    [...counts].map(([status, count]) => ({ status, declared: isDeclared, count }))
  return [...list(declared, true), ...list(undeclared, false)]
}

const callerOf = (request: HttpRequest): string =>
  JSON.stringify([
    (requestHeader(request, 'user-agent') ?? '').slice(0, 300),
    pageOf(requestHeader(request, 'referer') ?? ''),
  ])

/** Drops the query, which may contain private data. */
function pageOf(referer: string): string {
  if (!URL.canParse(referer)) return ''
  const { origin, pathname } = new URL(referer)
  return `${origin}${pathname}`.slice(0, 300)
}

/** Highest count first. The key `undefined` stands for all keys beyond the maximum. */
function entriesOf({
  counts,
  others,
}: BoundedCounter): readonly (readonly [key: string | undefined, count: number])[] {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return others === 0 ? sorted : [...sorted, [undefined, others]]
}

function callersOf(callers: BoundedCounter): CoveredOperation['callers'] {
  return entriesOf(callers).map(([key, count]) => {
    if (key === undefined) return { userAgent: '(others)', referer: '', count }
    const [userAgent = '', referer = ''] = JSON.parse(key) as readonly string[]
    return { userAgent, referer, count }
  })
}
