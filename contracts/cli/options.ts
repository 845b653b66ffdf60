import { dirname, resolve } from 'node:path'
import { runSettings, type StablehandConfig } from '../config/config.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { AuthOptions } from '../access/credentials.ts'
import { phaseNames } from '../events.ts'
import { ConfigError } from '../config/config-error.ts'
import { messageOf } from '../client/error-message.ts'
import { inLowerCase, runDefaults, type RunOptions } from '../options.ts'
import type { WantedReport } from '../reporters/write-reports.ts'
import { parseRate, parseTime, parseUrl } from './parse.ts'

/** Flags that are settings of a run as they are. */
const runFlags = [
  'phases',
  'maxRequests',
  'maxTime',
  'maxResponseTime',
  'workers',
  'rate',
  'readOnly',
  'include',
  'exclude',
  'checksOff',
  'failOn',
  'shard',
  'authToken',
] as const

/** The command line; what is not given is undefined. */
export interface CheckFlags extends Partial<Pick<RunOptions, (typeof runFlags)[number]>> {
  readonly seed?: number
  /** Milliseconds. */
  readonly wait?: number
  readonly severity?: RunOptions['severities']
  readonly header?: RunOptions['headers']
  /** By the name of a security scheme. */
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

/** The settings of those names, as they are given. */
function pick<Name extends keyof RunOptions>(
  given: Partial<Pick<RunOptions, Name>>,
  names: readonly Name[],
): Given {
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

function fromConfig(config: StablehandConfig): Given {
  const { phases, headers = {} } = config
  return {
    ...pick(config, runSettings),
    maxRequests: config.maxRequests,
    beforeRequest: config.beforeRequest,
    phases: phases && phaseNames.filter((phase) => phases.includes(phase)),
    headers: inLowerCase(headers),
    knownFindings: config.knownFailures,
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
    throw new ConfigError(`${name} in the configuration: ${messageOf(error)}`)
  }
}

function fromFlags(flags: CheckFlags, config: StablehandConfig): Given {
  return {
    ...pick(flags, runFlags),
    seed: flags.replay?.seed ?? flags.seed,
    only: flags.replay?.path,
    severities: flags.severity && { ...config.severities, ...flags.severity },
    headers: flags.header && { ...fromConfig(config).headers, ...flags.header },
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
