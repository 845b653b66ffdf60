import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { HttpRequest } from '../../spec/http.ts'
import { messageOf } from '../../spec/util/error-message.ts'
import { toHeaders, type Failure, type Received } from '../client/client.ts'
import { failureOf } from '../client/http-client.ts'
import { capture, type Capture } from './capture.ts'
import { sendError } from './error-response.ts'
import { fieldsOf, forwardable, valuesOf, type Fields } from './fields.ts'

/** The API that requests are forwarded to. */
export interface Upstream {
  /** Base URL without a trailing slash. */
  readonly target: string
  /** Keeps connections alive. */
  readonly agent: HttpAgent
  /** Bytes of each body that are kept. */
  readonly maxBytes: number
}

/** A request as the client sent it. */
export interface ForwardedRequest {
  readonly request: HttpRequest
  readonly fields: Fields
  /** Its body is longer than what is kept, or was not received completely. */
  readonly isCut: boolean
  /** When its header section had been received. */
  readonly at: Date
}

/** The outcome of a forwarded request. `abandoned`: the client disconnected before the end of the response. */
export type Passage =
  | {
      readonly kind: 'answered'
      readonly forwarded: ForwardedRequest
      readonly response: Received
      readonly milliseconds: number
    }
  | {
      readonly kind: 'failed'
      readonly forwarded: ForwardedRequest
      readonly reason: Failure
      readonly message: string
    }
  | { readonly kind: 'abandoned'; readonly forwarded: ForwardedRequest }

/** The most bytes of a header section: services behind the proxy may accept more than Node's default. */
export const maxHeaderSize: number = 256 * 1024

export function createUpstream(target: string, maxBytes: number): Upstream {
  const Agent = target.startsWith('https:') ? HttpsAgent : HttpAgent
  return { target, maxBytes, agent: new Agent({ keepAlive: true }) }
}

/**
 * Streams a request to the upstream and its response back to the client, unchanged except for Host and the hop-by-hop fields. Never
 * rejects: the client gets a response in any case.
 */
export function forward(
  upstream: Upstream,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Passage> {
  const at = new Date()
  const started = performance.now()
  const fields = fieldsOf(incoming.rawHeaders)
  const sent = capture(incoming, upstream.maxBytes)
  const forwarded = (): ForwardedRequest => ({ ...readRequest(incoming, fields, sent), fields, at })
  return new Promise((resolve) => {
    let current: ClientRequest | undefined
    const fail = (error: unknown): void => {
      const failure = { reason: reasonOf(error), message: messageOf(error) }
      sendError(outgoing, 502, 'bad_gateway', `${upstream.target} gave no response: ${failure.message}.`)
      resolve({ kind: 'failed', forwarded: forwarded(), ...failure })
    }
    const start = (agent: HttpAgent | false): void => {
      try {
        current = send(upstream, incoming, fields, agent)
        current.on('error', (error) => {
          // The server may close an idle connection at the moment it is used again.
          if (current?.reusedSocket && !outgoing.headersSent && agent !== false) start(false)
          else fail(error)
        })
        current.on('response', (response) => {
          const received = passBack(response, outgoing, upstream.maxBytes)
          received.then(
            (whole) =>
              resolve({
                kind: 'answered',
                forwarded: forwarded(),
                response: whole,
                milliseconds: performance.now() - started,
              }),
            fail,
          )
        })
      } catch (error) {
        fail(error)
      }
    }
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return
      current?.destroy()
      resolve({ kind: 'abandoned', forwarded: forwarded() })
    })
    start(isRepeatable(incoming, fields) ? upstream.agent : false)
  })
}

/** Whether a request can be sent again: its method is safe and it has no content. */
function isRepeatable({ method = '' }: IncomingMessage, fields: Fields): boolean {
  const hasContent =
    valuesOf(fields, 'transfer-encoding').length > 0 ||
    valuesOf(fields, 'content-length').some((value) => value !== '0')
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) && !hasContent
}

function send(
  upstream: Upstream,
  incoming: IncomingMessage,
  fields: Fields,
  agent: HttpAgent | false,
): ClientRequest {
  const url = new URL(upstream.target)
  const target = originForm(incoming)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const passed = forwardable(fields).filter(([name]) => name.toLowerCase() !== 'host')
  const isChunked = valuesOf(fields, 'transfer-encoding').length > 0
  const onward = request({
    ...urlToHttpOptions(url),
    method: incoming.method,
    path: `${target.startsWith('/') ? url.pathname.replace(/\/$/, '') : ''}${target}`,
    headers: ['Host', url.host, ...passed.flat(), ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])],
    agent,
    maxHeaderSize,
  })
  incoming.pipe(onward)
  return onward
}

/** Streams the response to the client; resolves with it when all of it has passed. */
function passBack(response: IncomingMessage, outgoing: ServerResponse, maxBytes: number): Promise<Received> {
  const fields = fieldsOf(response.rawHeaders)
  const came = capture(response, maxBytes)
  const status = response.statusCode ?? 0
  return new Promise((resolve, reject) => {
    response.on('error', reject)
    response.on('end', () => {
      outgoing.addTrailers(
        fieldsOf(response.rawTrailers).map(([name, value]): [string, string] => [name, value]),
      )
      resolve({ status, headers: toHeaders(fields), fields, body: came.bytes(), truncated: came.isCut() })
    })
    // Date is among the response's own fields.
    outgoing.sendDate = false
    outgoing.writeHead(status, response.statusMessage ?? '', forwardable(fields).flat())
    response.pipe(outgoing)
  })
}

function readRequest(
  incoming: IncomingMessage,
  fields: Fields,
  sent: Capture,
): { request: HttpRequest; isCut: boolean } {
  const body = sent.bytes()
  const hasBody = body.length > 0
  return {
    request: {
      method: incoming.method ?? '',
      ...readTarget(incoming),
      headers: toHeaders(fields),
      body: hasBody ? body : undefined,
    },
    isCut: sent.isCut() || !incoming.complete,
  }
}

function readTarget(incoming: IncomingMessage): Pick<HttpRequest, 'path' | 'query'> {
  const [path = '', ...query] = originForm(incoming).split('?')
  return { path, query: query.join('?') }
}

/** The request target in origin form: clients that use this as a forward proxy send the absolute form (RFC 9112 §3.2). */
function originForm({ url = '/' }: IncomingMessage): string {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  return /^[/*]/.test(target) ? target : `/${target}`
}

function reasonOf(error: unknown): Failure {
  const { code } = error as { code?: string }
  return code?.startsWith('HPE_') ? 'malformed' : failureOf(error)
}
