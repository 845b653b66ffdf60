interface Frequency {
  /** Share of the requests that the fault affects, above 0 and up to 1. Default 1. */
  readonly rate?: number
  /** How many requests the fault affects at most. Unlimited when absent. */
  readonly times?: number
}

/** An error response in the document's error format. The operation does not run. */
export interface StatusFault extends Frequency {
  readonly kind: 'status'
  /** 400 to 599; when absent, one of the 5xx statuses that the operation declares, else 503. */
  readonly status?: number
}

/** A delay before the response is sent. */
export interface LatencyFault extends Frequency, Latency {
  readonly kind: 'latency'
}

/** A delay, in milliseconds. */
export interface Latency {
  readonly min: number
  /** Default `min`. */
  readonly max?: number
  /** `uniform`, the default: between `min` and `max`. `normal`, `lognormal`: 95 of 100 values lie between them. */
  readonly distribution?: Distribution
}

export type Distribution = (typeof distributions)[number]

export const distributions = ['uniform', 'normal', 'lognormal'] as const

/** 429 for every request beyond `limit` in a window. */
export interface RateLimitFault {
  readonly kind: 'rate-limit'
  readonly limit: number
  /** Seconds. */
  readonly window: number
}

/** The connection is closed without a response. The operation has run: only its response is lost. */
export interface DropFault extends Frequency {
  readonly kind: 'drop'
}

/** The connection is closed in the middle of the body. */
export interface TruncateFault extends Frequency {
  readonly kind: 'truncate'
  /** How many bytes of the body are sent. Default half of them. */
  readonly bytes?: number
}

/** The body is sent slowly. */
export interface SlowFault extends Frequency {
  readonly kind: 'slow'
  readonly bytesPerSecond: number
}

/** A body that cannot be parsed. */
export interface MalformedFault extends Frequency {
  readonly kind: 'malformed'
}

/** A Content-Type that does not match the body. */
export interface ContentTypeFault extends Frequency {
  readonly kind: 'content-type'
  /** Default `text/html`. */
  readonly type?: string
}

/** A body that violates its declared schema. */
export interface InvalidFault extends Frequency {
  readonly kind: 'invalid'
}

export type Fault =
  | StatusFault
  | LatencyFault
  | RateLimitFault
  | DropFault
  | TruncateFault
  | SlowFault
  | MalformedFault
  | ContentTypeFault
  | InvalidFault

/** Faults by operation id; `*` applies to all operations. A fault of an operation replaces those of the same kind under `*`. */
export type Faults = Readonly<Record<string, readonly Fault[]>>

/** Longest delay, in milliseconds. */
export const maxLatency = 60_000

/** Longest window of a rate limit, in seconds: a year. */
export const maxWindow = 31_536_000
