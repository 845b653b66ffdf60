import type { Operation, SecurityScheme } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { isConfidential, variableOf, type Secret } from '../findings/redact.ts'
import {
  basicPair,
  clientOf,
  createTokenSource,
  secretVariable,
  type OAuth2Options,
  type TokenSource,
} from './oauth2.ts'
import {
  isAuthorization,
  isBasic,
  isBearer,
  isPair,
  prefixOf,
  schemesFor,
  takesAccessToken,
  withCredential,
} from './security-schemes.ts'

/** The credentials and header fields that the run was given for its requests. */
export interface Credentials {
  /** Whether there are credentials for an operation. */
  covers(operation: Operation): boolean
  /** The request with the run's header fields, and with credentials by the operation's security requirement. */
  add(request: HttpRequest, operation: Operation | undefined): HttpRequest
  /**
   * As {@link add}, with an authentication scheme before a bare token in `Authorization` (RFC 9110 §11.6.2); undefined when that is
   * no other request. Documents converted from Swagger 2 declare bearer tokens as an API key in that header field, and Django REST
   * framework has a scheme of its own, `Token`, which the description names, or only the server.
   * @param demanded the scheme of the server's challenge
   */
  addWithScheme(
    request: HttpRequest,
    operation: Operation | undefined,
    demanded: string | undefined,
  ): HttpRequest | undefined
  /** Makes {@link add} send bare tokens with a scheme from now on, the one of the server's challenge if there was any. */
  settleOnScheme(demanded: string | undefined): void
  /** As {@link add}, with a token that cannot be valid. */
  addWrong(request: HttpRequest, operation: Operation): HttpRequest
  /** The request with those of the run's header fields that are not confidential, and without credentials. */
  withhold(request: HttpRequest, operation: Operation): HttpRequest
  /** Values to hide in reports. */
  readonly secrets: readonly Secret[]
  /** Access tokens, fetched by OAuth 2.0 or by a login; undefined when there are none. */
  readonly tokens: TokenSource | undefined
  /** The name and password to log in with, given where an operation takes an access token. */
  accountFor(operation: Operation): Account | undefined
  /** Sends the tokens of a login from now on. */
  logInWith(tokens: TokenSource): void
}

/** Who logs in. */
export interface Account {
  readonly name: string
  readonly password: string
}

/** Credentials of a run beyond a single token. */
export interface AuthOptions {
  /** Bearer token, API key, or `name:password` for Basic and for a login: for every scheme without a value of its own. */
  readonly token?: string
  readonly basic?: { readonly username: string; readonly password: string }
  /** By the name of a security scheme of the document; `name:password` for Basic and for a login. */
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

/** Creates the credentials of a run, used by the Security Scheme Objects of the document (OpenAPI 3.0.4 §4.7.27). */
export function createCredentials({
  token: given,
  headers,
  auth = {},
  timeout = 10_000,
}: CredentialOptions): Credentials {
  const token = given ?? auth.token
  let hasScheme = false
  let settled: string | undefined
  const confidential = Object.entries(headers).filter(([name]) => isConfidential(name))
  const open = Object.fromEntries(Object.entries(headers).filter(([name]) => !isConfidential(name)))
  const wrong = Object.fromEntries(
    confidential.map(([name, value]) => [name, value.replace(/[^ ]+$/, noSuchToken)]),
  )
  let tokens = auth.oauth2 && createTokenSource(auth.oauth2, timeout)
  const givenFor = (scheme: SecurityScheme): string | undefined => auth.schemes?.[scheme.name] ?? token
  const accountOf = (scheme: SecurityScheme): Account | undefined =>
    takesAccessToken(scheme) ? accountIn(givenFor(scheme)) : undefined
  const valueOf = (scheme: SecurityScheme): string | undefined => {
    if (accountOf(scheme)) return tokens?.current
    return (
      auth.schemes?.[scheme.name] ??
      (isBasic(scheme) ? pairOf(auth.basic) : takesAccessToken(scheme) ? tokens?.current : undefined) ??
      token
    )
  }
  const isBare = (scheme: SecurityScheme, demanded: string | undefined): boolean =>
    (isAuthorization(scheme) || (demanded !== undefined && isBearer(scheme))) &&
    valueOf(scheme)?.includes(' ') === false
  const withSchemeOf =
    (demanded: string | undefined) =>
    (scheme: SecurityScheme): string | undefined => {
      const value = valueOf(scheme)
      return value !== undefined && isBare(scheme, demanded)
        ? `${prefixOf(scheme) ?? demanded ?? 'Bearer'} ${value}`
        : value
    }
  const asDescribed = (scheme: SecurityScheme): string | undefined =>
    prefixOf(scheme) === undefined ? valueOf(scheme) : withSchemeOf(undefined)(scheme)
  const withCredentials = (
    request: HttpRequest,
    operation: Operation | undefined,
    credentialOf: (scheme: SecurityScheme) => string | undefined,
  ): HttpRequest => {
    let result: HttpRequest = {
      ...request,
      headers: { ...undeclared(headers, operation), ...request.headers },
    }
    for (const scheme of schemesFor(operation, suits, covered)) {
      const value = credentialOf(scheme)
      if (value !== undefined) result = withCredential(result, scheme, value)
    }
    return result
  }
  // An access token counts before it has been fetched.
  const covered = (scheme: SecurityScheme): boolean =>
    valueOf(scheme) !== undefined || (tokens !== undefined && takesAccessToken(scheme))
  // Given a choice of schemes, a token without a colon is not for Basic.
  const suits = (scheme: SecurityScheme): boolean =>
    covered(scheme) && (!isBasic(scheme) || isPair(valueOf(scheme) ?? ''))
  return {
    covers: ({ security }) =>
      security.some((each) => each.length > 0 && each.every(({ scheme }) => covered(scheme))) ||
      confidential.length > 0,
    add: (request, operation) =>
      withCredentials(request, operation, hasScheme ? withSchemeOf(settled) : asDescribed),
    addWithScheme: (request, operation, demanded) =>
      !hasScheme && schemesFor(operation, covered).some((scheme) => isBare(scheme, demanded))
        ? withCredentials(request, operation, withSchemeOf(demanded))
        : undefined,
    settleOnScheme: (demanded) => {
      hasScheme = true
      settled = demanded
    },
    addWrong: (request, operation) =>
      withCredentials(
        { ...request, headers: { ...request.headers, ...wrong } },
        operation,
        () => noSuchToken,
      ),
    withhold: (request, operation) => ({
      ...request,
      headers: { ...undeclared(open, operation), ...omit(request.headers, wrong) },
    }),
    secrets: [
      ...confidential.map(([name, value]) => ({ value, variable: `STABLEHAND_${variableOf(name)}` })),
      ...(token === undefined ? [] : secretsOf(token)),
      ...secretsIn(auth),
    ],
    get tokens() {
      return tokens
    },
    accountFor: ({ security }) => {
      const schemes = security.flat().map(({ scheme }) => scheme)
      return schemes.map(accountOf).find((each) => each !== undefined)
    },
    logInWith: (source) => {
      tokens = source
    },
  }
}

/** The header fields that are not parameters of the operation: whether to send those is up to the draft. */
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

/** A bearer token has no colon (RFC 6750 §2.1). */
function accountIn(value: string = ''): Account | undefined {
  const [, name, password] = /^([^:]+):(.+)$/.exec(value) ?? []
  return name === undefined || password === undefined ? undefined : { name, password }
}

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

/** The token and its base64 form, in which Basic authentication sends it. */
function secretsOf(token: string, variable: string = tokenVariable): readonly Secret[] {
  const encoded = Buffer.from(token, 'utf8').toString('base64')
  const account = accountIn(token)
  return [
    ...(account ? [{ value: account.password, variable: 'STABLEHAND_PASSWORD' }] : []),
    { value: token, variable },
    { value: encoded, variable: `${variable}_BASE64` },
  ]
}
