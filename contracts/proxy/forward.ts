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
import { toHeaders, type Failure, type Received } from '../client/client.ts'
import { failureOf } from '../client/http-client.ts'
import { messageOf } from '../client/error-message.ts'
import { capture, type Capture } from './capture.ts'
import { fieldsOf, forwardable, valuesOf, type Fields } from './fields.ts'
import { refuse } from './error-response.ts'

/** Where requests go. */
export interface Upstream {
  /** Base URL without a trailing slash. */
  readonly target: string
  /** Keeps connections. */
  readonly agent: HttpAgent
  /** Bytes of each body that are kept. */
  readonly maxBytes: number
}

/** A request as the client sent it. */
export interface Asked {
  readonly request: HttpRequest
  readonly fields: Fields
  /** Its body was longer than what is kept, or did not come whole. */
  readonly isCut: boolean
  /** When its head had come. */
  readonly at: Date
}

/** What became of a request. `abandoned`: the client went away before the end of the response. */
export type Passage =
  | {
      readonly kind: 'answered'
      readonly asked: Asked
      readonly response: Received
      readonly milliseconds: number
    }
  | { readonly kind: 'failed'; readonly asked: Asked; readonly reason: Failure; readonly message: string }
  | { readonly kind: 'abandoned'; readonly asked: Asked }

/** Bytes of a head that are taken: services behind a proxy may take more than Node does by itself. */
export const largestHead: number = 256 * 1024

export function createUpstream(target: string, maxBytes: number): Upstream {
  const Agent = target.startsWith('https:') ? HttpsAgent : HttpAgent
  return { target, maxBytes, agent: new Agent({ keepAlive: true }) }
}

/**
 * Passes a request on and its response back, as they come and unchanged but for Host and the fields about the connection.
 * Never rejects; the client is answered in any case.
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
  const asked = (): Asked => ({ ...readRequest(incoming, fields, sent), fields, at })
  return new Promise((resolve) => {
    let current: ClientRequest | undefined
    const fail = (error: unknown): void => {
      const failure = { reason: reasonOf(error), message: messageOf(error) }
      refuse(outgoing, 502, 'bad_gateway', `${upstream.target} gave no response: ${failure.message}.`)
      resolve({ kind: 'failed', asked: asked(), ...failure })
    }
    const start = (agent: HttpAgent | false): void => {
      try {
        current = send(upstream, incoming, fields, agent)
        current.on('error', (error) => {
          // A kept connection may be closed in the very moment it is used again.
          if (current?.reusedSocket && !outgoing.headersSent && agent !== false) start(false)
          else fail(error)
        })
        current.on('response', (response) => {
          const received = passBack(response, outgoing, upstream.maxBytes)
          received.then(
            (whole) =>
              resolve({
                kind: 'answered',
                asked: asked(),
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
      resolve({ kind: 'abandoned', asked: asked() })
    })
    start(isRepeatable(incoming, fields) ? upstream.agent : false)
  })
}

/** Whether it can be sent a second time: it changes nothing and has no content. */
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
    maxHeaderSize: largestHead,
  })
  incoming.pipe(onward)
  return onward
}

/** Resolves with the response when it has gone through whole. */
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
    // Date is one of the response's own fields.
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

/** A client that takes us for a forward proxy names the host in the request target too (RFC 9112 §3.2). */
function originForm({ url = '/' }: IncomingMessage): string {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  return /^[/*]/.test(target) ? target : `/${target}`
}

function reasonOf(error: unknown): Failure {
  const { code } = error as { code?: string }
  return code?.startsWith('HPE_') ? 'malformed' : failureOf(error)
}
