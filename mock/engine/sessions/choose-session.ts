import type { HttpRequest } from '../../../spec/http.ts'
import { decodePercent } from '../../../spec/util/percent-encoding.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../../http/header-field.ts'
import { MockOptionError } from '../../option-error.ts'

/** The session and scenario that a request names. */
export interface Choice {
  /** Undefined when only a scenario is named: its own session is meant. */
  readonly session: string | undefined
  /** Undefined when none is named: the scenario that the mock started with is meant. */
  readonly scenario: string | undefined
  /** The path prefix that names the session, `/_s/name`; empty when the session is named otherwise. */
  readonly base: string
  /** The request without that prefix. */
  readonly request: HttpRequest
}

/** The path prefix that names a session. No document may declare a path below it. */
export const sessionPath = '/_s'
const cookie = /(?:^|; *)stablehand_session="?([^;"]*)/
const nameRule = /^[\w.~-]{1,64}$/

/**
 * Returns the session that a request names by the path prefix `/_s/{name}`, the header `X-Stablehand-Session` or the cookie
 * `stablehand_session`, in this order, and the scenario in `X-Stablehand-Scenario`. Undefined when it names neither.
 */
export function chosenBy(request: HttpRequest): Choice | Refused | undefined {
  const { path, headers } = request
  const prefix = path.startsWith(`${sessionPath}/`) ? (path.split('/', 3)[2] ?? '') : undefined
  const session = prefix ?? requestHeader(request, 'x-stablehand-session') ?? sessionInCookie(request)
  const hasScenario = headers['x-stablehand-scenario'] !== undefined
  if (session === undefined && !hasScenario) return undefined
  if (session !== undefined && !nameRule.test(session)) return refuse(400, 'invalid_session', badName)
  const scenario = hasScenario ? decoded(requestHeader(request, 'x-stablehand-scenario') ?? '') : undefined
  if (prefix === undefined) return { session, scenario, base: '', request }
  const base = `${sessionPath}/${prefix}`
  return { session, scenario, base, request: below(request, base, prefix) }
}

const sessionInCookie = (request: HttpRequest): string | undefined =>
  request.headers['cookie'] === undefined
    ? undefined
    : cookie.exec(requestHeader(request, 'cookie') ?? '')?.[1]

/** Moves the session's name from the path to the header, so that the journal still shows it. */
function below(request: HttpRequest, base: string, session: string): HttpRequest {
  const headers = { ...request.headers, 'x-stablehand-session': session }
  return { ...request, headers, path: request.path.slice(base.length) || '/' }
}

const badName = 'A session name must have 1 to 64 characters: letters, digits, and . _ ~ -'

/** Throws a MockOptionError when the text is not a valid session name. */
export function checkSessionName(name: string): void {
  if (!nameRule.test(name)) throw new MockOptionError(`${badName}.`)
}

/** Scenario names beyond ASCII are sent percent-encoded. */
const decoded = (text: string): string => decodePercent(text) ?? text
