import type { Json, JsonObject } from '../spec/json.ts'
import { escapeRegExp } from '../spec/util/escape-reg-exp.ts'
import type { AuthOptions } from './access/options.ts'
import type { Severity } from './check.ts'
import type { BeforeRequest } from './config/hook.ts'
import { phaseNames, type PhaseName } from './events.ts'
import type { Shard } from './shard.ts'

/** What a run may do; every part has a default. */
export interface RunOptions {
  readonly phases: readonly PhaseName[]
  readonly seed: number
  /** As many as a document of that size needs when undefined. */
  readonly maxRequests: number | undefined
  /** Random requests per operation in the fuzz phase; 5 to 20, fewer the more operations there are, when undefined. */
  readonly fuzzRequests: number | undefined
  /** Milliseconds. */
  readonly maxTime: number
  /** Requests in a second. */
  readonly rate: number
  /** Groups of cases at work at once. */
  readonly workers: number
  /** Only safe methods. */
  readonly readOnly: boolean
  /** Operations to judge: ids, or `GET /pets`, with `*` for anything; empty for all. */
  readonly include: readonly string[]
  /** Operations that are never asked, not even to prepare others. */
  readonly exclude: readonly string[]
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly authToken: string | undefined
  /** Path of the only case to run; with `*` for anything, of several. */
  readonly only: string | undefined
  /** Milliseconds for one exchange. */
  readonly timeout: number
  /** The part of the plan to run; undefined for all of it. */
  readonly shard: Shard | undefined
  /** Milliseconds a response may take before it is a finding. */
  readonly maxResponseTime: number
  /** Ids of checks to leave out. */
  readonly checksOff: readonly string[]
  /** By a check's id, how severe its findings are instead. */
  readonly severities: Readonly<Record<string, Severity>>
  /** How severe a finding has to be to break the contract. */
  readonly failOn: Severity
  /** Ids of findings that are expected: they are told apart from the others, and break nothing. */
  readonly knownFindings: readonly string[]
  readonly auth: AuthOptions
  /** By operation id, values that are always the same. */
  readonly operations: Readonly<Record<string, OperationData>>
  readonly beforeRequest: BeforeRequest | undefined
}

/** Fixed values for the requests of an operation, such as a tenant or an account that the target knows. */
export interface OperationData {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly header?: JsonObject
  readonly cookie?: JsonObject
  /** Properties of the request body; the whole body if it is not an object. */
  readonly body?: Json
}

/** Options that have the same name and form on the command line and in the configuration. */
export const sharedSettings = [
  'phases',
  'workers',
  'readOnly',
  'include',
  'exclude',
  'checksOff',
  'failOn',
] as const

export type SharedSetting = (typeof sharedSettings)[number]

export const runDefaults: RunOptions = {
  phases: phaseNames,
  seed: 1,
  maxRequests: undefined,
  fuzzRequests: undefined,
  maxTime: Infinity,
  rate: Infinity,
  workers: 4,
  readOnly: false,
  include: [],
  exclude: [],
  headers: {},
  authToken: undefined,
  only: undefined,
  timeout: 10_000,
  shard: undefined,
  maxResponseTime: Infinity,
  checksOff: [],
  severities: {},
  failOn: 'error',
  knownFindings: [],
  auth: {},
  operations: {},
  beforeRequest: undefined,
}

/** Options as callers have them, from a configuration or flags: those not chosen may be undefined. */
export type GivenOptions = { readonly [Name in keyof RunOptions]?: RunOptions[Name] | undefined }

/** All options: the last that is given, else the default. */
export function withDefaults(...given: readonly GivenOptions[]): RunOptions {
  const chosen = given.flatMap((each) => Object.entries(each)).filter(([, value]) => value !== undefined)
  return { ...runDefaults, ...Object.fromEntries(chosen) }
}

/** Names of header fields are compared without case (RFC 9110 §5.1). */
export function inLowerCase(headers: RunOptions['headers']): RunOptions['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Whether a finding breaks the contract, or is only told of. */
export function isBreaking(
  { severity }: { readonly severity: Severity },
  { failOn }: Pick<RunOptions, 'failOn'>,
): boolean {
  return severity === 'error' || failOn === 'warning'
}

/** Whether an operation is to be judged. */
export function isSelected(
  operation: Named,
  { include, exclude }: Pick<RunOptions, 'include' | 'exclude'>,
): boolean {
  return (include.length === 0 || matches(operation, include)) && !isExcluded(operation, { exclude })
}

/** Whether an operation is never to be asked. */
export function isExcluded(operation: Named, { exclude }: Pick<RunOptions, 'exclude'>): boolean {
  return matches(operation, exclude)
}

interface Named {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** Whether an operation has one of these names: ids, or `GET /pets`, with `*` for anything. */
export function matches({ id, method, path }: Named, patterns: readonly string[]): boolean {
  const names = [id, `${method} ${path}`]
  return patterns.some((pattern) => names.some((name) => isLike(name, pattern)))
}

/** Whether a name is that of the pattern, in which `*` stands for anything. */
export function isLike(name: string, pattern: string): boolean {
  if (!pattern.includes('*')) return name === pattern
  return new RegExp(`^${pattern.split('*').map(escapeRegExp).join('.*')}$`).test(name)
}
