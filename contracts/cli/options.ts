import { dirname, resolve } from 'node:path'
import { messageOf } from '../../spec/util/error-message.ts'
import type { AuthOptions } from '../access/options.ts'
import { ConfigError } from '../config/config-error.ts'
import { runSettings, type StablehandConfig } from '../config/config.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { phaseNames } from '../events.ts'
import {
  inLowerCase,
  sharedSettings,
  withDefaults,
  type GivenOptions,
  type RunOptions,
  type SharedSetting,
} from '../options.ts'
import type { WantedReport } from '../reporters/write-reports.ts'
import { parseRate, parseTime, parseUrl } from './parse.ts'

/** Further flags whose parsed values are run options as they are. */
const ownFlags = [
  'maxRequests',
  'fuzzRequests',
  'maxTime',
  'maxResponseTime',
  'rate',
  'shard',
  'authToken',
] as const

type RunFlag = SharedSetting | (typeof ownFlags)[number]

/** The parsed command line; flags that were not given are undefined. */
export interface CheckFlags extends Partial<Pick<RunOptions, RunFlag>> {
  readonly seed?: number
  /** Milliseconds. */
  readonly wait?: number
  readonly severity?: RunOptions['severities']
  readonly header?: RunOptions['headers']
  /** Credentials by security scheme. */
  readonly auth?: Readonly<Record<string, string>>
  readonly oauth2TokenUrl?: URL
  readonly oauth2ClientId?: string
  readonly oauth2ClientSecret?: string
  readonly oauth2Scope?: readonly string[]
  readonly allowRemoteRefs?: true
  readonly config?: string
  readonly baseline?: string
  readonly updateBaseline?: true
  readonly report?: readonly WantedReport[]
  readonly plan?: true
  readonly replay?: { readonly seed: number; readonly path: string }
  readonly listChecks?: true
}

export interface Settings {
  readonly url: URL | undefined
  readonly document: string | undefined
  readonly options: RunOptions
  /** Path of the file with accepted findings. */
  readonly baseline: string | undefined
}

/**
 * Merges the settings: flags override the configuration, which overrides the defaults. Throws a {@link ConfigError} for an
 * invalid value in the configuration.
 */
export function settingsOf(
  flags: CheckFlags,
  loaded: LoadedConfig | undefined,
  url: URL | undefined,
  document: string | undefined,
): Settings {
  const config = loaded?.config ?? {}
  const relativeToConfig = (file: string): string =>
    loaded && !/^https?:/.test(file) ? resolve(dirname(loaded.path), file) : file
  const { baseline } = config
  return {
    url: url ?? read(config.url, 'url', parseUrl),
    document: document ?? (config.document === undefined ? undefined : relativeToConfig(config.document)),
    options: withDefaults(fromConfig(config), fromFlags(flags, config)),
    baseline: flags.baseline ?? (baseline === undefined ? undefined : relativeToConfig(baseline)),
  }
}

/** The given settings with these names. */
function pick<Name extends keyof RunOptions>(
  given: Partial<Pick<RunOptions, Name>>,
  names: readonly Name[],
): GivenOptions {
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

function fromConfig(config: StablehandConfig): GivenOptions {
  const { phases, headers = {} } = config
  return {
    ...pick(config, runSettings),
    maxRequests: config.maxRequests,
    fuzzRequests: config.fuzzRequests,
    beforeRequest: config.beforeRequest,
    phases: phases && phaseNames.filter((phase) => phases.includes(phase)),
    headers: inLowerCase(headers),
    knownFindings: config.knownFailures,
    maxTime: read(config.maxTime, 'maxTime', parseTime),
    maxResponseTime: read(config.maxResponseTime, 'maxResponseTime', parseTime),
    rate: read(config.rate, 'rate', parseRate),
  }
}

/** Parses a configuration value that may be a string as on the command line. */
function read<T>(value: string | number | undefined, name: string, parse: (text: string) => T): T | undefined
function read(value: string | number | undefined, name: string, parse: (text: string) => unknown): unknown {
  if (value === undefined || typeof value === 'number') return value
  try {
    return parse(value)
  } catch (error) {
    throw new ConfigError(`Invalid ${name} in the configuration: ${messageOf(error)}`)
  }
}

function fromFlags(flags: CheckFlags, config: StablehandConfig): GivenOptions {
  return {
    ...pick<RunFlag>(flags, [...sharedSettings, ...ownFlags]),
    seed: flags.replay?.seed ?? flags.seed,
    only: flags.replay?.path,
    severities: flags.severity && { ...config.severities, ...flags.severity },
    headers: flags.header && { ...fromConfig(config).headers, ...flags.header },
    auth: authOf(flags, config.auth),
  }
}

function authOf(
  { auth, oauth2TokenUrl, oauth2ClientId, oauth2ClientSecret, oauth2Scope }: CheckFlags,
  configured: AuthOptions = {},
): AuthOptions {
  const tokenUrl = oauth2TokenUrl?.href ?? configured.oauth2?.tokenUrl
  const oauth2 =
    tokenUrl === undefined
      ? undefined
      : {
          ...configured.oauth2,
          tokenUrl,
          ...(oauth2ClientId !== undefined && { clientId: oauth2ClientId }),
          ...(oauth2ClientSecret !== undefined && { clientSecret: oauth2ClientSecret }),
          ...(oauth2Scope && { scopes: oauth2Scope }),
        }
  return {
    ...configured,
    ...(auth && { schemes: { ...configured.schemes, ...auth } }),
    ...(oauth2 && { oauth2 }),
  }
}
