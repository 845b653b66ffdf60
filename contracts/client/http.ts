import { Pool, errors } from 'undici'
import type { HttpRequest } from '../../spec/http.ts'
import {
  clientDefaults,
  fieldLines,
  normalizeTarget,
  requestTarget,
  toHeaders,
  type Client,
  type ClientOptions,
  type Delivery,
  type Failure,
  type Received,
} from './client.ts'

/** A client over HTTP/1.1 with a pool of connections. */
export function httpClient(url: URL, options: Partial<ClientOptions> = {}): Client {
  const settings = { ...clientDefaults, ...options }
  const target = normalizeTarget(url)
  const pool = new Pool(url.origin, {
    connections: settings.connections,
    connect: { timeout: settings.timeout },
    headersTimeout: settings.timeout,
    bodyTimeout: settings.timeout,
  })
  return {
    target,
    async send(request) {
      const first = await exchange(pool, target, request, settings)
      // A kept connection may be closed by the server in the very moment it is used again.
      return first.kind === 'failed' && first.reason === 'reset'
        ? exchange(pool, target, request, settings)
        : first
    },
    close: () => pool.destroy(),
  }
}

async function exchange(
  pool: Pool,
  target: string,
  request: HttpRequest,
  settings: ClientOptions,
): Promise<Delivery> {
  const started = performance.now()
  try {
    const answer = await pool.request({
      path: requestTarget(target, request),
      method: request.method,
      headers: fieldLines(request).flat(),
      body: request.body ?? null,
      responseHeaders: 'raw',
      signal: AbortSignal.timeout(settings.timeout),
    })
    const { bytes, truncated } = await readBody(answer.body, settings.maxBytes)
    const fields = pairs(answer.headers as unknown as readonly string[])
    const response: Received = {
      status: answer.statusCode,
      headers: toHeaders(fields),
      fields,
      body: bytes,
      truncated,
    }
    return { kind: 'answered', exchange: { request, response, milliseconds: performance.now() - started } }
  } catch (error) {
    return { kind: 'failed', reason: failureOf(error), request, message: describe(error) }
  }
}

const pairs = (flat: readonly string[]): (readonly [string, string])[] =>
  Array.from(
    { length: flat.length / 2 },
    (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? ''] as const,
  )

async function readBody(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), truncated: true }
  }
  return { bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), truncated: false }
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** What went wrong, by undici's and Node's error codes. */
export function failureOf(error: unknown): Failure {
  if (error instanceof errors.HTTPParserError) return 'malformed'
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError)
    return 'unsendable'
  const { code, name } = error as { code?: string; name?: string }
  if (code !== undefined && unreachable.has(code)) return 'unreachable'
  if (name === 'TimeoutError' || (code?.endsWith('_TIMEOUT') ?? false)) return 'timeout'
  if (error instanceof AggregateError && error.errors.every((each) => failureOf(each) === 'unreachable'))
    return 'unreachable'
  return 'reset'
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join('; ')
  return error instanceof Error ? error.message : String(error)
}
