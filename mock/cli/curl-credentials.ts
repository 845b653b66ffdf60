import type { Operation, SecurityScheme } from '../../spec/document.ts'
import { quoteLiteral } from '../../spec/util/shell.ts'

/** What a curl command needs to authenticate. */
interface Credentials {
  readonly flags: readonly string[]
  /** Parameters of the query, percent-encoded. */
  readonly query: readonly string[]
  /** The names of API keys, which a document may declare as parameters too. */
  readonly names: readonly string[]
}

export const noCredentials: Credentials = { flags: [], query: [], names: [] }

/** The credentials for the first way to authenticate that an operation declares. */
export function credentialsFor({ security: [schemes = []] }: Operation, token: string): Credentials {
  const parts = schemes.map(({ scheme }) => credentialsOf(scheme, token))
  return {
    flags: parts.flatMap(({ flags }) => flags),
    query: parts.flatMap(({ query }) => query),
    names: parts.flatMap(({ names }) => names),
  }
}

function credentialsOf(scheme: SecurityScheme, token: string): Credentials {
  if (scheme.type === 'mutualTLS') return noCredentials
  if (scheme.type === 'apiKey') return apiKey(scheme, token)
  if (scheme.scheme === 'basic') return withFlags('-u', quoteLiteral(`user:${token}`))
  if (scheme.scheme === 'digest') return withFlags('--digest', '-u', quoteLiteral(`user:${token}`))
  const name = scheme.scheme?.replace(/^[a-z]/, (letter) => letter.toUpperCase()) ?? 'Bearer'
  return header(`Authorization: ${name} ${token}`)
}

function apiKey({ parameterName: name = '', in: place }: SecurityScheme, token: string): Credentials {
  const names = [name]
  if (place === 'query')
    return { flags: [], query: [`${encodeURIComponent(name)}=${encodeURIComponent(token)}`], names }
  return { ...header(place === 'cookie' ? `Cookie: ${name}=${token}` : `${name}: ${token}`), names }
}

const header = (text: string): Credentials => withFlags('-H', quoteLiteral(text))

function withFlags(...flags: readonly string[]): Credentials {
  return { ...noCredentials, flags }
}
