import { RunEnd } from '../run-end.ts'

/** The client credentials grant (RFC 6749 §4.4). */
export interface OAuth2Options {
  /** URL of the token endpoint. */
  readonly tokenUrl: string
  /** Default: the environment variable `STABLEHAND_OAUTH2_CLIENT_ID`. */
  readonly clientId?: string
  /** Default: the environment variable `STABLEHAND_OAUTH2_CLIENT_SECRET`. */
  readonly clientSecret?: string
  readonly scopes?: readonly string[]
}

/** Access tokens, fetched when needed and kept until they expire. */
export interface TokenSource {
  /** Undefined before the first {@link TokenSource.prepare}. */
  readonly current: string | undefined
  /** Fetches a token unless the current one is still valid. Rejects with {@link RunEnd} when none is issued. */
  prepare(): Promise<void>
  /** Fetches a new token if `token` is still the current one. */
  replace(token: string | undefined): Promise<void>
  /** Calls the listener with every token before it is used. */
  listen(listener: (token: string) => void): void
}

export interface Token {
  readonly value: string
  /** On the clock of `performance.now()`. */
  readonly expiresAt: number
}

/** How long before its expiry a token is replaced, in milliseconds: requests take time. */
const margin = 5000

export function createTokenSource(options: OAuth2Options, timeout: number): TokenSource {
  const client = clientOf(options)
  return renewedTokens(() => fetchToken(options, client, timeout))
}

/** Tokens of which one is fetched at a time, beginning with the first one if there is any. */
export function renewedTokens(fetchNext: () => Promise<Token>, first?: Token): TokenSource {
  const listeners: ((token: string) => void)[] = []
  let token = first
  let fetching: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    token = await fetchNext()
    for (const listener of listeners) listener(token.value)
  }
  const renewOnce = (): Promise<void> => {
    fetching ??= renew().finally(() => {
      fetching = undefined
    })
    return fetching
  }
  return {
    get current() {
      return token?.value
    },
    prepare: async () => (token && performance.now() < token.expiresAt ? undefined : renewOnce()),
    replace: async (used) => (token?.value === used ? renewOnce() : undefined),
    listen: (listener) => {
      listeners.push(listener)
      if (token) listener(token.value)
    },
  }
}

export interface ClientSecret {
  readonly id: string
  readonly secret: string
}

export const secretVariable = 'STABLEHAND_OAUTH2_CLIENT_SECRET'
export const idVariable = 'STABLEHAND_OAUTH2_CLIENT_ID'

/** The client's id and secret from the options, or else from the environment. */
export function clientOf({ clientId, clientSecret }: OAuth2Options): ClientSecret {
  return {
    id: clientId ?? process.env[idVariable] ?? '',
    secret: clientSecret ?? process.env[secretVariable] ?? '',
  }
}

async function fetchToken(options: OAuth2Options, client: ClientSecret, timeout: number): Promise<Token> {
  if (client.id === '') throw refused(`no client id is given: set ${idVariable}`)
  const first = await requestToken(options, client, timeout, 'header')
  // Some servers read the client's credentials from the body only (RFC 6749 §2.3.1).
  const answer =
    first.status === 400 || first.status === 401
      ? await requestToken(options, client, timeout, 'body')
      : first
  const value = answer.body['access_token']
  if (answer.status !== 200 || typeof value !== 'string' || value === '') throw refused(describe(answer))
  const seconds = Number(answer.body['expires_in'] ?? Infinity)
  const lifetime = Number.isNaN(seconds) ? Infinity : seconds * 1000
  return { value, expiresAt: performance.now() + Math.max(lifetime - margin, lifetime / 2) }
}

interface TokenAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function requestToken(
  { tokenUrl, scopes = [] }: OAuth2Options,
  { id, secret }: ClientSecret,
  timeout: number,
  place: 'header' | 'body',
): Promise<TokenAnswer> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scopes.length > 0) form.set('scope', scopes.join(' '))
  const headers: Record<string, string> = { accept: 'application/json' }
  if (place === 'header') headers['authorization'] = `Basic ${basicPair(id, secret)}`
  else {
    form.set('client_id', id)
    form.set('client_secret', secret)
  }
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      headers,
      body: form,
      // The secret must not be sent to the target of a redirect.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    const body: unknown = await response.json().catch(() => undefined)
    return {
      status: response.status,
      body: typeof body === 'object' && body !== null ? (body as TokenAnswer['body']) : {},
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw refused(cause instanceof Error ? cause.message : String(cause))
  }
}

/** Basic credentials of a client; each part is form-encoded first (RFC 6749 §2.3.1). */
export function basicPair(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
  return Buffer.from(`${encode(id)}:${encode(secret)}`, 'utf8').toString('base64')
}

function describe({ status, body }: TokenAnswer): string {
  const { error, error_description: description } = body
  const details = [error, description].filter((each) => typeof each === 'string').join(', ')
  const missing = status === 200 ? ' without an access token' : ''
  return `it answered ${String(status)}${details === '' ? '' : `: ${details}`}${missing}`
}

const refused = (reason: string): RunEnd =>
  new RunEnd('unreachable', `The token endpoint returned no token: ${reason}.`)
