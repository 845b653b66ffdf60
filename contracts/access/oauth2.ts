import { RunEnd } from '../engine/limits.ts'

/** Client credentials (RFC 6749 §4.4). */
export interface OAuth2Options {
  /** URL of the token endpoint. */
  readonly tokenUrl: string
  /** Without it `STABLEHAND_OAUTH2_CLIENT_ID`. */
  readonly clientId?: string
  /** Without it `STABLEHAND_OAUTH2_CLIENT_SECRET`. */
  readonly clientSecret?: string
  readonly scopes?: readonly string[]
}

/** Access tokens, fetched when needed and kept as long as they last. */
export interface TokenSource {
  /** Undefined before the first {@link TokenSource.prepare}. */
  readonly current: string | undefined
  /** Fetches a token when there is none that lasts. Rejects with {@link RunEnd} when none is given. */
  prepare(): Promise<void>
  /** Fetches another one in place of that token, unless that is done already. */
  replace(token: string | undefined): Promise<void>
  /** Told of every token, before it is used. */
  listen(listener: (token: string) => void): void
}

interface Token {
  readonly value: string
  /** By `performance.now()`. */
  readonly endsAt: number
}

/** A token is replaced that long before its end, in milliseconds: a request under way takes its time. */
const margin = 5000

export function createTokenSource(options: OAuth2Options, timeout: number): TokenSource {
  const client = clientOf(options)
  const listeners: ((token: string) => void)[] = []
  let token: Token | undefined
  let fetching: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    token = await fetchToken(options, client, timeout)
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
    prepare: async () => (token && performance.now() < token.endsAt ? undefined : renewOnce()),
    replace: async (used) => (token?.value === used ? renewOnce() : undefined),
    listen: (listener) => void listeners.push(listener),
  }
}

export interface ClientSecret {
  readonly id: string
  readonly secret: string
}

export const secretVariable = 'STABLEHAND_OAUTH2_CLIENT_SECRET'
export const idVariable = 'STABLEHAND_OAUTH2_CLIENT_ID'

/** Who asks for tokens: by the options, else by the environment. */
export function clientOf({ clientId, clientSecret }: OAuth2Options): ClientSecret {
  return {
    id: clientId ?? process.env[idVariable] ?? '',
    secret: clientSecret ?? process.env[secretVariable] ?? '',
  }
}

async function fetchToken(options: OAuth2Options, client: ClientSecret, timeout: number): Promise<Token> {
  if (client.id === '') throw refused(`no client id is given: set ${idVariable}`)
  const first = await ask(options, client, timeout, 'header')
  // Some servers read the client's credentials from the body only (RFC 6749 §2.3.1).
  const answer =
    first.status === 400 || first.status === 401 ? await ask(options, client, timeout, 'body') : first
  const value = answer.body['access_token']
  if (answer.status !== 200 || typeof value !== 'string' || value === '') throw refused(describe(answer))
  const seconds = Number(answer.body['expires_in'] ?? Infinity)
  const lasts = Number.isNaN(seconds) ? Infinity : seconds * 1000
  return { value, endsAt: performance.now() + Math.max(lasts - margin, lasts / 2) }
}

interface TokenAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function ask(
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
      // The secret is for this address, and for none that it names.
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

/** RFC 6749 §2.3.1: each part is form-encoded before it is put into a Basic pair. */
export function basicPair(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
  return Buffer.from(`${encode(id)}:${encode(secret)}`, 'utf8').toString('base64')
}

function describe({ status, body }: TokenAnswer): string {
  const { error, error_description: why } = body
  const said = [error, why].filter((each) => typeof each === 'string').join(', ')
  return `it answered ${String(status)}${said === '' ? '' : `: ${said}`}${status === 200 ? ' without an access token' : ''}`
}

const refused = (reason: string): RunEnd =>
  new RunEnd('unreachable', `The token endpoint gave no token: ${reason}.`)
