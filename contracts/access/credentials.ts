import type { Operation, SecurityScheme } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { createTokenSource, type TokenSource } from './oauth2.ts'
import type { CredentialOptions } from './options.ts'
import { createSchemeValues, type Account } from './scheme-values.ts'
import { isConfidential, type Secret } from './secret-names.ts'
import { secretsOf } from './secrets.ts'
import { schemesFor, withCredential } from './security-schemes.ts'

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

const noSuchToken = 'stablehand-no-such-token'
export const accessTokenVariable = 'STABLEHAND_ACCESS_TOKEN'

/** Creates the credentials of a run. */
export function createCredentials(options: CredentialOptions): Credentials {
  const { token, headers, auth = {}, timeout = 10_000 } = options
  let hasScheme = false
  let settled: string | undefined
  let tokens = auth.oauth2 && createTokenSource(auth.oauth2, timeout)
  const values = createSchemeValues({ ...auth, ...(token !== undefined && { token }) }, () => tokens)
  const isSecret = ([name]: readonly [string, unknown]): boolean => isConfidential(name)
  const fields = Object.entries(headers)
  const open = Object.fromEntries(fields.filter((field) => !isSecret(field)))
  const wrong = Object.fromEntries(
    fields.filter(isSecret).map(([name, value]) => [name, value.replace(/[^ ]+$/, noSuchToken)]),
  )
  const withCredentials = (
    request: HttpRequest,
    operation: Operation | undefined,
    credentialOf: (scheme: SecurityScheme) => string | undefined,
  ): HttpRequest => {
    let result: HttpRequest = {
      ...request,
      headers: { ...undeclared(headers, operation), ...request.headers },
    }
    for (const scheme of schemesFor(operation, values.suits, values.covers)) {
      const value = credentialOf(scheme)
      if (value !== undefined) result = withCredential(result, scheme, value)
    }
    return result
  }
  const prefixed =
    (demanded: string | undefined) =>
    (scheme: SecurityScheme): string | undefined =>
      values.withPrefix(scheme, demanded)
  return {
    covers: ({ security }) =>
      security.some((each) => each.length > 0 && each.every(({ scheme }) => values.covers(scheme))) ||
      fields.some(isSecret),
    add: (request, operation) =>
      withCredentials(request, operation, hasScheme ? prefixed(settled) : values.asDescribed),
    addWithScheme: (request, operation, demanded) =>
      !hasScheme && schemesFor(operation, values.covers).some((scheme) => values.isBare(scheme, demanded))
        ? withCredentials(request, operation, prefixed(demanded))
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
    secrets: secretsOf(options),
    get tokens() {
      return tokens
    },
    accountFor: ({ security }) => {
      const schemes = security.flat().map(({ scheme }) => scheme)
      return schemes.map(values.accountOf).find((each) => each !== undefined)
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
