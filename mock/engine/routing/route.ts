import { operationsWithResponse } from '../../../spec/document.ts'
import { methods, type HttpRequest } from '../../../spec/http.ts'
import type { Match, Router } from '../../../spec/routes.ts'
import { decodePercent } from '../../../spec/util/percent-encoding.ts'
import { ok, refuse, type Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { notServed } from '../create-plans.ts'
import type { Engine } from '../engine.ts'
import type { Exchange } from '../exchange.ts'
import { isPreflight, preflight } from '../response/cors.ts'

const standardMethods: ReadonlySet<string> = new Set(methods)

/**
 * The pipeline's step that finds the operation: 400, 404, 405 or 501 when there is none. It also answers OPTIONS where the
 * document does not declare it.
 */
export function route(exchange: Exchange): MaybePromise<Outcome> | undefined {
  const { engine, request } = exchange
  const { method, path } = request
  if (method === 'OPTIONS' && path === '*') return ok(204, undefined, { Allow: 'GET, HEAD, OPTIONS' })
  const found = locate(engine, request)
  if (found.match.kind === 'none')
    return isDecodable(path) ? refuseUnknownPath(exchange) : refuseUndecodablePath()
  exchange.base = found.base
  if (method === 'OPTIONS' && engine.exposedHeaders !== undefined && isPreflight(request)) {
    return preflight(request, allowed(engine, found))
  }
  if (found.match.kind === 'method') return refuseMethod(exchange, found.match)
  exchange.plan = engine.planOf(found.match.operation)
  exchange.params = found.match.params
  return isDecodable(path) ? exchange.plan.obstacle : refuseUndecodablePath()
}

function refuseUndecodablePath(): Outcome {
  return refuse(
    400,
    'malformed_request',
    "The path is not valid: a '%' in it does not start the percent-encoding of a UTF-8 character.",
  )
}

interface Located {
  readonly match: Match
  /** The base path that was removed, and the rest of the path. */
  readonly base: string
  readonly path: string
}

/** Whether the document declares the path, with any method. */
export function knows(engine: Engine, path: string): boolean {
  return locate(engine, { method: 'GET', path }).match.kind !== 'none'
}

type Target = Pick<HttpRequest, 'method' | 'path'> & Partial<Pick<HttpRequest, 'query' | 'headers'>>

function locate(engine: Engine, target: Target): Located {
  const { path } = target
  const match = matchMethod(engine.router, target)
  if (match.kind !== 'none') return { match, base: '', path }
  for (const base of engine.basePaths) {
    if (path !== base && !path.startsWith(`${base}/`)) continue
    const below = path.slice(base.length) || '/'
    const matchBelow = matchMethod(engine.router, { ...target, path: below })
    if (matchBelow.kind !== 'none') return { match: matchBelow, base, path: below }
  }
  return { match, base: '', path }
}

/** HEAD falls back to GET (RFC 9110 §9.3.2). */
function matchMethod(router: Router, { method, path, query, headers }: Target): Match {
  const match = router.match(method, path, query, headers)
  return match.kind === 'method' && method === 'HEAD' ? router.match('GET', path, query, headers) : match
}

function allowed(engine: Engine, { path }: Located): readonly string[] {
  return engine.router.allow(path) ?? []
}

function refuseUnknownPath({ request, engine }: Exchange): MaybePromise<Outcome> {
  if (!standardMethods.has(request.method)) return refuseUnknownMethod(request.method)
  const reason = engine.unreadable && whyUnreadable(engine.unreadable, engine.basePaths, request.path)
  if (reason !== undefined) return notServed(reason)
  return refuseAndSuggest(engine, request.path)
}

async function refuseAndSuggest({ document, basePaths }: Engine, path: string): Promise<Outcome> {
  const { nearestPath } = await import('./nearest-path.ts')
  const nearest = nearestPath(document, basePaths, path)
  const hint = nearest === undefined ? '' : ` The nearest is ${nearest}.`
  return refuse(404, 'not_found', `No path of the API document matches ${path}.${hint}`)
}

function whyUnreadable(
  unreadable: NonNullable<Engine['unreadable']>,
  basePaths: readonly string[],
  path: string,
): string | undefined {
  const below = basePaths.filter((base) => path.startsWith(`${base}/`)).map((base) => path.slice(base.length))
  return [path, ...below].map(unreadable).find((reason) => reason !== undefined)
}

type OtherMethod = Extract<Match, { readonly kind: 'method' }>

function refuseMethod(exchange: Exchange, { allow, operations }: OtherMethod): Outcome {
  const { request } = exchange
  exchange.sibling = operationsWithResponse(operations, 405)[0]
  const headers = { Allow: allow.join(', ') }
  if (request.method === 'OPTIONS') return ok(204, undefined, headers)
  if (!standardMethods.has(request.method)) return refuseUnknownMethod(request.method)
  return refuse(405, 'method_not_allowed', `${request.method} is not allowed here.`, { headers })
}

function refuseUnknownMethod(method: string): Outcome {
  return refuse(501, 'not_implemented', `${method} is not an HTTP method that the mock implements.`)
}

const isDecodable = (path: string): boolean => decodePercent(path) !== undefined
