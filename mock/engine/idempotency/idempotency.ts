import { isJsonObject, stringifyJson, type JsonObject } from '../../../spec/json.ts'
import { ok, refuse, type Ok, type Outcome } from '../../behaviour.ts'
import type { Transaction } from '../../store/store.ts'
import { entityTag } from '../conditional/entity-tag.ts'
import type { Exchange } from '../exchange.ts'
import { requestHeader } from '../header-field.ts'

/** Where the store keeps the answers to replay; no path of a document can be called so. */
const answers = '/_mock/idempotency'

/** Whether that is the name of the header field. */
export const isKey = (name: string): boolean => name.toLowerCase() === 'idempotency-key'

/** The key of a request whose operation knows the Idempotency-Key field; keys of different operations are different. */
export function idempotencyKey({ plan, request }: Exchange): string | undefined {
  if (!plan?.hasIdempotencyKey) return undefined
  const key = requestHeader(request, 'idempotency-key')
  return key === undefined ? undefined : `${plan.operation.id} ${key}`
}

/**
 * Lets one request at a time act under a key: 409 to others meanwhile
 * (draft-ietf-httpapi-idempotency-key-header-07 §2.6).
 */
export async function exclusively(
  exchange: Exchange,
  key: string,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const release = await exchange.engine.store.claim(key)
  if (release === undefined) {
    return refuse(
      409,
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still being answered.',
    )
  }
  try {
    return await act()
  } finally {
    await release()
  }
}

/** Answers from the first success under this key, or acts and remembers a success. A failure is not remembered. */
export async function once(
  exchange: Exchange,
  key: string,
  tx: Transaction,
  act: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const request = fingerprint(exchange)
  const known = await tx.collection(answers).get(key)
  if (known !== undefined) return known['request'] === request ? replay(exchange, known) : reused(exchange)
  const outcome = await act()
  if (outcome.kind === 'ok') await tx.collection(answers).put(key, record(request, outcome, exchange.tag))
  return outcome
}

async function reused({ engine, plan }: Exchange): Promise<Outcome> {
  // Loaded when needed: most clients never do so.
  const { reusedStatus } = await import('./reused-key.ts')
  const status = (plan && reusedStatus(engine.document, plan.operation)) ?? 422
  return refuse(status, 'idempotency_key_reused', 'This Idempotency-Key was used for another request before.')
}

/** What makes two requests the same: parameters of path and query, and the body as read. */
function fingerprint({ values }: Exchange): string {
  const body = values?.body instanceof Uint8Array ? entityTag(values.body) : (values?.body ?? null)
  return entityTag(stringifyJson([values?.path ?? {}, values?.query ?? {}, body]))
}

function record(request: string, { status, headers, body }: Ok, tag: string | undefined): JsonObject {
  const known = { request, status, headers: headers ?? {} }
  return { ...known, ...(tag !== undefined && { tag }), ...(body !== undefined && { body }) }
}

function replay(exchange: Exchange, known: JsonObject): Outcome {
  if (typeof known['tag'] === 'string') exchange.tag = known['tag']
  const headers = isJsonObject(known['headers']) ? (known['headers'] as Readonly<Record<string, string>>) : {}
  return ok(Number(known['status']), known['body'], headers)
}
