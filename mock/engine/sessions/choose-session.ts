import type { HttpRequest } from '../../../spec/http.ts'
import { decodePercent } from '../../../spec/util/percent-encoding.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../header-field.ts'
import { MockOptionError } from '../options/option-error.ts'

/** Whose world a request is for. */
export interface Choice {
  /** Undefined: the session has no name but that of its scenario. */
  readonly session: string | undefined
  /** Undefined: the one that the mock began with. */
  readonly scenario: string | undefined
  /** The part of the path that named the session: what is in front of the API's own paths. */
  readonly base: string
  /** As the API knows it: without that part of the path. */
  readonly request: HttpRequest
}

/** Where a path names a session: no document may have a path there. */
export const sessionPath = '/_s'
const cookie = /(?:^|; *)stablehand_session="?([^;"]*)/
const nameRule = /^[\w.~-]{1,64}$/

/**
 * The session that a request names: by the path prefix `/_s/{name}`, the header field `X-Stablehand-Session`, or the
 * cookie `stablehand_session`, in this order; and the scenario of `X-Stablehand-Scenario`. Undefined when neither is named.
 */
export function chosenBy(request: HttpRequest): Choice | Refused | undefined {
  const { path, headers } = request
  const isPrefixed = path.startsWith(`${sessionPath}/`)
  const scenario = headers['x-stablehand-scenario']
  if (
    !isPrefixed &&
    headers['x-stablehand-session'] === undefined &&
    scenario === undefined &&
    (headers['cookie'] === undefined || !cookie.test(requestHeader(request, 'cookie') ?? ''))
  ) {
    return undefined
  }
  const prefix = isPrefixed ? (path.split('/', 3)[2] ?? '') : undefined
  const session =
    prefix ??
    requestHeader(request, 'x-stablehand-session') ??
    cookie.exec(requestHeader(request, 'cookie') ?? '')?.[1]
  if (session !== undefined && !nameRule.test(session)) return refuse(400, 'invalid_session', badName)
  const base = prefix === undefined ? '' : `${sessionPath}/${prefix}`
  return {
    session,
    scenario:
      scenario === undefined ? undefined : decoded(requestHeader(request, 'x-stablehand-scenario') ?? ''),
    base,
    request: base === '' ? request : below(request, base, session as string),
  }
}

/** Whoever looks at the request later still sees whose it was. */
function below(request: HttpRequest, base: string, session: string): HttpRequest {
  const headers = { ...request.headers, 'x-stablehand-session': session }
  return { ...request, headers, path: request.path.slice(base.length) || '/' }
}

const badName = 'The name of a session has 1 to 64 characters: letters, digits, and . _ ~ -'

/** A MockOptionError when it cannot be one. */
export function checkSessionName(name: string): void {
  if (!nameRule.test(name)) throw new MockOptionError(`${badName}.`)
}

/** A name beyond ASCII comes percent-encoded. */
const decoded = (text: string): string => decodePercent(text) ?? text
