import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { withBase } from '../engine/base-path.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import { createCohort } from './cohort.ts'
import { deliver } from './deliver.ts'
import { sendStream } from './stream.ts'

/** The part of Express's request that is used. */
interface ExpressRequest extends IncomingMessage {
  /** The path at which the handler is mounted. */
  baseUrl?: string
  /** The result of a body parser. */
  body?: unknown
}

/** Middleware for Express 4 and 5 and compatible frameworks. The mock handles every path, so `next` is only called with an
 *  error. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** The part of a mock that is used. */
interface Answering {
  readonly answer: (request: HttpRequest) => MaybePromise<HttpResponse>
  readonly maxBody: number
}

/** A request whose body has been read. */
interface ReadyRequest {
  readonly request: ExpressRequest
  readonly response: ServerResponse
  readonly body: Uint8Array | undefined
  readonly fail: (error: unknown) => void
}

export function expressHandler({ answer, maxBody }: Answering): ExpressHandler {
  const enqueue = createCohort((cohort: readonly ReadyRequest[]) => {
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

/** Returns the result of `work`. If it throws or rejects, calls `fail` and returns undefined. */
function orFail<T>(fail: ReadyRequest['fail'], work: () => MaybePromise<T>): MaybePromise<T | void> {
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

/** Converts an absolute-form request target, as sent to proxies, to a path (RFC 9112 §3.2). `*` stays. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

function bodyOf(request: ExpressRequest, maxBody: number): Promise<Uint8Array> | Uint8Array | undefined {
  if (request.body !== undefined) return bytesOf(request.body, request.headers['content-type'])
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return (length === undefined || length === '0') && coding === undefined ? undefined : read(request, maxBody)
}

/** Serializes a body that a body parser has already read. Integers beyond 2^53 that it rounded stay rounded. */
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

/** How much of an oversized body is read and discarded before responding, so that the client sees the response. */
const maxDiscarded = 16 * 1024 * 1024

/** Reads the body, or slightly more than `maxBody` bytes of a larger one. Rejects if the client disconnects. */
function read(request: IncomingMessage, maxBody: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (): void => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    request.on('data', (chunk: Buffer) => {
      if (size <= maxBody) chunks.push(chunk)
      size += chunk.length
      if (size > maxBody + maxDiscarded) finish()
    })
    request.on('end', finish)
    request.on('error', reject)
  })
}

function send(response: ServerResponse, answer: HttpResponse): void {
  const { status, headers, body, stream, delivery } = answer
  if (response.headersSent || response.destroyed) return
  if (delivery !== undefined) return deliver(response, answer, delivery)
  // The rest of the body stays unread, so the connection cannot be reused.
  if (status === 413) response.shouldKeepAlive = false
  response.writeHead(status, headers as Record<string, string | string[]>)
  if (stream === undefined) response.end(body)
  else sendStream(response, stream)
}
