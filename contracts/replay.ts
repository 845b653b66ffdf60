import { shellQuote } from './curl.ts'
import { tokenVariable, createCredentials } from './credentials.ts'
import type { RunOptions } from './options.ts'
import { createRedactor } from './redact.ts'

export interface ReplayInput {
  readonly target: string
  /** What the document was loaded from. */
  readonly document: string
  readonly options: Pick<RunOptions, 'seed' | 'headers' | 'authToken' | 'readOnly'>
}

/** The command that runs one case again, for a POSIX shell; secrets as variables. */
export function replayCommand({ target, document, options }: ReplayInput): (path: string) => string {
  const { seed, headers, authToken, readOnly } = options
  const redactor = createRedactor(createCredentials({ token: authToken, headers }).secrets)
  const isEmbedded = /\/spec\/petstore\.yaml$/.test(document)
  const words = [
    ...['stablehand', 'check', shellQuote(target)],
    ...(isEmbedded || document === '(object)' ? [] : [shellQuote(document)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', shellQuote(`${name}: ${redactor.headerValue(name, value)}`)]),
    ...(authToken === undefined ? [] : ['--auth-token', `"$${tokenVariable}"`]),
    ...(readOnly ? ['--read-only'] : []),
  ]
  return (path) => [...words, '--replay', shellQuote(`${String(seed)}:${path}`)].join(' ')
}

/** Seed and path of `--replay 1:coverage/createPet/body/name`; undefined when it is none. */
export function parseReplay(text: string): { readonly seed: number; readonly path: string } | undefined {
  const match = /^(-?\d+):([^:\s]+\/[^\s]+)$/.exec(text)
  const seed = Number(match?.[1])
  return match?.[2] !== undefined && Number.isSafeInteger(seed) ? { seed, path: match[2] } : undefined
}
