import type { Json } from './json.ts'

/** A request as it was received. */
export interface Incoming {
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** Field names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Undefined if it is larger than the server accepts. */
  readonly body: Uint8Array | undefined
}

/** A response whose body is not yet encoded. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined if there is no content. */
  readonly body: Json | undefined
}

/** A response as it is sent. */
export interface Wire {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
}

export function reply(status: number, body?: Json, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body }
}
