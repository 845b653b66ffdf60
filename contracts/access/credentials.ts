import type { Operation, SecurityScheme } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import {
  basicPair,
  clientOf,
  createTokenSource,
  secretVariable,
  type OAuth2Options,
  type TokenSource,
} from './oauth2.ts'
import type { Secret } from '../findings/redact.ts'
import { isConfidential, variableOf } from '../findings/redact.ts'

export interface Credentials {
  /** Whether there are any for this operation. */
  covers(operation: Operation): boolean
  /** The request with the run's own headers, and the token where the operation takes one. */
  add(request: HttpRequest, operation: Operation | undefined): HttpRequest
  /**
   * As {@link add}, with the scheme `Bearer` before a bare token in `Authorization`, which takes a scheme (RFC 9110 §11.6.2);
   * undefined where none is sent. Documents that were Swagger 2 have no other way to ask for a bearer token.
   */
  addAsBearer(request: HttpRequest, operation: Operation | undefined): HttpRequest | undefined
  /** From now on that is how a bare token is sent. */
  settleOnBearer(): void
  /** As {@link add}, with a token that cannot be right. */
  addWrong(request: HttpRequest, operation: Operation): HttpRequest
  /** The request with the run's own headers, none of them confidential. */
  withhold(request: HttpRequest, operation: Operation): HttpRequest
  /** What must not be in a report. */
  readonly secrets: readonly Secret[]
  /** Tokens that have to be fetched; undefined when all is known from the beginning. */
  readonly tokens: TokenSource | undefined
}

/** How the run is let in, beyond a single token. */
export interface AuthOptions {
  /** Bearer token, API key, or `name:password` for Basic: for every scheme without a value of its own. */
  readonly token?: string
  readonly basic?: { readonly username: string; readonly password: string }
  /** By the name of a security scheme of the document; `name:password` for Basic. */
  readonly schemes?: Readonly<Record<string, string>>
  readonly oauth2?: OAuth2Options
}

export interface CredentialOptions {
  /** Bearer token, API key, or `name:password` for Basic. */
  readonly token: string | undefined
  /** Sent with every request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly auth?: AuthOptions
  /** Milliseconds to wait for an access token. */
  readonly timeout?: number
}

export const tokenVariable = 'STABLEHAND_TOKEN'
const noSuchToken = 'stablehand-no-such-token'
export const accessTokenVariable = 'STABLEHAND_ACCESS_TOKEN'

/** What the runner shows to be let in (OpenAPI 3.0.4 §4.7.27). */
export function createCredentials({
  token: given,
  headers,
  auth = {},
  timeout = 10_000,
}: CredentialOptions): Credentials {
  const token = given ?? auth.token
  let isBearer = false
  const confidential = Object.entries(headers).filter(([name]) => isConfidential(name))
  const open = Object.fromEntries(Object.entries(headers).filter(([name]) => !isConfidential(name)))
  const wrong = Object.fromEntries(
    confidential.map(([name, value]) => [name, value.replace(/[^ ]+$/, noSuchToken)]),
  )
  const tokens = auth.oauth2 && createTokenSource(auth.oauth2, timeout)
  const valueOf = (scheme: SecurityScheme): string | undefined =>
    auth.schemes?.[scheme.name] ??
    (isBasic(scheme) ? pairOf(auth.basic) : takesAccessToken(scheme) ? tokens?.current : undefined) ??
    token
  const isBare = (scheme: SecurityScheme): boolean =>
    isAuthorization(scheme) && valueOf(scheme)?.includes(' ') === false
  const bearerOf = (scheme: SecurityScheme): string | undefined => {
    const value = valueOf(scheme)
    return value !== undefined && isBare(scheme) ? `Bearer ${value}` : value
  }
  const show = (
    request: HttpRequest,
    operation: Operation | undefined,
    of: (scheme: SecurityScheme) => string | undefined,
  ): HttpRequest => {
    const own = { ...request, headers: { ...undeclared(headers, operation), ...request.headers } }
    return schemesOf(operation, suits, covered).reduce((sofar, scheme) => {
      const value = of(scheme)
      return value === undefined ? sofar : present(sofar, scheme, value)
    }, own)
  }
  // An access token counts before it is there.
  const covered = (scheme: SecurityScheme): boolean =>
    valueOf(scheme) !== undefined || (tokens !== undefined && takesAccessToken(scheme))
  // A token that is no pair is for another scheme, where there is a choice.
  const suits = (scheme: SecurityScheme): boolean =>
    covered(scheme) && (!isBasic(scheme) || isPair(valueOf(scheme) ?? ''))
  return {
    covers: ({ security }) =>
      security.some((each) => each.length > 0 && each.every(({ scheme }) => covered(scheme))) ||
      confidential.length > 0,
    add: (request, operation) => show(request, operation, isBearer ? bearerOf : valueOf),
    addAsBearer: (request, operation) =>
      !isBearer && schemesOf(operation, covered).some(isBare)
        ? show(request, operation, bearerOf)
        : undefined,
    settleOnBearer: () => {
      isBearer = true
    },
    addWrong: (request, operation) =>
      show({ ...request, headers: { ...request.headers, ...wrong } }, operation, () => noSuchToken),
    withhold: (request, operation) => ({
      ...request,
      headers: { ...undeclared(open, operation), ...omit(request.headers, wrong) },
    }),
    secrets: [
      ...confidential.map(([name, value]) => ({ value, variable: `STABLEHAND_${variableOf(name)}` })),
      ...(token === undefined ? [] : secretsOf(token)),
      ...secretsIn(auth),
    ],
    tokens,
  }
}

/** Those that are no parameters of the operation: these are the draft's to send, or to leave out. */
function undeclared(
  headers: Readonly<Record<string, string>>,
  operation: Operation | undefined,
): Readonly<Record<string, string>> {
  const declared = operation?.parameters.filter((each) => each.in === 'header') ?? []
  return omit(headers, Object.fromEntries(declared.map(({ name }) => [name.toLowerCase(), true])))
}

const omit = <T>(
  fields: Readonly<Record<string, T>>,
  names: Readonly<Record<string, unknown>>,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(names, name)))

const isAuthorization = ({ type, in: place, parameterName }: SecurityScheme): boolean =>
  type === 'apiKey' && place === 'header' && parameterName?.toLowerCase() === 'authorization'

const isBasic = ({ type, scheme }: SecurityScheme): boolean => type === 'http' && scheme === 'basic'

/** Whether a value for Basic is `name:password`, encoded or not. */
const isPair = (value: string): boolean =>
  value.includes(':') || Buffer.from(value, 'base64').toString('utf8').includes(':')

const takesAccessToken = ({ type, scheme }: SecurityScheme): boolean =>
  type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme === 'bearer')

const pairOf = (basic: AuthOptions['basic']): string | undefined =>
  basic && `${basic.username}:${basic.password}`

function secretsIn({ basic, schemes = {}, oauth2 }: AuthOptions): readonly Secret[] {
  const pair = pairOf(basic)
  const client = oauth2 && clientOf(oauth2)
  return [
    ...(basic && pair !== undefined
      ? [{ value: basic.password, variable: 'STABLEHAND_PASSWORD' }, ...secretsOf(pair, 'STABLEHAND_BASIC')]
      : []),
    ...Object.entries(schemes).flatMap(([name, value]) => secretsOf(value, `STABLEHAND_${variableOf(name)}`)),
    ...(client
      ? [
          { value: client.secret, variable: secretVariable },
          { value: basicPair(client.id, client.secret), variable: `${secretVariable}_BASE64` },
        ]
      : []),
  ]
}

/** A Basic pair travels in base64. */
function secretsOf(token: string, variable: string = tokenVariable): readonly Secret[] {
  const encoded = Buffer.from(token, 'utf8').toString('base64')
  return [
    { value: token, variable },
    { value: encoded, variable: `${variable}_BASE64` },
  ]
}

const bearer: SecurityScheme = {
  name: 'bearer',
  type: 'http',
  scheme: 'bearer',
  in: undefined,
  parameterName: undefined,
  raw: {},
}

/**
 * The schemes of the first requirement that what is given suits, or can meet, or that asks for any; a bearer token where the
 * document says nothing of security.
 */
function schemesOf(
  operation: Operation | undefined,
  ...wanted: readonly ((scheme: SecurityScheme) => boolean)[]
): readonly SecurityScheme[] {
  const requirements = operation?.security.filter((requirement) => requirement.length > 0) ?? []
  const met = wanted.flatMap((isMet) =>
    requirements.filter((requirement) => requirement.every(({ scheme }) => isMet(scheme))),
  )
  const asking = met[0] ?? requirements[0]
  if (asking) return asking.map(({ scheme }) => scheme)
  return operation?.security.length === 0 || operation === undefined ? [bearer] : []
}

function present(request: HttpRequest, scheme: SecurityScheme, token: string): HttpRequest {
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
    return field('authorization', /^bearer /i.test(token) ? token : `Bearer ${token}`)
  const name = scheme.parameterName ?? 'authorization'
  if (scheme.in === 'header') return field(name.toLowerCase(), token)
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`
  if (scheme.in === 'query')
    return { ...request, query: request.query === '' ? pair : `${request.query}&${pair}` }
  const before = request.headers['cookie']
  return field('cookie', before === undefined ? pair : `${[before].flat().join('; ')}; ${pair}`)
}
