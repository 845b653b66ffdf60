import { Pool } from 'undici'
import { parseJson, type Json } from './json.ts'

export interface Sent {
  /** Sent as JSON, unless `text` is given. */
  readonly json?: unknown
  readonly text?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed JSON; undefined if the content is empty or is not JSON. */
  readonly body: Json | undefined
}

export interface Client {
  /** Sends the path without normalizing it. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  close(): Promise<void>
}

export function createClient(url: string): Client {
  const pool = new Pool(url)
  return {
    async send(method, path, { json, text, headers = {} } = {}) {
      const body = text ?? (json === undefined ? null : JSON.stringify(json))
      const typed = body === null ? headers : { 'content-type': 'application/json', ...headers }
      const answer = await pool.request({ method, path, body, headers: typed })
      const answered = await answer.body.text()
      return { status: answer.statusCode, headers: answer.headers, text: answered, body: tryParse(answered) }
    },
    close: () => pool.destroy(),
  }
}

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
