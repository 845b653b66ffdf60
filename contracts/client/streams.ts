import type { Received } from './client.ts'

/** Milliseconds that a streamed response is read for, after its header section. */
export const streamTime = 300

/** Media types of content that is sent in parts and need not end. */
const streamed =
  /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)|application\/stream\+json|multipart\/x-mixed-replace|(?:audio|video)\/.+)$/

/** Whether a response with these header fields is a stream. */
export function isStreamed(fields: Received['fields']): boolean {
  const type = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type !== undefined && streamed.test(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')
}
