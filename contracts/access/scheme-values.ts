import type { SecurityScheme } from '../../spec/document.ts'
import type { TokenSource } from './oauth2.ts'
import type { AuthOptions } from './options.ts'
import {
  isAuthorization,
  isBasic,
  isBearer,
  isPair,
  prefixOf,
  takesAccessToken,
  takesLogin,
} from './security-schemes.ts'

/** Who logs in. */
export interface Account {
  readonly name: string
  readonly password: string
}

/** What a run sends for the Security Scheme Objects of a document (OpenAPI 3.0.4 §4.7.27). */
export interface SchemeValues {
  /** The value as the document describes the scheme. */
  readonly asDescribed: (scheme: SecurityScheme) => string | undefined
  /** The value; a bare token with the demanded authentication scheme before it, unless the document tells another. */
  readonly withPrefix: (scheme: SecurityScheme, demanded: string | undefined) => string | undefined
  /** Whether the value is a token for `Authorization` without an authentication scheme before it. */
  readonly isBare: (scheme: SecurityScheme, demanded: string | undefined) => boolean
  /** Whether there is a value. An access token counts before it has been fetched. */
  readonly covers: (scheme: SecurityScheme) => boolean
  /** Whether the value is meant for the scheme: given a choice, a token without a colon is not for Basic. */
  readonly suits: (scheme: SecurityScheme) => boolean
  /** The name and password that may be exchanged for an access token or a session. */
  readonly accountOf: (scheme: SecurityScheme) => Account | undefined
}

/**
 * The values given for a run: for a scheme by its name, for all Basic schemes, or for all.
 * @param tokens the source of access tokens at the time
 */
export function createSchemeValues(
  { token, basic, schemes = {} }: AuthOptions,
  tokens: () => TokenSource | undefined,
): SchemeValues {
  const given = (scheme: SecurityScheme): string | undefined => schemes[scheme.name] ?? token
  const accountOf = (scheme: SecurityScheme): Account | undefined =>
    takesLogin(scheme) ? accountIn(given(scheme)) : undefined
  const ofKind = (scheme: SecurityScheme): string | undefined => {
    if (isBasic(scheme)) return pairOf(basic)
    return takesLogin(scheme) ? tokens()?.current : undefined
  }
  const valueOf = (scheme: SecurityScheme): string | undefined => {
    if (!accountOf(scheme)) return schemes[scheme.name] ?? ofKind(scheme) ?? token
    // A cookie or an API key may have a colon, too.
    return tokens()?.current ?? (takesAccessToken(scheme) ? undefined : given(scheme))
  }
  const isBare: SchemeValues['isBare'] = (scheme, demanded) =>
    (isAuthorization(scheme) || (demanded !== undefined && isBearer(scheme))) &&
    valueOf(scheme)?.includes(' ') === false
  const withPrefix: SchemeValues['withPrefix'] = (scheme, demanded) => {
    const value = valueOf(scheme)
    return value !== undefined && isBare(scheme, demanded)
      ? `${prefixOf(scheme) ?? demanded ?? 'Bearer'} ${value}`
      : value
  }
  const covers = (scheme: SecurityScheme): boolean =>
    valueOf(scheme) !== undefined || (tokens() !== undefined && takesLogin(scheme))
  return {
    asDescribed: (scheme) =>
      prefixOf(scheme) === undefined ? valueOf(scheme) : withPrefix(scheme, undefined),
    withPrefix,
    isBare,
    covers,
    suits: (scheme) => covers(scheme) && (!isBasic(scheme) || isPair(valueOf(scheme) ?? '')),
    accountOf,
  }
}

/** A bearer token has no colon (RFC 6750 §2.1). */
export function accountIn(value: string = ''): Account | undefined {
  const [, name, password] = /^([^:]+):(.+)$/.exec(value) ?? []
  return name === undefined || password === undefined ? undefined : { name, password }
}

export const pairOf = (basic: AuthOptions['basic']): string | undefined =>
  basic && `${basic.username}:${basic.password}`
