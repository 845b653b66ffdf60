import { dirname, resolve } from 'node:path'
import type { Severity } from '../check.ts'
import type { StablehandConfig } from '../config.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { AuthOptions } from '../access/credentials.ts'
import { phaseNames, type PhaseName } from '../events.ts'
import { ConfigError } from '../config/hook.ts'
import { runDefaults, type RunOptions } from '../options.ts'
import type { WantedReport } from '../reporters/write-reports.ts'
import type { Shard } from '../shard.ts'
import { parseRate, parseTime, parseUrl } from './parse.ts'

/** The command line; what is not given is undefined. */
export interface CheckFlags {
  readonly phases?: readonly PhaseName[]
  readonly seed?: number
  readonly maxRequests?: number
  readonly wait?: number
  readonly maxTime?: number
  readonly maxResponseTime?: number
  readonly workers?: number
  readonly rate?: number
  readonly readOnly?: true
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly checksOff?: readonly string[]
  readonly severity?: Readonly<Record<string, Severity>>
  readonly shard?: Shard
  readonly header?: Readonly<Record<string, string>>
  readonly authToken?: string
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
  readonly failOn?: Severity
  readonly plan?: true
  readonly replay?: { readonly seed: number; readonly path: string }
  readonly listChecks?: true
}

export interface Settings {
  readonly url: URL | undefined
  readonly document: string | undefined
  readonly options: RunOptions
  /** File of accepted findings. */
  readonly baseline: string | undefined
}

/** Command line over configuration over defaults. Throws a {@link ConfigError} for what cannot be read. */
export function settingsOf(
  flags: CheckFlags,
  loaded: LoadedConfig | undefined,
  url: URL | undefined,
  document: string | undefined,
): Settings {
  const config = loaded?.config ?? {}
  const besideConfig = (file: string): string =>
    loaded && !/^https?:/.test(file) ? resolve(dirname(loaded.path), file) : file
  const { baseline } = config
  return {
    url: url ?? read(config.url, 'url', parseUrl),
    document: document ?? (config.document === undefined ? undefined : besideConfig(config.document)),
    options: { ...runDefaults, ...defined(fromConfig(config)), ...defined(fromFlags(flags, config)) },
    baseline: flags.baseline ?? (baseline === undefined ? undefined : besideConfig(baseline)),
  }
}

type Given = { readonly [Name in keyof RunOptions]?: RunOptions[Name] | undefined }

/** Only the values that are there. */
function defined(given: Given): Partial<RunOptions> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function fromConfig(config: StablehandConfig): Given {
  const { seed, maxRequests, workers, readOnly, include, exclude, auth, operations, beforeRequest } = config
  const { phases, headers = {}, checksOff, severities, failOn, knownFailures } = config
  return {
    seed,
    maxRequests,
    workers,
    readOnly,
    include,
    exclude,
    auth,
    operations,
    beforeRequest,
    checksOff,
    severities,
    failOn,
    phases: phases && phaseNames.filter((phase) => phases.includes(phase)),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    knownFindings: knownFailures,
    maxTime: read(config.maxTime, 'maxTime', parseTime),
    maxResponseTime: read(config.maxResponseTime, 'maxResponseTime', parseTime),
    rate: read(config.rate, 'rate', parseRate),
  }
}

/** A value that is a text on the command line. */
function read<T>(value: string | number | undefined, name: string, parse: (text: string) => T): T | undefined
function read(value: string | number | undefined, name: string, parse: (text: string) => unknown): unknown {
  if (value === undefined || typeof value === 'number') return value
  try {
    return parse(value)
  } catch (error) {
    throw new ConfigError(
      `${name} in the configuration: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function fromFlags(flags: CheckFlags, config: StablehandConfig): Given {
  return {
    phases: flags.phases,
    maxRequests: flags.maxRequests,
    maxTime: flags.maxTime,
    maxResponseTime: flags.maxResponseTime,
    workers: flags.workers,
    rate: flags.rate,
    readOnly: flags.readOnly,
    include: flags.include,
    exclude: flags.exclude,
    checksOff: flags.checksOff,
    failOn: flags.failOn,
    shard: flags.shard,
    seed: flags.replay?.seed ?? flags.seed,
    only: flags.replay?.path,
    severities: flags.severity && { ...config.severities, ...flags.severity },
    headers: flags.header && { ...fromConfig(config).headers, ...flags.header },
    authToken: flags.authToken,
    auth: authOf(flags, config.auth),
  }
}

function authOf(
  { auth, oauth2TokenUrl, oauth2ClientId, oauth2ClientSecret, oauth2Scope }: CheckFlags,
  before: AuthOptions = {},
): AuthOptions {
  const tokenUrl = oauth2TokenUrl?.href ?? before.oauth2?.tokenUrl
  const oauth2 =
    tokenUrl === undefined
      ? undefined
      : {
          ...before.oauth2,
          tokenUrl,
          ...(oauth2ClientId !== undefined && { clientId: oauth2ClientId }),
          ...(oauth2ClientSecret !== undefined && { clientSecret: oauth2ClientSecret }),
          ...(oauth2Scope && { scopes: oauth2Scope }),
        }
  return { ...before, ...(auth && { schemes: { ...before.schemes, ...auth } }), ...(oauth2 && { oauth2 }) }
}
