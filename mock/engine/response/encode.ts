import type { Operation } from '../../../spec/document.ts'
import { hasContent, header, type HttpResponse } from '../../../spec/http.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Ok, Outcome, Refused } from '../../behaviour.ts'
import { toFieldValue } from '../../http/header-field.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import { withBase } from '../base-path.ts'
import { evaluatePreconditions, preconditionFailed } from '../conditional/conditional.ts'
import { inDeclaredForm } from '../conditional/tag-form.ts'
import type { Exchange } from '../exchange.ts'
import { sunsetPassed } from '../lifecycle/retire.ts'
import { addCors } from './cors.ts'
import type { DeclaredHeader } from './declared-headers.ts'
import { lengthOf, payloadOf, tagOf, type Payload } from './payload.ts'

type Fields = Record<string, string>

/** Turns an outcome into a response with its header fields. GET and HEAD get their 304 or 412 here, by their entity tag. */
export function encode(exchange: Exchange, outcome: Outcome): MaybePromise<HttpResponse> {
  const { base } = exchange
  const response = outcome.kind === 'ok' ? encodeAsked(exchange, outcome) : encodeRefused(exchange, outcome)
  return base === '' ? response : after(response, (encoded) => withBase(encoded, base))
}

/** Encodes a success, as a stream of events if the document declares one and the client asks for it. */
function encodeAsked(exchange: Exchange, outcome: Ok): MaybePromise<HttpResponse> {
  const { plan } = exchange
  return plan && hasStream(plan.operation)
    ? import('./event-stream.ts').then(async ({ eventStream }) =>
        encodeOk(exchange, await eventStream(exchange, outcome, plan.operation)),
      )
    : encodeOk(exchange, outcome)
}

const hasStream = perObject(({ responses }: Operation) =>
  responses.some(({ content }) => content.some(({ type }) => type === 'text/event-stream')),
)

function encodeOk(exchange: Exchange, outcome: Ok): MaybePromise<HttpResponse> {
  const { engine, plan, request } = exchange
  const payload = payloadOf(request, plan?.operation, outcome)
  if (!isGetOrHead(plan) || outcome.status !== 200 || payload === undefined) {
    return respond(exchange, outcome.status, outcome.headers, payload, exchange.tag)
  }
  const tag = ownTag(outcome) ?? inDeclaredForm(engine, plan?.operation, tagOf(payload), outcome.body)
  const verdict = evaluatePreconditions(request, tag, true)
  if (verdict === 'failed') return encodeRefused(exchange, preconditionFailed())
  if (verdict === 'unmodified') return respond(exchange, 304, undefined, undefined, tag)
  return respond(exchange, 200, outcome.headers, payload, tag)
}

const isGetOrHead = (plan: Exchange['plan']): boolean =>
  plan !== undefined && (plan.operation.method === 'GET' || plan.operation.method === 'HEAD')

/** The ETag that a behaviour has set, which takes precedence over the computed one. */
function ownTag({ headers }: Ok): string | undefined {
  for (const name in headers) if (isTag(name)) return headers[name]
  return undefined
}

const isTag = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'etag'

function encodeRefused(exchange: Exchange, given: Refused): MaybePromise<HttpResponse> {
  const { engine, plan, sibling, request, now } = exchange
  return after(engine.errors.write(given, plan?.operation ?? sibling, request, now), ({ status, payload }) =>
    respond(exchange, status, given.headers, hasContent(status) ? payload : undefined),
  )
}

function respond(
  exchange: Exchange,
  status: number,
  given: Readonly<Fields> | undefined,
  payload: Payload | undefined,
  tag?: string,
): MaybePromise<HttpResponse> {
  const { engine, plan, request, now, params, applied, fields } = exchange
  const headers: Fields = { Date: httpDate(now), Vary: engine.vary }
  if (payload !== undefined) {
    headers['Content-Type'] = payload.type
    headers['Content-Length'] = String(lengthOf(payload))
  } else if (status !== 204 && status !== 304) headers['Content-Length'] = '0'
  if (tag !== undefined) {
    headers['ETag'] = toFieldValue(tag)
    if (isGetOrHead(plan)) headers['Cache-Control'] = 'no-cache'
  }
  for (const name in given) headers[isTag(name) ? 'ETag' : name] = toFieldValue(given[name] as string)
  if (fields !== undefined) Object.assign(headers, fields)
  if (plan?.lifecycle !== undefined) addLifecycle(headers, plan.lifecycle(params, sunsetPassed(exchange)))
  if (applied.length > 0) headers['Preference-Applied'] = applied.join(', ')
  if (engine.exposedHeaders !== undefined) addCors(headers, request, engine.exposedHeaders)
  const response = { status, headers, body: payload?.body }
  const complete = (): MaybePromise<HttpResponse> => {
    const declared = plan && engine.declaredHeaders(plan.operation, status)
    if (declared === undefined) return response
    return after(declared, (values) => {
      addDeclared(headers, values, given)
      return response
    })
  }
  if (plan === undefined || !isRedirection(status) || header(headers, 'location') !== undefined)
    return complete()
  return after(redirections(), ({ redirection }) => {
    headers['Location'] = toFieldValue(redirection(plan.operation, status, request))
    return complete()
  })
}

/** Few operations redirect. */
const redirections = onDemand(() => import('./redirection.ts'))

const isRedirection = (status: number): boolean => status >= 300 && status < 400 && status !== 304

/** The links of a page and of the lifecycle share one Link field. */
function addLifecycle(headers: Fields, lifecycle: Readonly<Fields>): void {
  for (const name in lifecycle) {
    const value = lifecycle[name] as string
    headers[name] = name === 'Link' && headers['Link'] !== undefined ? `${headers['Link']}, ${value}` : value
  }
}

/** Adds required headers that nobody has set, and replaces headers that the document gives a value of its own. */
function addDeclared(
  headers: Fields,
  declared: readonly DeclaredHeader[],
  given: Readonly<Fields> = {},
): void {
  for (const { name, value, isRequired, takesPrecedence } of declared) {
    const set = headers[name] === undefined ? nameIn(headers, name) : name
    if (set === undefined ? isRequired : takesPrecedence && header(given, name) === undefined)
      headers[set ?? name] = value
  }
}

function nameIn(headers: Fields, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.keys(headers).find((each) => each.toLowerCase() === wanted)
}

let lastSecond = Number.NaN
let lastDate = ''

/** IMF-fixdate (RFC 9110 §5.6.7). The last one is cached: all requests of a second need the same. */
function httpDate(now: Date): string {
  const second = Math.floor(now.getTime() / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastDate = now.toUTCString()
  }
  return lastDate
}
