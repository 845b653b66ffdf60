import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { SpecError, fatal } from '../problems/spec-error.ts'
import type { SpecErrorCode } from '../problems/spec-error.ts'
import { concatBytes } from '../util/concat-bytes.ts'
import { displayName, isRemote, type Address } from './address.ts'
import { createSourceText } from './source-text.ts'
import type { SourceText } from './source-text.ts'

/** How long fetching a document may take, in milliseconds. */
const fetchTimeout = 30_000

/** Largest document that is fetched, in bytes: several times the largest published one. */
const defaultMaxBytes = 128 * 1024 * 1024

/** Limits of one fetch. */
export interface FetchLimits {
  /** Whether a server may redirect to another address. Default true. */
  readonly redirects?: boolean
  /** Default 128 MiB. */
  readonly maxBytes?: number
  /** Aborts the fetch, beside the timeout of its own: several files may share a time limit. */
  readonly signal?: AbortSignal
}

/**
 * Reads a file, or fetches a URL within limits of time and size. Rejects with a {@link SpecError}: `not-found`,
 * `unreadable`, `too-large`, `not-utf8`.
 */
export async function readSource(address: Address, limits: FetchLimits = {}): Promise<SourceText> {
  const file = displayName(address)
  const bytes = isRemote(address) ? await fetchBytes(address, limits) : await readBytes(address, file)
  const source = createSourceText(file, bytes)
  if (isUtf8(bytes)) return source
  const firstInvalid = source.locationAt(source.text.indexOf('\uFFFD'))
  throw new SpecError([fatal('not-utf8', 'The file is not valid UTF-8 from here on.', firstInvalid)])
}

async function readBytes(path: Address, file: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileError(file, error)
  }
}

function fileError(file: string, cause: unknown): SpecError {
  const systemCode = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const failed = (code: SpecErrorCode, message: string): SpecError =>
    new SpecError([fatal(code, message, { file, line: 1, column: 1 })], { cause })
  if (systemCode === 'ENOENT' || systemCode === 'ENOTDIR')
    return failed('not-found', 'The file does not exist.')
  if (systemCode === 'EISDIR') return failed('unreadable', 'This is a folder, not a file.')
  if (systemCode === 'EACCES' || systemCode === 'EPERM')
    return failed('unreadable', 'Permission to read the file was denied.')
  return failed('unreadable', `The file cannot be read: ${messageOf(cause)}.`)
}

async function fetchBytes(url: Address, limits: FetchLimits): Promise<Uint8Array> {
  const failed = (code: SpecErrorCode, message: string, cause?: unknown): SpecError =>
    new SpecError([fatal(code, message, { file: url, line: 1, column: 1 })], { cause })
  const { redirects = true, maxBytes = defaultMaxBytes, signal } = limits
  const timeout = AbortSignal.timeout(fetchTimeout)
  try {
    const response = await fetch(url, {
      headers: {
        accept:
          'application/openapi+yaml, application/openapi+json, application/yaml, application/json, */*;q=0.5',
      },
      redirect: redirects ? 'follow' : 'error',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    if (!response.ok) {
      await response.body?.cancel()
      const code = response.status === 404 || response.status === 410 ? 'not-found' : 'unreadable'
      throw failed(code, `The server answered with status ${response.status}.`)
    }
    const bytes = await readBody(response, maxBytes)
    if (bytes === undefined) throw failed('too-large', `The document is larger than ${maxBytes} bytes.`)
    return bytes
  } catch (error) {
    if (error instanceof SpecError) throw error
    throw failed('unreadable', `The URL cannot be fetched: ${messageOf(error)}.`, error)
  }
}

/** The content of a response; undefined, and the download ended, when it is larger than `maxBytes`. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the download.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return concatBytes(chunks)
}

/** The message of an error; `fetch` puts the actual reason into `cause`. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
}
