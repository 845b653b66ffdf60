import type { Operation, SecurityScheme } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { requestHeader } from '../../http/header-field.ts'
import type { Client } from '../../store/as-client.ts'

/** Who sends a request, as far as it has credentials. Undefined if it has none, which most requests are quick to tell. */
export function clientOf(request: HttpRequest, { security }: Operation): Client | undefined {
  const authorization = requestHeader(request, 'authorization')
  const takesKeys = security.some((each) => each.some(({ scheme }) => scheme.type === 'apiKey'))
  if (authorization === undefined && !takesKeys && requestHeader(request, 'cookie') === undefined)
    return undefined
  const [, bearer] = /^\S+ +(\S+)$/.exec(authorization ?? '') ?? []
  const keys = security.flatMap((requirement) =>
    requirement.map(({ scheme }) => (scheme.type === 'apiKey' ? apiKey(request, scheme) : undefined)),
  )
  // Documents that describe a login with `Set-Cookie` need not declare the cookie.
  const tokens = [bearer, ...keys, ...cookiesOf(request).map(([, value]) => value)].filter(
    (token) => token !== undefined,
  )
  return authorization === undefined && tokens.length === 0 ? undefined : { authorization, tokens }
}

/** What a request has in the place of an API key. */
export function apiKey(request: HttpRequest, scheme: SecurityScheme): string | undefined {
  const name = scheme.parameterName ?? ''
  if (scheme.in === 'query') return new URLSearchParams(request.query).get(name) ?? undefined
  if (scheme.in === 'cookie') return cookiesOf(request).find(([each]) => each === name)?.[1]
  const value = requestHeader(request, name.toLowerCase() as Lowercase<string>)
  // In the Authorization field, a scheme's name may precede the key.
  return name.toLowerCase() === 'authorization' ? value?.replace(/^\S+ +/, '') : value
}

/** The names and values of the cookies that a request has. */
function cookiesOf(request: HttpRequest): readonly (readonly [string, string])[] {
  const cookies = requestHeader(request, 'cookie')
  return (cookies?.split(/; */) ?? []).map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=').replace(/^"(.*)"$/, '$1')]
  })
}
