import { createRequire } from 'node:module'
import type undici from 'undici'
import type { Dispatcher } from 'undici'
import type { HttpRequest } from '../../spec/http.ts'
import { messageOf } from '../../spec/util/error-message.ts'
import {
  basePath,
  clientDefaults,
  fieldLines,
  normalizeTarget,
  targetBelow,
  type Client,
  type ClientOptions,
  type Delivery,
  type Failure,
  type Received,
} from './client.ts'
import { onDeadline } from './deadline.ts'
import { received } from './received.ts'
import { isStreamed, streamTime } from './streams.ts'
import { remedyFor } from './unreachable.ts'

// Loading all of undici, with fetch and WebSocket, takes three times as long as the modules that are used here.
const requireModule = createRequire(import.meta.url)
const Pool = requireModule('undici/lib/dispatcher/pool.js') as typeof undici.Pool
const Request = requireModule('undici/lib/core/request.js') as new (
  origin: string,
  options: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
) => unknown
const errors = requireModule('undici/lib/core/errors.js') as typeof undici.errors

type Pool = undici.Pool

/** Where requests go: to paths below `base` on an origin. */
interface Place {
  readonly origin: string
  readonly base: string
}

/** An HTTP/1.1 client with a pool of connections. */
export function httpClient(url: URL, options: Partial<ClientOptions> = {}): Client {
  const settings = { ...clientDefaults, ...options }
  const target = normalizeTarget(url)
  const place: Place = { origin: url.origin, base: basePath(target) }
  // The deadline of a whole exchange is kept here: undici's timeouts apply to idle periods only.
  const pool = new Pool(url.origin, {
    connections: settings.connections,
    connect: { timeout: settings.timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  let waiting = 0
  return {
    target,
    async send(request) {
      waiting += 1
      try {
        const first = await exchange(pool, place, request, settings)
        if (first.kind !== 'failed' || first.reason !== 'reset') return first
        const besides = waiting - 1
        // The server may close an idle connection at the moment it is used again.
        const second = await exchange(pool, place, request, settings)
        const isGone = second.kind === 'failed' && second.reason === 'unreachable'
        return isGone ? { ...first, reason: 'ended', besides } : second
      } finally {
        waiting -= 1
      }
    },
    close: () => pool.destroy(),
  }
}

function exchange(
  pool: Pool,
  { origin, base }: Place,
  request: HttpRequest,
  settings: ClientOptions,
): Promise<Delivery> {
  return new Promise((resolve) => {
    const reader = createReader(request, settings, resolve)
    const options: Dispatcher.DispatchOptions = {
      path: targetBelow(base, request),
      method: request.method,
      headers: fieldLines(request).flat(),
      body: request.body ?? null,
    }
    const rejection = rejectionOf(origin, options, reader)
    if (rejection) reader.fail(rejection)
    else pool.dispatch(options, reader)
  })
}

/** Why undici cannot send a request. Checked in advance, because a pool that rejects one never uses that connection again. */
function rejectionOf(
  origin: string,
  options: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
): Error | undefined {
  try {
    void new Request(origin, options, handler)
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Reads one response, or the beginning of a long one, and resolves once. */
function createReader(
  request: HttpRequest,
  { timeout, maxBytes }: ClientOptions,
  resolve: (delivery: Delivery) => void,
): Dispatcher.DispatchHandler & { readonly fail: (error: Error) => void } {
  const started = performance.now()
  const chunks: Uint8Array[] = []
  let length = 0
  let status = 0
  let fields: Received['fields'] = []
  let connection: Dispatcher.DispatchController | undefined
  const settle = (delivery: Delivery): void => {
    cancelDeadline()
    resolve(delivery)
    resolve = settled
  }
  const answer = (truncated: boolean): void => {
    const response = received(status, fields, chunks, { truncated, maxBytes })
    settle({ kind: 'answered', exchange: { request, response, milliseconds: performance.now() - started } })
    if (truncated) connection?.abort(new Error('Enough was read.'))
  }
  const giveUp = (): void => {
    settle({ kind: 'failed', request, ...timeoutFailure(status, timeout) })
    connection?.abort(new Error('It takes too long.'))
  }
  const fail = (error: Error): void =>
    settle({
      kind: 'failed',
      reason: failureOf(error),
      request,
      message: messageOf(error),
      remedy: remedyFor(error),
    })
  let cancelDeadline = onDeadline(timeout, giveUp)
  return {
    fail,
    onRequestStart(controller) {
      connection = controller
      if (resolve === settled) controller.abort(new Error('It took too long to begin.'))
    },
    onResponseStart(controller, statusCode) {
      if (statusCode < 200) return
      status = statusCode
      fields = pairs(controller.rawHeaders as readonly Buffer[])
      if (!isStreamed(fields)) return
      cancelDeadline()
      cancelDeadline = onDeadline(Math.min(timeout, streamTime), () => answer(true))
    },
    onResponseData(_, chunk) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) answer(true)
    },
    onResponseEnd: () => answer(false),
    onResponseError: (_, error) => fail(error),
  }
}

const settled = (): void => undefined

/** The failure of a response that took too long: before its header section, or before the end of its content. */
function timeoutFailure(
  status: number,
  timeout: number,
): { readonly reason: Failure; readonly message: string } {
  const time = `${String(timeout / 1000)} s`
  return status === 0
    ? { reason: 'timeout', message: `no response within ${time}` }
    : { reason: 'endless', message: `the response did not end within ${time}` }
}

const latin1 = (bytes: Buffer | undefined): string => bytes?.toString('latin1') ?? ''

const pairs = (flat: readonly Buffer[]): (readonly [string, string])[] =>
  Array.from(
    { length: flat.length / 2 },
    (_, index) => [latin1(flat[2 * index]), latin1(flat[2 * index + 1])] as const,
  )

/** The kind of failure, by the error codes of undici and Node. */
export function failureOf(error: unknown): Failure {
  if (error instanceof errors.HTTPParserError) return 'malformed'
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError)
    return 'unsendable'
  if (remedyFor(error) !== undefined) return 'unreachable'
  const { code, name } = error as { code?: string; name?: string }
  return name === 'TimeoutError' || code?.endsWith('_TIMEOUT') === true ? 'timeout' : 'reset'
}
