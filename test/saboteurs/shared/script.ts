import type { Answer, Client, Sent } from './client.ts'

/** A request of a script. `json` may be the result of `text`, which is sent as it is. */
export type ScriptedRequest = readonly [
  method: string,
  path: string,
  json?: unknown,
  headers?: Sent['headers'],
]

/** A body that is sent as it is, instead of as JSON. */
export const text = (content: string | Uint8Array): { readonly text: string | Uint8Array } => ({
  text: content,
})

/** A request of a script, and the response to it. */
export interface ScriptedExchange {
  readonly method: string
  readonly path: string
  readonly answer: Answer
}

/** Sends the requests one after another. */
export async function* sendScript(
  client: Client,
  requests: readonly ScriptedRequest[],
): AsyncGenerator<ScriptedExchange> {
  for (const [method, path, json, headers = {}] of requests) {
    const content = isText(json) ? json : { json }
    yield { method, path, answer: await client.send(method, path, { ...content, headers }) }
  }
}

const unstableHeaders = new Set(['date', 'connection', 'keep-alive'])

/** Everything of an exchange that is the same in every healthy run, on one line. */
export function exchangeLine({ method, path, answer }: ScriptedExchange): string {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !unstableHeaders.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return [method, path, answer.status, JSON.stringify(headers), answer.text].join(' ')
}

function isText(json: unknown): json is { readonly text: string | Uint8Array } {
  return typeof json === 'object' && json !== null && 'text' in json
}
