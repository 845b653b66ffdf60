import type { OAuth2Options } from './oauth2.ts'

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
