import type { BeforeRequest } from './hook.ts'
import type { RunOptions } from '../options.ts'

/** Settings of a run that a configuration gives as they are. */
export const runSettings = [
  'phases',
  'seed',
  'workers',
  'readOnly',
  'include',
  'exclude',
  'headers',
  'auth',
  'operations',
  'checksOff',
  'severities',
  'failOn',
] as const

/** What `stablehand.config.ts` (or .js, .json, .yaml) may say; the command line beats it. */
export interface StablehandConfig extends Partial<Pick<RunOptions, (typeof runSettings)[number]>> {
  /** Base URL of the API. */
  readonly url?: string
  /** OpenAPI document: a URL, or a path from the configuration's own folder. */
  readonly document?: string
  readonly maxRequests?: number
  /** Milliseconds, or `60s`, `5m`. */
  readonly maxTime?: number | string
  /** Milliseconds, or `2s`. */
  readonly maxResponseTime?: number | string
  /** Requests in a second, or `50/s`, `600/m`. */
  readonly rate?: number | string
  readonly beforeRequest?: BeforeRequest
  /** Ids of findings that are expected. */
  readonly knownFailures?: readonly string[]
  /** File of accepted findings, from the configuration's own folder. */
  readonly baseline?: string
}

/** The configuration as it is: for types in an editor. */
export function defineConfig(config: StablehandConfig): StablehandConfig {
  return config
}
