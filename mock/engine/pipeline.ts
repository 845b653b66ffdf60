import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { refuse, type Outcome, type Refused } from '../behaviour.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import { stopwatch } from '../data/random.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import { StoreUnavailableError } from '../store/unavailable.ts'
import { behave } from './behave.ts'
import { decode } from './decode.ts'
import { disturb } from './disturb.ts'
import { encode } from './encode.ts'
import { createExchange, type Engine, type Exchange } from './exchange.ts'
import { expect } from './expectations.ts'
import { explained } from './explain.ts'
import { limit } from './limits.ts'
import { negotiate } from './negotiate.ts'
import { preferencesOf } from './prefer.ts'
import { retire } from './retire.ts'
import { route } from './route.ts'

/**
 * Answers a request: the first step that has an outcome ends it. Throws, or rejects, only when a self-check fails. A
 * promise only where something has to be waited for: most answers are there at once.
 */
export function answer(engine: Engine, request: HttpRequest): MaybePromise<HttpResponse> {
  const started = engine.journal === undefined ? 0 : stopwatch()
  const exchange = begin(engine, request)
  const settled = settle(exchange)
  if (!(settled instanceof Promise) && isPlain(exchange)) return noted(exchange, settled, started)
  return after(settled, async (response) =>
    noted(exchange, isPlain(exchange) ? response : await finish(exchange, response), started),
  )
}

/** The answer as it is sent, once those who want to know of it do. */
function noted(exchange: Exchange, response: HttpResponse, started: number): HttpResponse {
  const { engine, request } = exchange
  // An answer to HEAD has the fields of GET and no content (RFC 9110 §9.3.2).
  const sent = request.method === 'HEAD' ? { ...response, body: undefined } : response
  engine.journal?.add(exchange, sent, stopwatch() - started)
  if (engine.callbacks !== undefined) callBack(engine.callbacks, exchange, sent)
  return sent
}

function callBack(
  callbacks: Callbacks,
  { plan, request, values, outcome }: Exchange,
  response: HttpResponse,
): void {
  if (plan === undefined || values === undefined || outcome === undefined) return
  callbacks.after({ operation: plan.operation, request, values, outcome, response })
}

/** Whether the answer leaves as it is. */
function isPlain({ engine, struck, preferences }: Exchange): boolean {
  return (
    struck === undefined &&
    engine.selfCheck === undefined &&
    engine.answered === undefined &&
    preferences.explain === undefined
  )
}

/** What becomes of an answer before it leaves. */
async function finish(exchange: Exchange, answered: HttpResponse): Promise<HttpResponse> {
  const { engine, plan, preferences, struck, isForced } = exchange
  let response = answered
  if (plan !== undefined) {
    if (engine.selfCheck !== undefined && !isForced) response = engine.selfCheck(plan.operation, response)
    if (engine.answered !== undefined) await engine.answered(plan.operation, response.status)
    if (struck !== undefined && struck.length > 0) {
      // Loaded with the first fault: most pages have none.
      const { spoil } = await import('./spoil.ts')
      response = await spoil(exchange, struck, response)
    }
  }
  return preferences.explain ? explained(exchange, response) : response
}

function decide(exchange: Exchange): MaybePromise<Outcome> {
  return (
    limit(exchange) ??
    route(exchange) ??
    retire(exchange) ??
    disturb(exchange) ??
    exchange.plan?.authenticate(exchange.request) ??
    decode(exchange) ??
    negotiate(exchange) ??
    expect(exchange) ??
    behave(exchange)
  )
}

/** Whatever goes wrong inside is told to the log and, without particulars, to the client. */
function settle(exchange: Exchange): MaybePromise<HttpResponse> {
  const failed = (error: unknown): MaybePromise<HttpResponse> => fail(exchange, error)
  try {
    const response = after(decide(exchange), (outcome) => {
      exchange.outcome = outcome
      return encode(exchange, outcome)
    })
    return response instanceof Promise ? response.catch(failed) : response
  } catch (error) {
    return failed(error)
  }
}

function fail(exchange: Exchange, error: unknown): MaybePromise<HttpResponse> {
  if (error instanceof StoreUnavailableError) return encode(exchange, unavailable(error))
  exchange.engine.report(error)
  return encode(exchange, refuse(500, 'internal_error', 'The mock failed to answer; its log says why.'))
}

function unavailable({ message, retryAfter }: StoreUnavailableError): Refused {
  return refuse(503, 'store_unavailable', message, { headers: { 'Retry-After': String(retryAfter) } })
}

function begin(engine: Engine, request: HttpRequest): Exchange {
  return createExchange(engine, request, preferencesOf(request), engine.clock.now())
}

/** A refusal without a request, for what the transport could not read. */
export function refusal(engine: Engine, refused: Refused): MaybePromise<HttpResponse> {
  return encode(begin(engine, { method: 'GET', path: '/', query: '', headers: {}, body: undefined }), refused)
}
