import type { HttpRequest } from '../../spec/http.ts'
import {
  clientDefaults,
  fieldLines,
  normalizeTarget,
  requestTarget,
  type Client,
  type ClientOptions,
  type Delivery,
} from './client.ts'
import { onDeadline } from './deadline.ts'
import { received } from './received.ts'
import { isStreamed, streamTime } from './streams.ts'

/** Anything that answers a web `Request`: a Fetch API server, a Hono app, a test double. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** A client that calls a handler in this process, without a port or sockets. */
export function fetchClient(
  handler: FetchHandler,
  options: Partial<ClientOptions> & { readonly base?: string } = {},
): Client {
  const settings = { ...clientDefaults, ...options }
  const target = normalizeTarget(new URL(options.base ?? 'http://in-process.test'))
  return {
    target,
    send: (request) => call(handler, target, request, settings),
    close: () => Promise.resolve(),
  }
}

async function call(
  handler: FetchHandler,
  target: string,
  request: HttpRequest,
  settings: ClientOptions,
): Promise<Delivery> {
  const started = performance.now()
  let webRequest: Request
  try {
    webRequest = toRequest(target, request)
  } catch (error) {
    return { kind: 'failed', reason: 'unsendable', request, message: String(error) }
  }
  try {
    const webResponse = await withTimeout(Promise.resolve(handler(webRequest)), settings.timeout)
    if (webResponse === undefined)
      return { kind: 'failed', reason: 'timeout', request, message: 'No response in time.' }
    const fields = [...webResponse.headers].map(([name, value]) => [name, value] as const)
    const time = isStreamed(fields) ? streamTime : settings.timeout
    const { chunks, end } = await read(webResponse, time, settings.maxBytes)
    if (end === 'time' && !isStreamed(fields))
      return { kind: 'failed', reason: 'endless', request, message: 'The response did not end in time.' }
    const response = received(webResponse.status, fields, chunks, {
      truncated: end !== 'whole',
      maxBytes: settings.maxBytes,
    })
    return { kind: 'answered', exchange: { request, response, milliseconds: performance.now() - started } }
  } catch (error) {
    return { kind: 'failed', reason: 'reset', request, message: String(error) }
  }
}

function toRequest(target: string, request: HttpRequest): Request {
  const url = `${new URL(target).origin}${requestTarget(target, request)}`
  const method = request.method
  const bodyless = method === 'GET' || method === 'HEAD'
  return new Request(url, {
    method,
    headers: fieldLines(request),
    body: bodyless ? null : ((request.body as Uint8Array<ArrayBuffer> | undefined) ?? null),
  })
}

interface Content {
  readonly chunks: readonly Uint8Array[]
  /** Why reading stopped. */
  readonly end: 'whole' | 'size' | 'time'
}

/** Reads content for at most `milliseconds` and until more than `maxBytes` have come. */
async function read({ body }: Response, milliseconds: number, maxBytes: number): Promise<Content> {
  const chunks: Uint8Array[] = []
  if (!body) return { chunks, end: 'whole' }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const readOn = async (): Promise<Content['end']> => {
    let length = 0
    while (length <= maxBytes) {
      const { value } = await reader.read()
      if (!value) return 'whole'
      chunks.push(value)
      length += value.length
    }
    return 'size'
  }
  const end = (await withTimeout(readOn(), milliseconds)) ?? 'time'
  if (end !== 'whole') void reader.cancel().catch(() => undefined)
  return { chunks: [...chunks], end }
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let cancel = (): void => undefined
  const deadline = new Promise<undefined>((resolve) => {
    cancel = onDeadline(milliseconds, () => resolve(undefined))
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    cancel()
  }
}
