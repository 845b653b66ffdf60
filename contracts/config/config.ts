import { sharedSettings, type RunOptions, type SharedSetting } from '../options.ts'
import type { BeforeRequest } from './hook.ts'

const ownSettings = ['seed', 'headers', 'auth', 'operations', 'severities'] as const

type RunSetting = SharedSetting | (typeof ownSettings)[number]

/** Settings of the configuration whose values are run options as they are. */
export const runSettings: readonly RunSetting[] = [...sharedSettings, ...ownSettings]

/** The content of `stablehand.config.ts` (or .js, .json, .yaml). The command line takes precedence. */
export interface StablehandConfig extends Partial<Pick<RunOptions, RunSetting>> {
  /** Base URL of the API. */
  readonly url?: string
  /** OpenAPI document: a URL, or a path relative to the configuration file. */
  readonly document?: string
  readonly maxRequests?: number
  readonly fuzzRequests?: number
  /** Milliseconds, or a text such as `60s` or `5m`. */
  readonly maxTime?: number | string
  /** Milliseconds, or a text such as `2s`. */
  readonly maxResponseTime?: number | string
  /** Requests per second, or a text such as `50/s` or `600/m`. */
  readonly rate?: number | string
  readonly beforeRequest?: BeforeRequest
  /** Ids of accepted findings. */
  readonly knownFailures?: readonly string[]
  /** File of accepted findings, relative to the configuration file. */
  readonly baseline?: string
}

/** Returns the configuration unchanged; gives editors its type. */
export function defineConfig(config: StablehandConfig): StablehandConfig {
  return config
}
