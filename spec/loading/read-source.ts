import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { concatBytes } from '../util/concat-bytes.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'
import type { SpecErrorCode } from '../problems/spec-error.ts'
import { displayName, isRemote, type Address } from './address.ts'
import { createSourceText } from './source-text.ts'
import type { SourceText } from './source-text.ts'

/** How long a server may take to send a document, in milliseconds. */
const patience = 30_000

/** Largest document that is fetched, in bytes: several times the largest that is published. */
const largest = 128 * 1024 * 1024

/** How far fetching may go, beside its limits of time and size. */
export interface FetchLimits {
  /** Whether a server may redirect to another address. Default true. */
  readonly redirects?: boolean
  /** In bytes. */
  readonly largest?: number
  /** Ends all fetching, when several documents share their time. */
  readonly signal?: AbortSignal
}

/**
 * Reads a file or fetches a URL within limits of time and size. Rejects with a {@link SpecError} when that is impossible,
 * or when it is not UTF-8.
 */
export async function readSource(address: Address, limits: FetchLimits = {}): Promise<SourceText> {
  const file = displayName(address)
  const bytes = isRemote(address) ? await fetchBytes(address, limits) : await readBytes(address, file)
  const source = createSourceText(file, bytes)
  if (isUtf8(bytes)) return source
  const broken = source.locationAt(source.text.indexOf('\uFFFD'))
  throw new SpecError([fatal('not-utf8', 'The text is not UTF-8 from here on.', broken)])
}

async function readBytes(path: Address, file: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileError(file, error)
  }
}

function fileError(file: string, cause: unknown): SpecError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const failed = (code: SpecErrorCode, message: string): SpecError =>
    new SpecError([fatal(code, message, { file, line: 1, column: 1 })], { cause })
  if (reason === 'ENOENT' || reason === 'ENOTDIR') return failed('not-found', 'There is no such file.')
  if (reason === 'EISDIR') return failed('unreadable', 'This is a folder, not a file.')
  if (reason === 'EACCES' || reason === 'EPERM') return failed('unreadable', 'The file may not be read.')
  return failed('unreadable', `The file cannot be read: ${messageOf(cause)}.`)
}

async function fetchBytes(url: Address, limits: FetchLimits): Promise<Uint8Array> {
  const failed = (code: SpecErrorCode, message: string, cause?: unknown): SpecError =>
    new SpecError([fatal(code, message, { file: url, line: 1, column: 1 })], { cause })
  const { redirects = true, largest: most = largest, signal } = limits
  const own = AbortSignal.timeout(patience)
  try {
    const response = await fetch(url, {
      headers: {
        accept:
          'application/openapi+yaml, application/openapi+json, application/yaml, application/json, */*;q=0.5',
      },
      redirect: redirects ? 'follow' : 'error',
      signal: signal ? AbortSignal.any([own, signal]) : own,
    })
    if (!response.ok) {
      await response.body?.cancel()
      const code = response.status === 404 || response.status === 410 ? 'not-found' : 'unreadable'
      throw failed(code, `The server answered ${response.status}.`)
    }
    const bytes = await bytesWithin(response, most)
    if (bytes === undefined) throw failed('too-large', `It is larger than ${most} bytes.`)
    return bytes
  } catch (error) {
    if (error instanceof SpecError) throw error
    throw failed('unreadable', `The URL cannot be fetched: ${messageOf(error)}.`, error)
  }
}

/** The content of a response; undefined, and the rest is left where it is, when there is more than that. */
async function bytesWithin(response: Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the download.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return concatBytes(chunks)
}

/** `fetch` hides the reason one level down. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
}
