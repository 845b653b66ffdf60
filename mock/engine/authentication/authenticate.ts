import type { Operation, SecurityRequirement, SecurityScheme } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../../http/header-field.ts'
import { apiKey } from './credentials.ts'
import { digestChallenges, provesPassword } from './digest.ts'

/** Returns the check of an operation, which refuses requests without valid credentials with 401. */
export type Authenticators = (operation: Operation) => (request: HttpRequest) => Refused | undefined

/** Accepts requests that present one of the tokens. */
export const createAuthenticators =
  (tokens: ReadonlySet<string>): Authenticators =>
  (operation) =>
    createAuthenticator(operation, tokens)

/**
 * Checks the credentials for one operation against the tokens that the mock accepts: a bearer token, the password of basic
 * or digest authentication with any user name, the credentials of another HTTP scheme, or an API key. An operation without
 * security requirements is open.
 */
function createAuthenticator(
  operation: Operation,
  tokens: ReadonlySet<string>,
): (request: HttpRequest) => Refused | undefined {
  const { security } = operation
  if (security.length === 0) return () => undefined
  const missing = unauthorized(
    `This operation requires credentials: ${security.map(described).join(' or ')}.`,
    challenges(security),
  )
  const wrong = unauthorized('The credentials are not valid.', challenges(security, ' error="invalid_token"'))
  return (request) => {
    if (security.some((requirement) => satisfies(request, requirement, tokens))) return undefined
    return security.some((requirement) =>
      requirement.some(({ scheme }) => credentialOf(request, scheme) !== undefined),
    )
      ? wrong
      : missing
  }
}

function unauthorized(message: string, challenge: string): Refused {
  return refuse(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': challenge } })
}

function satisfies(
  request: HttpRequest,
  requirement: SecurityRequirement,
  tokens: ReadonlySet<string>,
): boolean {
  return requirement.every(({ scheme }) => {
    // A client certificate belongs to the connection, which the mock does not see.
    if (scheme.type === 'mutualTLS') return true
    const credential = credentialOf(request, scheme)
    if (credential === undefined) return false
    return isDigest(scheme) ? provesPassword(request, credential, tokens) : tokens.has(credential)
  })
}

const isDigest = ({ type, scheme }: SecurityScheme): boolean => type === 'http' && scheme === 'digest'

/** The token, password or key that the request presents for a scheme; undefined when it has none. */
function credentialOf(request: HttpRequest, scheme: SecurityScheme): string | undefined {
  if (scheme.type === 'apiKey') return apiKey(request, scheme)
  if (scheme.type === 'mutualTLS') return undefined
  const wanted = authenticationScheme(scheme).toLowerCase()
  const [, name, credentials] =
    /^([^\s]+) +([^\s].*)$/.exec(requestHeader(request, 'authorization') ?? '') ?? []
  if (name?.toLowerCase() !== wanted || credentials === undefined) return undefined
  return wanted === 'basic' ? passwordOf(credentials.trim()) : credentials.trim()
}

/** RFC 7617 §2. */
function passwordOf(credentials: string): string | undefined {
  const pair = decodeBase64(credentials)
  const colon = pair?.indexOf(':') ?? -1
  return colon < 0 ? undefined : pair?.slice(colon + 1)
}

function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** The scheme's name in `Authorization` and `WWW-Authenticate`: `Bearer` also for OAuth 2 and OpenID Connect. */
function authenticationScheme(scheme: SecurityScheme): string {
  if (scheme.type !== 'http' || scheme.scheme === undefined) return 'Bearer'
  return scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1)
}

/** One challenge for each scheme (RFC 9110 §11.6.1). None is registered for API keys, but a 401 must have one. */
function challenges(security: readonly SecurityRequirement[], bearerError = ''): string {
  const all = security.flatMap((requirement) =>
    requirement.flatMap(({ scheme, scopes }) => challenge(scheme, scopes, bearerError)),
  )
  return [...new Set(all)].join(', ')
}

function challenge(
  scheme: SecurityScheme,
  scopes: readonly string[],
  bearerError: string,
): string | readonly string[] {
  if (scheme.type === 'apiKey') return `ApiKey in="${scheme.in ?? ''}", name="${scheme.parameterName ?? ''}"`
  if (scheme.type === 'mutualTLS') return 'Mutual'
  const name = authenticationScheme(scheme)
  if (name === 'Basic') return 'Basic realm="stablehand", charset="UTF-8"'
  if (isDigest(scheme)) return digestChallenges
  return name === 'Bearer' ? bearerChallenge(scopes, bearerError) : name
}

/** RFC 6750 §3. Scopes that are not valid scope-tokens are left out. */
function bearerChallenge(scopes: readonly string[], error: string): string {
  const tokens = scopes.filter((scope) => /^[!#-[\]-~]+$/.test(scope))
  const scope = tokens.length === 0 ? '' : `scope="${tokens.join(' ')}"`
  return ['Bearer', [error.trim(), scope].filter((part) => part !== '').join(', ')]
    .filter((part) => part !== '')
    .join(' ')
}

function described(requirement: SecurityRequirement): string {
  return requirement.map(({ scheme }) => description(scheme)).join(' and ')
}

function description(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey')
    return `an API key in the ${scheme.in ?? 'header'} '${scheme.parameterName ?? ''}'`
  if (scheme.type === 'mutualTLS') return 'a client certificate'
  const name = authenticationScheme(scheme)
  return name === 'Bearer' ? 'a bearer token' : `${name} authentication`
}
