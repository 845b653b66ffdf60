import { reusedStatus } from '../../../spec/inference/reused-idempotency-keys.ts'
import { isJsonObject, stringifyJson, type JsonObject } from '../../../spec/json.ts'
import { ok, refuse, type Ok, type Outcome } from '../../behaviour.ts'
import type { Transaction } from '../../store/store.ts'
import { entityTag } from '../conditional/entity-tag.ts'
import type { Exchange } from '../exchange.ts'

/** The collection of the store that holds the answers to replay. No path of a document can have this name. */
const answersCollection = '/_mock/idempotency'

/**
 * Runs one request at a time for a key; meanwhile, others get 409
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
      'A request with the same Idempotency-Key is still in progress. Try again later.',
    )
  }
  try {
    return await act()
  } finally {
    await release()
  }
}

/** Replays the first success under this key, or runs the request and stores its success. Failures are not stored. */
export async function once(
  exchange: Exchange,
  key: string,
  tx: Transaction,
  act: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const request = fingerprint(exchange)
  const known = await tx.collection(answersCollection).get(key)
  if (known !== undefined)
    return known['request'] === request ? replay(exchange, known) : refuseReusedKey(exchange)
  const outcome = await act()
  if (outcome.kind === 'ok')
    await tx.collection(answersCollection).put(key, storedAnswer(request, outcome, exchange.tag))
  return outcome
}

function refuseReusedKey({ engine, plan }: Exchange): Outcome {
  const status = (plan && reusedStatus(engine.document, plan.operation)) ?? 422
  return refuse(
    status,
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Use a new key for each request.',
  )
}

/** A hash of what makes two requests the same: path and query parameters, and the decoded body. */
function fingerprint({ values }: Exchange): string {
  const body = values?.body instanceof Uint8Array ? entityTag(values.body) : (values?.body ?? null)
  return entityTag(stringifyJson([values?.path ?? {}, values?.query ?? {}, body]))
}

function storedAnswer(request: string, { status, headers, body }: Ok, tag: string | undefined): JsonObject {
  const known = { request, status, headers: headers ?? {} }
  return { ...known, ...(tag !== undefined && { tag }), ...(body !== undefined && { body }) }
}

function replay(exchange: Exchange, known: JsonObject): Outcome {
  if (typeof known['tag'] === 'string') exchange.tag = known['tag']
  const headers = isJsonObject(known['headers']) ? (known['headers'] as Readonly<Record<string, string>>) : {}
  return ok(Number(known['status']), known['body'], headers)
}
