import type { Received } from './client.ts'

/** Milliseconds that a response which may go on for ever is listened to, from its header section on. */
export const streamTime = 300

/** Media types whose content is meant to come bit by bit, and need not end. */
const streamed =
  /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)|application\/stream\+json|multipart\/x-mixed-replace|(?:audio|video)\/.+)$/

export function isStreamed(fields: Received['fields']): boolean {
  const type = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type !== undefined && streamed.test(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')
}
