import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { refuse, type Outcome, type Refused } from '../behaviour.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import { stopwatch } from '../data/random.ts'
import { after, onDemand, type MaybePromise } from '../maybe-promise.ts'
import { StoreUnavailableError } from '../store/unavailable.ts'
import { behave } from './behaviour/behave.ts'
import type { Engine } from './engine.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { expect } from './expectations/expect.ts'
import { injectFaults } from './faults/inject-faults.ts'
import { retire } from './lifecycle/retire.ts'
import { decode } from './request/decode.ts'
import { limit } from './request/limit.ts'
import { preferencesOf } from './request/prefer.ts'
import { encode } from './response/encode.ts'
import { negotiate } from './response/negotiate.ts'
import { route } from './routing/route.ts'

/**
 * Answers a request. Throws, or rejects, only when self-check is set to throw and fails. Returns a promise only when
 * something has to be waited for: most answers are available synchronously.
 */
export function answer(engine: Engine, request: HttpRequest): MaybePromise<HttpResponse> {
  const started = engine.journal === undefined ? 0 : stopwatch()
  const exchange = begin(engine, request)
  const response = respond(exchange)
  if (!(response instanceof Promise) && isFinal(exchange)) return send(exchange, response, started)
  return after(response, async (encoded) =>
    send(exchange, isFinal(exchange) ? encoded : await finish(exchange, encoded), started),
  )
}

/**
 * The steps of the pipeline. The first one that returns an outcome decides the answer, and the later ones are skipped.
 *
 * | step         | decides, or fills in                                                                           |
 * | ------------ | ---------------------------------------------------------------------------------------------- |
 * | limit        | 413, 414 or 431 when the request is too large                                                  |
 * | route        | the operation and its plan; 404, 405 or 501                                                    |
 * | retire       | 410 after the operation's sunset                                                               |
 * | injectFaults | an error or 429 that a configured fault asks for; other faults change the answer at the end    |
 * | authenticate | 401 without valid credentials                                                                  |
 * | decode       | the values of parameters and body; 400 or 415                                                  |
 * | negotiate    | 406 when the client accepts none of the declared media types                                   |
 * | expect       | the answer that a test has set for this request                                                |
 * | behave       | what the operation does: a preferred answer, a behaviour, its role, or the document's example  |
 */
function decide(exchange: Exchange): MaybePromise<Outcome> {
  return (
    limit(exchange) ??
    route(exchange) ??
    retire(exchange) ??
    injectFaults(exchange) ??
    exchange.plan?.authenticate(exchange.request) ??
    decode(exchange) ??
    negotiate(exchange) ??
    expect(exchange) ??
    behave(exchange)
  )
}

/** Decides and encodes the answer. An internal error goes to the log in full, and to the client as a bare 500. */
function respond(exchange: Exchange): MaybePromise<HttpResponse> {
  const recover = (error: unknown): MaybePromise<HttpResponse> => encodeError(exchange, error)
  try {
    const response = after(decide(exchange), (outcome) => {
      exchange.outcome = outcome
      return encode(exchange, outcome)
    })
    return response instanceof Promise ? response.catch(recover) : response
  } catch (error) {
    return recover(error)
  }
}

function encodeError(exchange: Exchange, error: unknown): MaybePromise<HttpResponse> {
  if (error instanceof StoreUnavailableError) return encode(exchange, storeUnavailable(error))
  exchange.engine.report(error)
  const message = 'The mock server failed while answering this request. See its log for the error.'
  return encode(exchange, refuse(500, 'internal_error', message))
}

function storeUnavailable({ message, retryAfter }: StoreUnavailableError): Refused {
  return refuse(503, 'store_unavailable', message, { headers: { 'Retry-After': String(retryAfter) } })
}

/** Whether the encoded answer is sent as it is, without {@link finish}. */
function isFinal({ engine, faults, preferences }: Exchange): boolean {
  return (
    faults === undefined &&
    engine.selfCheck === false &&
    engine.onAnswer === undefined &&
    preferences.explain === undefined
  )
}

const selfChecks = onDemand(() => import('./diagnostics/self-check.ts'))
// Most mocks in a browser have no faults.
const faulting = onDemand(() => import('./faults/apply-faults.ts'))
const explaining = onDemand(() => import('./diagnostics/explanation-field.ts'))

/** Runs the self-check, notifies scenarios, applies faults and adds the explanation. */
async function finish(exchange: Exchange, encoded: HttpResponse): Promise<HttpResponse> {
  const { engine, plan, preferences, faults, isForced } = exchange
  let response = encoded
  if (plan !== undefined) {
    if (engine.selfCheck !== false && !isForced) {
      const { checkResponse } = await selfChecks()
      response = checkResponse(engine, plan.operation, response)
    }
    if (engine.onAnswer !== undefined) await engine.onAnswer(plan.operation, response.status)
    if (faults !== undefined && faults.length > 0) {
      const { applyFaults } = await faulting()
      response = await applyFaults(exchange, faults, response)
    }
  }
  if (!preferences.explain) return response
  const { withExplanation } = await explaining()
  return withExplanation(exchange, response)
}

/** Returns the response as it is sent, after adding it to the journal and scheduling callbacks. */
function send(exchange: Exchange, response: HttpResponse, started: number): HttpResponse {
  const { engine, request } = exchange
  // The response to HEAD has the header fields of GET and no content (RFC 9110 §9.3.2).
  const sent = request.method === 'HEAD' ? { ...response, body: undefined } : response
  engine.journal?.add(exchange, sent, stopwatch() - started)
  if (engine.callbacks !== undefined) scheduleCallbacks(engine.callbacks, exchange, sent)
  return sent
}

function scheduleCallbacks(
  callbacks: Callbacks,
  { plan, request, values, outcome }: Exchange,
  response: HttpResponse,
): void {
  if (plan === undefined || values === undefined || outcome === undefined) return
  callbacks.after({ operation: plan.operation, request, values, outcome, response })
}

function begin(engine: Engine, request: HttpRequest): Exchange {
  return createExchange(engine, request, preferencesOf(request), engine.clock.now())
}

/** The response to a request that the transport could not read. */
export function refusal(engine: Engine, refused: Refused): MaybePromise<HttpResponse> {
  return encode(begin(engine, { method: 'GET', path: '/', query: '', headers: {}, body: undefined }), refused)
}
