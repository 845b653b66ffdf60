import { isJsonObject, type Json } from '../../spec/json.ts'

/** The number of covered items, out of all. */
export interface Share {
  readonly covered: number
  readonly total: number
}

/** Which parts of a document the clients of a mock have used. */
export interface CoverageReport {
  readonly title: string
  readonly version: string
  readonly requests: number
  readonly summary: {
    /** Without deprecated ones, which nobody should have to call. */
    readonly operations: Share
    /** Declared statuses of these operations. */
    readonly statuses: Share
    /** Of these, the errors: 4XX, 5XX, default. */
    readonly errors: Share
    readonly enums: Share
    /** Requests to deprecated operations. */
    readonly deprecated: number
    /** Requests that match no operation. */
    readonly unknown: number
  }
  readonly operations: readonly CoveredOperation[]
  readonly unknown: readonly { readonly method: string; readonly path: string; readonly count: number }[]
}

/** The coverage of an operation. */
export interface CoveredOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly deprecated: boolean
  readonly requests: number
  readonly statuses: readonly CoveredStatus[]
  readonly enums: readonly CoveredEnum[]
  /** The callers of a deprecated operation, most frequent first. */
  readonly callers: readonly Caller[]
}

/** How often a status was returned. */
export interface CoveredStatus {
  /** As declared, `404` or `4XX`. An undeclared status as returned. */
  readonly status: string
  readonly declared: boolean
  readonly count: number
}

/** Which values of an enum were sent or returned. */
export interface CoveredEnum {
  readonly side: 'request' | 'response'
  readonly in: string
  readonly path: string
  readonly values: readonly { readonly value: Json; readonly seen: boolean }[]
}

interface Caller {
  readonly userAgent: string
  /** Origin and path of the page, without its query. */
  readonly referer: string
  readonly count: number
}

/** Whether a status is an error. */
export const isError = ({ status }: CoveredStatus): boolean => /^(?:[45]|default$)/.test(status)

/** Sums the coverage of all operations. */
export function summaryOf(
  operations: readonly CoveredOperation[],
  unknown: CoverageReport['unknown'],
): CoverageReport['summary'] {
  const current = operations.filter(({ deprecated }) => !deprecated)
  const statuses = current.flatMap((operation) => operation.statuses).filter(({ declared }) => declared)
  const values = current.flatMap(({ enums }) => enums.flatMap((each) => each.values))
  return {
    operations: share(current, ({ requests }) => requests > 0),
    statuses: share(statuses, ({ count }) => count > 0),
    errors: share(statuses.filter(isError), ({ count }) => count > 0),
    enums: share(values, ({ seen }) => seen),
    deprecated: operations.reduce((sum, { deprecated, requests }) => sum + (deprecated ? requests : 0), 0),
    unknown: unknown.reduce((sum, { count }) => sum + count, 0),
  }
}

function share<T>(all: readonly T[], isCovered: (each: T) => boolean): Share {
  return { covered: all.filter(isCovered).length, total: all.length }
}

/** The report in a mock's response. Undefined if it is something else. */
export function reportIn(value: Json): CoverageReport | undefined {
  return isJsonObject(value) && isJsonObject(value['summary']) && Array.isArray(value['operations'])
    ? (value as unknown as CoverageReport)
    : undefined
}
