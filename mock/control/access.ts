import type { HttpRequest } from '../../spec/http.ts'
import { refuse, type Refused } from '../behaviour.ts'
import { requestHeader } from '../engine/header-field.ts'

export interface Access {
  /** What every request has to present as a bearer token; undefined when the machine itself is trusted. */
  readonly token: string | undefined
  /** Names the mock is known by, besides those of the machine itself. */
  readonly hosts: readonly string[]
}

/**
 * Whether a request may steer the mock. Without a token only programs of this machine may, and no page of another
 * site: neither from its own origin, nor under a name of its own that it has made point here (DNS rebinding).
 */
export function refuseAccess(request: HttpRequest, { token, hosts }: Access): Refused | undefined {
  if (token !== undefined) return presents(request, token) ? undefined : unauthorized()
  const isKnown = (name: string | undefined): boolean =>
    name !== undefined && (isLoopbackName(name) || hosts.includes(name))
  const { host, origin } = { host: requestHeader(request, 'host'), origin: requestHeader(request, 'origin') }
  if (host !== undefined && !isKnown(hostname(`http://${host}`)))
    return forbidden('foreign_host', `It does not answer to the name ${host}.`)
  if (origin !== undefined && !isKnown(hostname(origin)))
    return forbidden('foreign_origin', `Pages of ${origin} may not steer the mock.`)
  if (clientsOf(request).every(isLoopback)) return undefined
  return forbidden(
    'remote_client',
    'Only this machine may steer the mock, unless it was started with --control-token.',
  )
}

function presents(request: HttpRequest, token: string): boolean {
  const [, credentials] = /^bearer +([^\s]+) *$/i.exec(requestHeader(request, 'authorization') ?? '') ?? []
  return credentials !== undefined && equalInTime(credentials, token)
}

/** Takes as long for a wrong text as for the right one. */
function equalInTime(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let index = 0; index < wanted.length; index += 1) {
    difference |= given.charCodeAt(index % (given.length || 1)) ^ wanted.charCodeAt(index)
  }
  return difference === 0
}

function unauthorized(): Refused {
  return refuse(401, 'unauthorized', 'The control token is needed, as a bearer token.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="stablehand control plane"' },
  })
}

const forbidden = (code: string, reason: string): Refused => refuse(403, code, reason)

/** Undefined for what names no host, such as `null`. */
function hostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name)
  )
}

/** The address of the connection, and those a proxy tells of. None for a request of the same program. */
function clientsOf(request: HttpRequest): readonly string[] {
  const forwarded = requestHeader(request, 'x-forwarded-for')?.split(',') ?? []
  const addresses = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  return request.client === undefined ? addresses : [request.client, ...addresses]
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127(\.\d+){3}$/i.test(address)
}
