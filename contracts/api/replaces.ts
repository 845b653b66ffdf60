import { resetsOmitted } from '../../spec/inference/records/described-writes.ts'
import { isPartialPut } from '../../spec/inference/records/partial-put.ts'
import type { Resource } from '../../spec/resources.ts'
import { sentSchema, type Api, type RoleOperation } from './api.ts'

/**
 * Whether a change gives up what it omits: it replaces the whole record (RFC 9110 §9.3.4), or its description says so. A PUT that needs
 * less than a creation changes only what it is sent.
 */
export function replaces(api: Api, resource: Resource, change: RoleOperation): boolean {
  const { operation, role } = change
  if (operation.method === 'PUT' && resetsOmitted(operation)) return true
  const sent = sentSchema(api, change)
  return role.role === 'replace' && !(sent && isPartialPut(api.document, resource, sent))
}
