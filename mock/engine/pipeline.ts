import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { refuse, type MaybePromise, type Outcome, type Refused } from '../behaviour.ts'
import { stopwatch } from '../data/random.ts'
import { authenticate } from './authenticate.ts'
import { behave } from './behave.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { Engine, Exchange } from './exchange.ts'
import { limit } from './limits.ts'
import { negotiate } from './negotiate.ts'
import { preferencesOf } from './prefer.ts'
import { retire } from './retire.ts'
import { route } from './route.ts'

/** Answers a request: the first step that has an outcome ends it. Rejects only when a self-check fails. */
export async function answer(engine: Engine, request: HttpRequest): Promise<HttpResponse> {
  const { journal } = engine
  const started = journal === undefined ? 0 : stopwatch()
  const exchange = begin(engine, request)
  const response = await settle(exchange)
  if (engine.selfCheck !== undefined && exchange.plan !== undefined) {
    engine.selfCheck(exchange.plan.operation, response)
  }
  // An answer to HEAD has the fields of GET and no content (RFC 9110 §9.3.2).
  const sent = request.method === 'HEAD' ? { ...response, body: undefined } : response
  journal?.add(exchange, sent, stopwatch() - started)
  return sent
}

function decide(exchange: Exchange): MaybePromise<Outcome> {
  return (
    limit(exchange) ??
    route(exchange) ??
    retire(exchange) ??
    authenticate(exchange) ??
    decode(exchange) ??
    negotiate(exchange) ??
    behave(exchange)
  )
}

/** Whatever goes wrong inside is told to the log and, without particulars, to the client. */
async function settle(exchange: Exchange): Promise<HttpResponse> {
  try {
    exchange.outcome = await decide(exchange)
    return await encode(exchange, exchange.outcome)
  } catch (error) {
    exchange.engine.report(error)
    return encode(exchange, refuse(500, 'internal_error', 'The mock failed to answer; its log says why.'))
  }
}

function begin(engine: Engine, request: HttpRequest): Exchange {
  return {
    engine,
    request,
    now: engine.clock.now(),
    preferences: preferencesOf(request),
    applied: [],
    plan: undefined,
    params: {},
    base: '',
    values: undefined,
    outcome: undefined,
  }
}

/** A refusal without a request, for what the transport could not read. */
export function refusal(engine: Engine, refused: Refused): Promise<HttpResponse> {
  return encode(begin(engine, { method: 'GET', path: '/', query: '', headers: {}, body: undefined }), refused)
}
