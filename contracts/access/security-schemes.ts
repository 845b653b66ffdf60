import type { Operation, SecurityScheme } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'

/** Whether a scheme is an API key in `Authorization`, as in documents converted from Swagger 2. */
export const isAuthorization = ({ type, in: place, parameterName }: SecurityScheme): boolean =>
  type === 'apiKey' && place === 'header' && parameterName?.toLowerCase() === 'authorization'

/** The authentication scheme that the description puts before the token: `with required prefix "Token"`. */
export const prefixOf = ({ raw }: SecurityScheme): string | undefined =>
  /\bprefix(?:ed with)?:?\s+["'`](\w+)/i.exec(String(raw['description']))?.[1]

/** Whether a scheme is HTTP Bearer (RFC 6750). */
export const isBearer = ({ type, scheme }: SecurityScheme): boolean => type === 'http' && scheme === 'bearer'

/** Whether a scheme is HTTP Basic (RFC 7617). */
export const isBasic = ({ type, scheme }: SecurityScheme): boolean => type === 'http' && scheme === 'basic'

/** Whether a value for Basic authentication is `name:password`, encoded in base64 or not. */
export const isPair = (value: string): boolean =>
  value.includes(':') || Buffer.from(value, 'base64').toString('utf8').includes(':')

/** Whether a scheme takes an access token, from OAuth 2.0 or from a login. */
export const takesAccessToken = (scheme: SecurityScheme): boolean =>
  scheme.type === 'oauth2' || scheme.type === 'openIdConnect' || isBearer(scheme)

/** Whether a scheme is a cookie, as that of a session which a login starts. */
export const isCookie = ({ type, in: place }: SecurityScheme): boolean =>
  type === 'apiKey' && place === 'cookie'

/** Whether a scheme takes what a login gives. */
export const takesLogin = (scheme: SecurityScheme): boolean =>
  takesAccessToken(scheme) || isCookie(scheme) || isAuthorization(scheme)

/** What a cookie may hold as it is (RFC 6265 §4.1.1). */
const cookieOctets = /^[!#-+\--:<-[\]-~]*$/

const bearer: SecurityScheme = {
  name: 'bearer',
  type: 'http',
  scheme: 'bearer',
  in: undefined,
  parameterName: undefined,
  raw: {},
}

/**
 * The schemes to authenticate an operation with: those of its first security requirement that satisfies a predicate, tried in order of
 * the predicates, or else of its first requirement. A bearer token when the document declares no security.
 */
export function schemesFor(
  operation: Operation | undefined,
  ...predicates: readonly ((scheme: SecurityScheme) => boolean)[]
): readonly SecurityScheme[] {
  const requirements = operation?.security.filter((requirement) => requirement.length > 0) ?? []
  const satisfied = predicates.flatMap((accepts) =>
    requirements.filter((requirement) => requirement.every(({ scheme }) => accepts(scheme))),
  )
  const chosen = satisfied[0] ?? requirements[0]
  if (chosen) return chosen.map(({ scheme }) => scheme)
  return operation?.security.length === 0 || operation === undefined ? [bearer] : []
}

/** The request with a credential where the scheme wants it: in a header field, the query or a cookie. */
export function withCredential(request: HttpRequest, scheme: SecurityScheme, token: string): HttpRequest {
  const field = (name: string, value: string): HttpRequest => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  })
  if (isBasic(scheme)) {
    return field(
      'authorization',
      `Basic ${token.includes(':') ? Buffer.from(token, 'utf8').toString('base64') : token}`,
    )
  }
  if (scheme.type !== 'apiKey')
    // A bearer token has no space (RFC 6750 §2.1): what is before one is a scheme.
    return field('authorization', token.includes(' ') ? token : `Bearer ${token}`)
  const name = scheme.parameterName ?? 'authorization'
  if (scheme.in === 'header') return field(name.toLowerCase(), token)
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`
  if (scheme.in === 'query')
    return { ...request, query: request.query === '' ? pair : `${request.query}&${pair}` }
  const cookie = cookieOctets.test(token) ? `${name}=${token}` : pair
  const before = request.headers['cookie']
  return field('cookie', before === undefined ? cookie : `${[before].flat().join('; ')}; ${cookie}`)
}
