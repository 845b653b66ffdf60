import { resolve } from 'node:path'
import { embeddedFile } from '../../spec/loading/embedded.ts'
import { createCredentials } from '../access/credentials.ts'
import type { AuthOptions } from '../access/options.ts'
import { variableOf } from '../access/secret-names.ts'
import { tokenVariable } from '../access/secrets.ts'
import type { RunOptions } from '../options.ts'
import { shellQuote } from './curl.ts'
import { createRedactor } from './redact.ts'

export interface ReplayInput {
  readonly target: string
  /** What the document was loaded from. */
  readonly document: string
  readonly options: ReplayOptions
}

export interface ReplayOptions
  extends
    Pick<RunOptions, 'seed' | 'headers' | 'authToken' | 'readOnly'>,
    Partial<Pick<RunOptions, 'auth' | 'maxResponseTime'>> {
  /** Configuration file, when it is not found by itself. */
  readonly config?: string | undefined
  readonly allowRemoteRefs?: boolean | undefined
}

/** The command that runs one case again, for a POSIX shell; secrets as variables. */
export function replayCommand({ target, document, options }: ReplayInput): (path: string) => string {
  const {
    seed,
    headers,
    authToken,
    readOnly,
    auth,
    config,
    allowRemoteRefs,
    maxResponseTime = Infinity,
  } = options
  const redactor = createRedactor(createCredentials({ token: authToken, headers }).secrets)
  const isEmbedded = resolve(document) === embeddedFile
  const words = [
    'stablehand',
    'check',
    shellQuote(target),
    ...(isEmbedded || document === '(object)' ? [] : [shellQuote(document)]),
    ...Object.entries(headers).flatMap(([name, value]) => [
      '--header',
      shellQuote(`${name}: ${redactor.headerValue(name, value)}`),
    ]),
    ...(authToken === undefined ? [] : ['--auth-token', `"$${tokenVariable}"`]),
    ...(config === undefined ? [] : ['--config', shellQuote(config)]),
    ...(allowRemoteRefs ? ['--allow-remote-refs'] : []),
    ...authWords(auth),
    ...(maxResponseTime === Infinity ? [] : ['--max-response-time', `${String(maxResponseTime)}ms`]),
    ...(readOnly ? ['--read-only'] : []),
  ]
  return (path) => [...words, '--replay', shellQuote(`${String(seed)}:${path}`)].join(' ')
}

/** The client's own id and secret are in the environment, or are to be put there. */
function authWords({ basic, schemes = {}, oauth2, token }: AuthOptions = {}): readonly string[] {
  return [
    ...(token === undefined ? [] : ['--auth-token', `"$${tokenVariable}"`]),
    ...(basic ? ['--auth-token', '"$STABLEHAND_BASIC"'] : []),
    ...Object.keys(schemes).flatMap((name) => [
      '--auth',
      `${shellQuote(`${name}=`)}"$STABLEHAND_${variableOf(name)}"`,
    ]),
    ...(oauth2 ? ['--oauth2-token-url', shellQuote(oauth2.tokenUrl)] : []),
    ...(oauth2?.scopes ?? []).flatMap((scope) => ['--oauth2-scope', shellQuote(scope)]),
  ]
}

/** Seed and path of `--replay 1:coverage/createPet/body/name`; undefined when it is none. */
export function parseReplay(text: string): { readonly seed: number; readonly path: string } | undefined {
  const match = /^(-?\d+):([^:\s]+\/[^\s]+)$/.exec(text)
  const seed = Number(match?.[1])
  return match?.[2] !== undefined && Number.isSafeInteger(seed) ? { seed, path: match[2] } : undefined
}
