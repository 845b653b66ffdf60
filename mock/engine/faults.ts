import type { Operation } from '../../spec/document.ts'
import { isObject } from '../../spec/util/object.ts'
import { hint } from './hint.ts'
import { MockOptionError } from './option-error.ts'

/** How often a fault occurs. */
interface Often {
  /** Share of the requests it strikes, above 0 and up to 1. Default 1. */
  readonly rate?: number
  /** It strikes so often at most. Always when absent. */
  readonly times?: number
}

/** An error in the document's words, and nothing is changed. */
export interface StatusFault extends Often {
  readonly kind: 'status'
  /** 400 to 599; when absent, one of the 5xx that the operation declares, else 503. */
  readonly status?: number
}

/** The answer is held back. */
export interface LatencyFault extends Often, Latency {
  readonly kind: 'latency'
}

/** Milliseconds to wait. */
export interface Latency {
  readonly min: number
  /** Default `min`. */
  readonly max?: number
  /** `uniform`, the default: between `min` and `max`. `normal`, `lognormal`: 95 of 100 values are between them. */
  readonly distribution?: Distribution
}

export type Distribution = (typeof distributions)[number]

export const distributions = ['uniform', 'normal', 'lognormal'] as const

/** 429 beyond so many requests in a window. */
export interface RateLimitFault {
  readonly kind: 'rate-limit'
  readonly limit: number
  /** Seconds. */
  readonly window: number
}

/** The connection ends without an answer. The operation has acted: it is the answer that is lost. */
export interface DropFault extends Often {
  readonly kind: 'drop'
}

/** The connection ends within the body. */
export interface TruncateFault extends Often {
  readonly kind: 'truncate'
  /** Bytes of the body that still arrive. Default half of them. */
  readonly bytes?: number
}

/** The body trickles in. */
export interface SlowFault extends Often {
  readonly kind: 'slow'
  readonly bytesPerSecond: number
}

/** A body that cannot be parsed. */
export interface MalformedFault extends Often {
  readonly kind: 'malformed'
}

/** A Content-Type the body does not have. */
export interface ContentTypeFault extends Often {
  readonly kind: 'content-type'
  /** Default `text/html`. */
  readonly type?: string
}

/** A body that breaks the schema declared for it. */
export interface InvalidFault extends Often {
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

/**
 * Faults by operation id; `*` are those of all operations. Of one kind, those of an operation's own replace those of `*`.
 */
export type Faults = Readonly<Record<string, readonly Fault[]>>

/** Longest wait, in milliseconds. */
export const maxLatency = 60_000

/** Longest window of a rate limit, in seconds: a year. */
export const maxWindow = 31_536_000

interface Rule {
  readonly isRequired?: true
  /** What is wanted, as the rest of a sentence. */
  readonly want: string
  readonly test: (value: unknown) => boolean
}

const within = (min: number, max: number, unit = ''): Rule => ({
  want: `is a number from ${min} to ${max}${unit}`,
  test: (value) => typeof value === 'number' && value >= min && value <= max,
})

const integer = (min: number, max: number, unit = ''): Rule => ({
  want: `is an integer from ${min} to ${max}${unit}`,
  test: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
})

const required = (rule: Rule): Rule => ({ ...rule, isRequired: true })

const often = {
  rate: {
    want: 'is a number above 0 and up to 1',
    test: (value: unknown) => typeof value === 'number' && value > 0 && value <= 1,
  },
  times: integer(1, 1_000_000_000),
}

/** By kind, what a fault may hold besides it. */
const rules: Readonly<Record<Fault['kind'], Readonly<Record<string, Rule>>>> = {
  status: { ...often, status: integer(400, 599) },
  latency: {
    ...often,
    min: required(within(0, maxLatency, ' milliseconds')),
    max: within(0, maxLatency, ' milliseconds'),
    distribution: {
      want: `is ${distributions.join(', ')}`,
      test: (value) => distributions.some((each) => each === value),
    },
  },
  'rate-limit': {
    limit: required(integer(1, 1_000_000_000)),
    window: required(within(0.001, maxWindow, ' seconds')),
  },
  drop: often,
  truncate: { ...often, bytes: integer(0, 1_000_000_000) },
  slow: { ...often, bytesPerSecond: required(integer(1, 1_000_000_000)) },
  malformed: often,
  'content-type': {
    ...often,
    type: {
      want: 'is a media type',
      test: (value) => typeof value === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[ -~]*)?$/.test(value),
    },
  },
  invalid: often,
}

const faultKinds: readonly Fault['kind'][] = Object.keys(rules) as Fault['kind'][]

/** What may come from a client or a file as faults; a MockOptionError lists all that is wrong with it. */
export function checkFaults(value: unknown, operations: readonly Operation[]): void {
  if (!isObject(value)) throw new MockOptionError('Faults are an object: lists of faults by operation id.')
  const ids = new Set(['*', ...operations.map(({ id }) => id)])
  const problems = Object.entries(value).flatMap(([id, list]) => [
    ...(ids.has(id) ? [] : [`There is no operation '${id}' for a fault${hint(id, ids)}`]),
    ...(Array.isArray(list)
      ? list.flatMap((fault: unknown, index) => problemsOf(fault, `Fault ${index} of '${id}'`))
      : [`The faults of '${id}' are no list.`]),
  ])
  if (problems.length > 0) throw new MockOptionError(problems.join('\n'))
}

function problemsOf(fault: unknown, name: string): readonly string[] {
  if (!isObject(fault)) return [`${name} is no object.`]
  const { kind, ...members } = fault
  const known =
    typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind as Fault['kind']] : undefined
  if (known === undefined) {
    return [`The kind of ${lower(name)} is one of ${faultKinds.join(', ')}${hint(String(kind), faultKinds)}`]
  }
  return [
    ...Object.entries(known).flatMap(([member, { want, test, isRequired }]) => {
      const value = members[member]
      if (value === undefined) return isRequired ? [`${name} lacks '${member}'.`] : []
      return test(value) ? [] : [`'${member}' of ${lower(name)} ${want}.`]
    }),
    ...Object.keys(members)
      .filter((member) => !Object.hasOwn(known, member))
      .map((member) => `${name} knows no '${member}'${hint(member, Object.keys(known))}`),
    ...(kind === 'latency' ? latencyProblems(members as unknown as Latency, lower(name)) : []),
  ]
}

function latencyProblems({ min, max = min, distribution }: Latency, name: string): readonly string[] {
  return [
    ...(max < min ? [`'max' of ${name} is below its 'min'.`] : []),
    ...(distribution === 'lognormal' && min <= 0 ? [`A lognormal 'min' of ${name} is above 0.`] : []),
  ]
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
