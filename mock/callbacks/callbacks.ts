import { encodeBody } from '../../spec/body.ts'
import { callbacksOf, type OutOfBand } from '../../spec/callbacks.ts'
import { responseFor, type Document, type MediaType, type Operation } from '../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { concreteType, isJsonType } from '../../spec/http/media-type.ts'
import { isJsonObject, stringifyJson } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters/encode-parameters.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
import { expand, type ExpressionContext } from '../../spec/runtime-expression.ts'
import { messageOf } from '../../spec/util/error-message.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import type { Validator } from '../../spec/validate.ts'
import type { Outcome } from '../behaviour.ts'
import { exampleBody, exampleParameters, type ExampleRequestParts } from '../data/example-request.ts'
import { deliver, sendByFetch, type OutgoingRequest, type Send } from './deliver.ts'
import { withKnown, type Known } from './payload.ts'

export interface CallbackOptions {
  /** Hosts that callbacks may be sent to: `127.0.0.1:9000`, or `hooks.test` for any port. No callbacks go to other hosts. */
  readonly hosts: readonly string[]
  /** Sends a request; over the network by default. */
  readonly send?: Send
}

export interface CallbackParts extends ExampleRequestParts {
  readonly document: Document
  readonly validator: Validator
  /** Called for each host that is not allowed, once, and for each callback that failed. */
  readonly warn: (message: string) => void
}

/** A request that has been answered. */
interface Answered {
  readonly operation: Operation
  readonly request: HttpRequest
  readonly values: RequestValues
  readonly outcome: Outcome
  readonly response: HttpResponse
}

/** Sends the callbacks that a document declares. */
export interface Callbacks {
  /** Sends the callbacks of an operation that succeeded, in the background after its response. Never throws. */
  after(answered: Answered): void
  /** Aborts the callbacks in progress. */
  close(): void
}

/** The maximum number of callbacks in progress; more are dropped with a warning. */
const maxConcurrent = 100

/** Creates the callbacks of a mock, to be closed with it. */
export function createCallbacks(
  parts: CallbackParts,
  { hosts, send = sendByFetch }: CallbackOptions,
): Callbacks {
  const { document, warn } = parts
  const known = new WeakMap<Operation, readonly OutOfBand[]>()
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  const refused = new Set<string>()
  const closing = new AbortController()
  let pending = 0

  const of = (operation: Operation): readonly OutOfBand[] => {
    return getOrInsertComputed(known, operation, () => callbacksOf(document, operation))
  }
  const isAllowed = (url: URL): boolean => {
    if (allowed.has(url.host) || allowed.has(url.hostname)) return true
    if (!refused.has(url.host)) {
      refused.add(url.host)
      warn(`Callbacks to ${url.host} are not sent: the host is not in --callback-hosts (callbacks.hosts).`)
    }
    return false
  }
  const sendOne = async (callback: OutOfBand, answered: Answered): Promise<void> => {
    const url = targetOf(callback, answered)
    if (url === undefined || !isAllowed(url)) return
    const description = `The callback ${callback.name} to ${url.href}`
    if (pending >= maxConcurrent)
      return warn(`${description} was not sent: ${maxConcurrent} others are in progress.`)
    pending += 1
    try {
      const failure = await deliver(await requestOf(parts, callback, url, answered), send, closing.signal)
      if (failure !== undefined) warn(`${description} failed: ${failure}.`)
    } catch (error) {
      warn(`${description} could not be created: ${messageOf(error)}.`)
    } finally {
      pending -= 1
    }
  }

  return {
    after(answered) {
      const { outcome, operation, response } = answered
      if (outcome.kind !== 'ok' || response.status >= 300 || of(operation).length === 0) return
      // The response is sent first.
      setTimeout(() => {
        for (const callback of of(operation)) void sendOne(callback, answered)
      }, 0)
    },
    close: () => closing.abort(),
  }
}

/** The URL to send to; undefined if the request does not contain one, or it is not an HTTP URL. */
function targetOf({ expression = '' }: OutOfBand, answered: Answered): URL | undefined {
  const text = expand(expression, contextOf(answered))
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) ? url : undefined
}

function contextOf({ request, values, outcome, response }: Answered): ExpressionContext {
  const { method, path, query, headers } = request
  const host = typeof headers['host'] === 'string' ? headers['host'] : 'localhost'
  const undeclared = Object.fromEntries(new URLSearchParams(query))
  return {
    url: `http://${host}${path}${query === '' ? '' : `?${query}`}`,
    method,
    statusCode: response.status,
    request: {
      headers,
      path: values.path,
      query: { ...undeclared, ...values.query },
      body: jsonSent(values),
    },
    response: { headers: response.headers, body: outcome.kind === 'ok' ? outcome.body : undefined },
  }
}

async function requestOf(
  parts: CallbackParts,
  callback: OutOfBand,
  url: URL,
  answered: Answered,
): Promise<OutgoingRequest> {
  const { operation } = callback
  const key = `${callback.name} ${answered.request.path} ${bodyText(answered)}`
  const required = operation.parameters.filter((parameter) => parameter.required)
  const values = await exampleParameters(parts, required, key)
  const { headers, query } = encodeParameters('', operation.parameters, values)
  const target = new URL(url)
  if (query !== '') target.search = target.search === '' ? query : `${target.search}&${query}`
  const content = await contentOf(parts, operation.requestBody?.content ?? [], key, answered)
  return {
    url: target.href,
    method: operation.method,
    headers: { ...headers, ...(content && { 'Content-Type': content.type }) },
    body: content?.body,
  }
}

function bodyText({ outcome }: Answered): string {
  return outcome.kind === 'ok' && outcome.body !== undefined ? stringifyJson(outcome.body) : ''
}

interface Content {
  readonly type: string
  readonly body: string | Uint8Array
}

/** The body: an example in the document, else a generated value, with the record and request values filled in. */
async function contentOf(
  parts: CallbackParts,
  content: readonly MediaType[],
  key: string,
  answered: Answered,
): Promise<Content | undefined> {
  const media = content.find(({ type }) => isJsonType(concreteType(type))) ?? content[0]
  if (media === undefined) return undefined
  const { schema } = media
  const made = await exampleBody(parts, media, key)
  const value = schema ? withKnown(parts, schema, made, knownOf(answered)) : made
  const type = concreteType(media.type)
  if (isJsonType(type)) return { type, body: stringifyJson(value) }
  const { bytes, contentType } = encodeBody(value, media)
  return { type: contentType, body: bytes }
}

function knownOf({ operation, outcome, response, values }: Answered): Known {
  const body = jsonSent(values)
  const declared = responseFor(operation, response.status)?.content.find(({ type }) =>
    isJsonType(concreteType(type)),
  )
  const value = outcome.kind === 'ok' ? outcome.body : undefined
  return {
    answer: value === undefined ? undefined : { value, schema: declared?.schema },
    sent: isJsonObject(body) ? body : {},
  }
}
