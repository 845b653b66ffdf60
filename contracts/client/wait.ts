import { setTimeout } from 'node:timers/promises'
import type { HttpRequest } from '../../spec/http.ts'
import type { Delivery } from './client.ts'
import { httpClient } from './http-client.ts'

/** Milliseconds between two attempts. */
const pause = 200

/** Statuses by which a gateway says that the server is not up yet (RFC 9110 §15.6.3 to §15.6.5). */
const gatewayErrors = new Set([502, 503, 504])

const base: HttpRequest = { method: 'GET', path: '/', query: '', headers: {}, body: undefined }

/**
 * Requests the base URL again and again until the API answers, with whatever status.
 *
 * @returns undefined, or the last problem when there is no answer within `milliseconds`
 */
export async function untilAnswered(url: URL, milliseconds: number): Promise<string | undefined> {
  const end = performance.now() + milliseconds
  const client = httpClient(url, { connections: 1, timeout: milliseconds, maxBytes: 0 })
  try {
    for (;;) {
      const problem = problemOf(await client.send(base))
      if (problem === undefined || performance.now() + pause >= end) return problem
      await setTimeout(pause)
    }
  } finally {
    await client.close()
  }
}

function problemOf(delivery: Delivery): string | undefined {
  if (delivery.kind === 'failed') return delivery.message
  const { status } = delivery.exchange.response
  return gatewayErrors.has(status) ? `the answer is ${String(status)}` : undefined
}
