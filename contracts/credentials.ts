import type { Operation, SecurityScheme } from '../spec/document.ts'
import type { HttpRequest } from '../spec/http.ts'
import type { Secret } from './redact.ts'
import { isConfidential, variableOf } from './redact.ts'

export interface Credentials {
  /** Whether there are any for this operation. */
  covers(operation: Operation): boolean
  /** The request with the run's own headers, and the token where the operation takes one. */
  add(request: HttpRequest, operation: Operation | undefined): HttpRequest
  /** As {@link add}, with a token that cannot be right. */
  addWrong(request: HttpRequest, operation: Operation): HttpRequest
  /** The request with the run's own headers, none of them confidential. */
  withhold(request: HttpRequest): HttpRequest
  /** What must not be in a report. */
  readonly secrets: readonly Secret[]
}

export interface CredentialOptions {
  /** Bearer token, API key, or `name:password` for Basic. */
  readonly token: string | undefined
  /** Sent with every request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

export const tokenVariable = 'STABLEHAND_TOKEN'

/** What the runner shows to be let in (OpenAPI 3.0.4 §4.7.27). */
export function createCredentials({ token, headers }: CredentialOptions): Credentials {
  const confidential = Object.entries(headers).filter(([name]) => isConfidential(name))
  const open = Object.fromEntries(Object.entries(headers).filter(([name]) => !isConfidential(name)))
  const secrets = confidential.map(([name, value]) => ({ value, variable: `STABLEHAND_${variableOf(name)}` }))
  const show = (request: HttpRequest, operation: Operation | undefined, value: string | undefined): HttpRequest => {
    const own = { ...request, headers: { ...headers, ...request.headers } }
    return value === undefined ? own : schemesOf(operation).reduce((sofar, scheme) => present(sofar, scheme, value), own)
  }
  return {
    covers: (operation) => (token !== undefined && operation.security.some((each) => each.length > 0)) || confidential.length > 0,
    add: (request, operation) => show(request, operation, token),
    addWrong: (request, operation) => show(request, operation, 'stablehand-no-such-token'),
    withhold: (request) => ({ ...request, headers: { ...open, ...request.headers } }),
    secrets: [...secrets, ...(token === undefined ? [] : secretsOf(token))],
  }
}

/** A Basic pair travels in base64. */
function secretsOf(token: string): readonly Secret[] {
  const encoded = Buffer.from(token, 'utf8').toString('base64')
  return [
    { value: token, variable: tokenVariable },
    { value: encoded, variable: `${tokenVariable}_BASE64` },
  ]
}

const bearer: SecurityScheme = { name: 'bearer', type: 'http', scheme: 'bearer', in: undefined, parameterName: undefined, raw: {} }

/** The schemes of the first requirement that asks for any; a bearer token where the document says nothing of security. */
function schemesOf(operation: Operation | undefined): readonly SecurityScheme[] {
  const asking = operation?.security.find((requirement) => requirement.length > 0)
  if (asking) return asking.map(({ scheme }) => scheme)
  return operation?.security.length === 0 || operation === undefined ? [bearer] : []
}

function present(request: HttpRequest, scheme: SecurityScheme, token: string): HttpRequest {
  const field = (name: string, value: string): HttpRequest => ({ ...request, headers: { ...request.headers, [name]: value } })
  if (scheme.type === 'http' && scheme.scheme === 'basic') {
    return field('authorization', `Basic ${token.includes(':') ? Buffer.from(token, 'utf8').toString('base64') : token}`)
  }
  if (scheme.type !== 'apiKey') return field('authorization', `Bearer ${token}`)
  const name = scheme.parameterName ?? 'authorization'
  if (scheme.in === 'header') return field(name.toLowerCase(), token)
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`
  if (scheme.in === 'query') return { ...request, query: request.query === '' ? pair : `${request.query}&${pair}` }
  const before = request.headers['cookie']
  return field('cookie', before === undefined ? pair : `${[before].flat().join('; ')}; ${pair}`)
}
