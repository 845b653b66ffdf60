import { equalJson, type JsonObject } from '../../../spec/json.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, sentRecord, targetOf } from '../identity/identity.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'

/** What a write makes of a record. */
export interface Written {
  /** Undefined if the request creates the record, or there is none. */
  readonly before: JsonObject | undefined
  /** What was sent and, in a partial update, what it leaves as it is. */
  readonly record: JsonObject
}

export function writtenRecord(
  { operation, resource }: Endpoint,
  { request, records }: RequestContext,
): MaybePromise<Written> {
  const sent = sentRecord(operation, request) ?? {}
  const id = operation.role === 'create' ? undefined : targetOf(resource, operation, request)
  return after(id === undefined ? undefined : records.get(id), (before) => ({
    before,
    record: /^(?:update|action)$/.test(operation.role)
      ? { ...before, ...sent }
      : { ...sent, ...fixedByPath(operation, request) },
  }))
}

/** Whether the write leaves these properties as they are: then it cannot break a rule about them. */
export const keeps = ({ before, record }: Written, properties: readonly string[]): boolean =>
  before !== undefined && properties.every((name) => equalJson(before[name] ?? null, record[name] ?? null))

/** Returns a predicate for the records other than the one that a request replaces or changes. */
export function isAnother(
  { operation, resource }: Endpoint,
  { request }: RequestContext,
): (record: JsonObject) => boolean {
  const { idProperty } = resource
  const target = operation.role === 'create' ? undefined : targetOf(resource, operation, request)
  return (record) =>
    target === undefined || idProperty === undefined || String(idOf(record[idProperty])) !== String(target)
}
