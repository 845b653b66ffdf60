import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { withBase } from '../engine/routing/base-path.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import { createCohort } from './cohort.ts'
import { deliver } from './deliver.ts'
import { sendStream } from './stream.ts'

/** What the mock needs of Express's request. */
interface ExpressRequest extends IncomingMessage {
  /** The path the handler is mounted at. */
  baseUrl?: string
  /** What a body parser left. */
  body?: unknown
}

/** Middleware of Express 4 and 5, and of everything that calls its middleware like that. It never calls `next` but with
 *  an error: every path is the mock's. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** What answers, at once where it need not wait, and the bytes of a body that it looks at. */
interface Answering {
  readonly answer: (request: HttpRequest) => MaybePromise<HttpResponse>
  readonly maxBody: number
}

/** A request whose content is there. */
interface Ready {
  readonly request: ExpressRequest
  readonly response: ServerResponse
  readonly body: Uint8Array | undefined
  readonly fail: (error: unknown) => void
}

export function expressHandler({ answer, maxBody }: Answering): ExpressHandler {
  const enqueue = createCohort((cohort: readonly Ready[]) => {
    const answers = cohort.map(({ request, body, fail }) =>
      orFail(fail, () => answer(toHttpRequest(request, body))),
    )
    for (const [index, { request, response, fail }] of cohort.entries()) {
      void orFail(fail, () =>
        after(answers[index], (answered) => {
          if (answered) send(response, withBase(answered, request.baseUrl ?? ''))
        }),
      )
    }
  })
  return (request, response, fail) => {
    const ready = (body: Uint8Array | undefined): void => enqueue({ request, response, body, fail })
    void orFail(fail, () => after(bodyOf(request, maxBody), ready))
  }
}

/** What work comes to; nothing where it fails, at once or later, which is told. */
function orFail<T>(fail: Ready['fail'], work: () => MaybePromise<T>): MaybePromise<T | void> {
  try {
    const done = work()
    return done instanceof Promise ? done.catch(fail) : done
  } catch (error) {
    fail(error)
  }
}

function toHttpRequest(request: ExpressRequest, body: Uint8Array | undefined): HttpRequest {
  const target = originForm(request.url ?? '/')
  const { baseUrl = '', headers } = request
  const mark = target.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers,
    body,
    root: baseUrl === '' ? undefined : `http://${headers.host ?? 'localhost'}${baseUrl}`,
    client: request.socket.remoteAddress,
  }
}

/** A request target may be a whole URL, as sent to proxies, or `*` (RFC 9112 §3.2). */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

function bodyOf(request: ExpressRequest, maxBody: number): Promise<Uint8Array> | Uint8Array | undefined {
  if (request.body !== undefined) return bytesOf(request.body, request.headers['content-type'])
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return (length === undefined || length === '0') && coding === undefined ? undefined : read(request, maxBody)
}

/** The bytes a body parser before us has read. Integers beyond 2^53 that it rounded stay rounded. */
function bytesOf(body: unknown, type = ''): Uint8Array {
  if (body instanceof Uint8Array) return body
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (!type.startsWith('application/x-www-form-urlencoded'))
    return new TextEncoder().encode(stringifyJson(body as Json))
  const pairs = Object.entries(body as Readonly<Record<string, string | readonly string[]>>).flatMap(
    ([name, value]) => [value].flat().map((each) => [name, each]),
  )
  return new TextEncoder().encode(new URLSearchParams(pairs).toString())
}

/** How much more of a body that is too large is read off before the answer, so that the client gets to see it. */
const patience = 16 * 1024 * 1024

/** Reads the body; of one that is too large, as much as it takes to see that. Rejects when the client goes away. */
function read(request: IncomingMessage, maxBody: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (): void => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    request.on('data', (chunk: Buffer) => {
      if (size <= maxBody) chunks.push(chunk)
      size += chunk.length
      if (size > maxBody + patience) finish()
    })
    request.on('end', finish)
    request.on('error', reject)
  })
}

function send(response: ServerResponse, answer: HttpResponse): void {
  const { status, headers, body, stream, delivery } = answer
  if (response.headersSent || response.destroyed) return
  if (delivery !== undefined) return deliver(response, answer, delivery)
  // The rest of a body that nobody will read: the connection cannot be used again.
  if (status === 413) response.shouldKeepAlive = false
  response.writeHead(status, headers as Record<string, string | string[]>)
  if (stream === undefined) response.end(body)
  else sendStream(response, stream)
}
