import { responseFor } from '../../spec/document.ts'
import { header, type HttpResponse } from '../../spec/http.ts'
import type { Ok, Outcome, Refused } from '../behaviour.ts'
import { withBase } from './base-path.ts'
import { judge, preconditionFailed } from './conditional.ts'
import { addCors } from './cors.ts'
import { withDeclaredStatus } from './declared-status.ts'
import { entityTag } from './etag.ts'
import type { Exchange } from './exchange.ts'
import { sendable } from './field.ts'
import { hasContent, payloadOf, type Payload } from './payload.ts'
import { sunsetPassed } from './retire.ts'

type Fields = Record<string, string>

/** Turns an outcome into a response, with its header fields; GET is answered 304 or 412 here, by its entity tag. */
export async function encode(exchange: Exchange, outcome: Outcome): Promise<HttpResponse> {
  const response =
    outcome.kind === 'ok' ? await encodeOk(exchange, outcome) : await encodeRefused(exchange, outcome)
  return exchange.base === '' ? response : withBase(response, exchange.base)
}

async function encodeOk(exchange: Exchange, outcome: Ok): Promise<HttpResponse> {
  const { plan, request } = exchange
  const payload = payloadOf(request, plan?.operation, outcome)
  if (plan?.operation.method !== 'GET' || outcome.status !== 200 || payload === undefined) {
    return respond(exchange, outcome.status, outcome.headers, payload)
  }
  const ETag = ownTag(outcome) ?? entityTag(payload.body)
  const validators = { ETag, 'Cache-Control': 'no-cache' }
  const verdict = judge(request, ETag, true)
  if (verdict === 'failed') return encodeRefused(exchange, preconditionFailed())
  if (verdict === 'unmodified') return respond(exchange, 304, validators, undefined)
  return respond(exchange, 200, { ...validators, ...outcome.headers }, payload)
}

/** The one a behaviour has set. */
function ownTag({ headers }: Ok): string | undefined {
  return headers && header(headers, 'etag')
}

async function encodeRefused(exchange: Exchange, given: Refused): Promise<HttpResponse> {
  const { engine, plan, request, now } = exchange
  const refused = plan === undefined ? given : withDeclaredStatus(plan.operation, given)
  const payload = await engine.errors.write(refused, plan?.operation, request, now)
  return respond(exchange, refused.status, refused.headers, hasContent(refused.status) ? payload : undefined)
}

async function respond(
  exchange: Exchange,
  status: number,
  given: Readonly<Fields> | undefined,
  payload: Payload | undefined,
): Promise<HttpResponse> {
  const { engine, plan, request, now, params, applied, fields } = exchange
  const headers: Fields = { Date: httpDate(now), Vary: engine.vary }
  if (payload !== undefined) headers['Content-Type'] = payload.type
  if (payload !== undefined || (status !== 204 && status !== 304))
    headers['Content-Length'] = lengthOf(payload)
  for (const name in given) headers[name] = sendable(given[name] as string)
  if (fields !== undefined) Object.assign(headers, fields)
  if (plan?.lifecycle !== undefined) addLifecycle(headers, plan.lifecycle(params, sunsetPassed(exchange)))
  if (applied.length > 0) headers['Preference-Applied'] = applied.join(', ')
  if (engine.exposedHeaders !== undefined) addCors(headers, request, engine.exposedHeaders)
  await addRequired(exchange, status, headers)
  return { status, headers, body: payload?.body }
}

function lengthOf(payload: Payload | undefined): string {
  if (payload === undefined) return '0'
  const { body } = payload
  return String(typeof body === 'string' ? byteLength(body) : body.length)
}

/** In UTF-8. Browsers, where the mock runs too, have no Buffer. */
const byteLength: (text: string) => number =
  typeof Buffer === 'undefined'
    ? (text) => new TextEncoder().encode(text).length
    : (text) => Buffer.byteLength(text)

/** Links of a page and of the lifecycle go into one field. */
function addLifecycle(headers: Fields, lifecycle: Readonly<Fields>): void {
  for (const name in lifecycle) {
    const value = lifecycle[name] as string
    headers[name] = name === 'Link' && headers['Link'] !== undefined ? `${headers['Link']}, ${value}` : value
  }
}

/** Fields that the declared response must have, and no one has set. */
async function addRequired({ engine, plan }: Exchange, status: number, headers: Fields): Promise<void> {
  const response = plan && responseFor(plan.operation, status)
  const required = response === undefined ? undefined : engine.requiredHeaders(response)
  if (required === undefined) return
  for (const [name, value] of await required) {
    if (headers[name] === undefined && header(headers, name) === undefined) headers[name] = value
  }
}

let lastSecond = Number.NaN
let lastDate = ''

/** IMF-fixdate (RFC 9110 §5.6.7); the last one is kept, as most requests of a second need it. */
function httpDate(now: Date): string {
  const second = Math.floor(now.getTime() / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastDate = now.toUTCString()
  }
  return lastDate
}
