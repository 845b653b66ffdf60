import type { Mock } from '../../mock/index.ts'
import { header } from '../../spec/http.ts'
import { decodeUtf8, parseJson, stringifyJson, type Json } from '../../spec/json.ts'

export interface Answer {
  readonly status: number
  /** A response header field; the name is case-insensitive. */
  readonly header: (name: string) => string | undefined
  /** The body parsed as JSON, or undefined if it is empty. */
  readonly body: Json | undefined
}

/** Sends requests to the mock directly, without a transport: `send('POST', '/pets?x=1', { name: 'Rex' })`. */
export type Send = (
  method: string,
  target: string,
  body?: Json,
  headers?: Record<string, string>,
) => Promise<Answer>

export function clientOf(mock: Pick<Mock, 'handle'>): Send {
  return async (method, target, body, headers = {}) => {
    const [path = '', query = ''] = target.split('?', 2)
    const content = body === undefined ? undefined : new TextEncoder().encode(stringifyJson(body))
    const type = content === undefined ? {} : { 'content-type': 'application/json' }
    const response = await mock.handle({
      method,
      path,
      query,
      headers: { ...type, ...headers },
      body: content,
    })
    return {
      status: response.status,
      header: (name) => header(response.headers, name),
      body: jsonOf(response.body),
    }
  }
}

function jsonOf(body: string | Uint8Array | undefined): Json | undefined {
  const text = body instanceof Uint8Array ? decodeUtf8(body) : body
  if (text === undefined || text === '') return undefined
  const reading = parseJson(text)
  return reading.kind === 'ok' ? reading.value : text
}
