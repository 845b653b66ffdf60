import type { HttpRequest } from '../../spec/http.ts'
import { refuse, type Refused } from '../behaviour.ts'
import { requestHeader } from '../http/header-field.ts'

export interface Access {
  /** The required bearer token. Undefined if all programs on this machine are trusted. */
  readonly token: string | undefined
  /** Host names of the mock, besides those of the loopback interface. */
  readonly hosts: readonly string[]
}

/**
 * Returns a refusal for a request that may not use the control API. Without a token, only programs on this machine may,
 * and no pages of other sites: neither from their own origin, nor through a host name that resolves to here (DNS
 * rebinding).
 */
export function refuseAccess(request: HttpRequest, { token, hosts }: Access): Refused | undefined {
  if (token !== undefined) return hasToken(request, token) ? undefined : unauthorized()
  const isKnown = (name: string | undefined): boolean =>
    name !== undefined && (isLoopbackName(name) || hosts.includes(name))
  const { host, origin } = { host: requestHeader(request, 'host'), origin: requestHeader(request, 'origin') }
  if (host !== undefined && !isKnown(hostname(`http://${host}`)))
    return forbidden('foreign_host', `The control API is not available as ${host}.`)
  if (origin !== undefined && !isKnown(hostname(origin)))
    return forbidden('foreign_origin', `Pages of ${origin} may not use the control API.`)
  if (clientsOf(request).every(isLoopback)) return undefined
  return forbidden(
    'remote_client',
    'Only this machine may use the control API, unless the mock was started with --control-token.',
  )
}

function hasToken(request: HttpRequest, token: string): boolean {
  const [, credentials] = /^bearer +([^\s]+) *$/i.exec(requestHeader(request, 'authorization') ?? '') ?? []
  return credentials !== undefined && equalInTime(credentials, token)
}

/** Compares in constant time, so that the duration does not reveal the token. */
function equalInTime(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let index = 0; index < wanted.length; index += 1) {
    difference |= given.charCodeAt(index % (given.length || 1)) ^ wanted.charCodeAt(index)
  }
  return difference === 0
}

function unauthorized(): Refused {
  return refuse(401, 'unauthorized', 'The control token is required as a bearer token.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="stablehand control API"' },
  })
}

const forbidden = (code: string, reason: string): Refused => refuse(403, code, reason)

/** Undefined if the URL has no host, as for the origin `null`. */
function hostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name)
  )
}

/** The address of the connection, and those reported by proxies. Empty for a request from the same process. */
function clientsOf(request: HttpRequest): readonly string[] {
  const forwarded = requestHeader(request, 'x-forwarded-for')?.split(',') ?? []
  const addresses = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  return request.client === undefined ? addresses : [request.client, ...addresses]
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127(\.\d+){3}$/i.test(address)
}
