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
} from './client.ts'

/** Anything that answers a web `Request`: a Fetch API server, Hono, a test double. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** A client that calls a handler in this process: no port, no sockets. */
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
  let asked: Request
  try {
    asked = toRequest(target, request)
  } catch (error) {
    return { kind: 'failed', reason: 'unsendable', request, message: String(error) }
  }
  try {
    const answer = await withTimeout(Promise.resolve(handler(asked)), settings.timeout)
    if (answer === undefined)
      return { kind: 'failed', reason: 'timeout', request, message: 'No response in time.' }
    const body = new Uint8Array(await answer.arrayBuffer())
    const fields = [...answer.headers].map(([name, value]) => [name, value] as const)
    const truncated = body.length > settings.maxBytes
    const response = {
      status: answer.status,
      headers: toHeaders(fields),
      fields,
      body: truncated ? body.subarray(0, settings.maxBytes) : body,
      truncated,
    }
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

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
