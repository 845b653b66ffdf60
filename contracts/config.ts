import type { Severity } from './check.ts'
import type { AuthOptions } from './access/credentials.ts'
import type { PhaseName } from './events.ts'
import type { BeforeRequest, OperationData } from './config/hook.ts'

/** What `stablehand.config.ts` (or .js, .json, .yaml) may say; the command line beats it. */
export interface StablehandConfig {
  /** Base URL of the API. */
  readonly url?: string
  /** OpenAPI document: a URL, or a path from the configuration's own folder. */
  readonly document?: string
  readonly phases?: readonly PhaseName[]
  readonly seed?: number
  readonly maxRequests?: number
  /** Milliseconds, or `60s`, `5m`. */
  readonly maxTime?: number | string
  /** Milliseconds, or `2s`. */
  readonly maxResponseTime?: number | string
  /** Requests in a second, or `50/s`, `600/m`. */
  readonly rate?: number | string
  readonly workers?: number
  readonly readOnly?: boolean
  /** Operations to judge: ids, or `GET /pets`, with `*` for anything. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly auth?: AuthOptions
  /** By operation id, values that are always the same. */
  readonly operations?: Readonly<Record<string, OperationData>>
  readonly beforeRequest?: BeforeRequest
  /** Ids of checks to leave out. */
  readonly checksOff?: readonly string[]
  /** By a check's id, how severe its findings are. */
  readonly severities?: Readonly<Record<string, Severity>>
  /** Ids of findings that are expected. */
  readonly knownFailures?: readonly string[]
  readonly failOn?: Severity
  /** File of accepted findings, from the configuration's own folder. */
  readonly baseline?: string
}

/** The configuration as it is: for types in an editor. */
export function defineConfig(config: StablehandConfig): StablehandConfig {
  return config
}
