import { versionOf } from '../../../spec/inference/identity/version.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Endpoint } from '../endpoint.ts'
import { nounOf } from '../identity/identity.ts'

/** Refuses a change that is based on another version of the record than the current one (optimistic locking). */
export function outdatedVersion(
  { resource, declared, options }: Endpoint,
  before: JsonObject,
  sent: JsonObject | undefined,
): Refused | undefined {
  const { property, guards } = versionOf(options.document, resource, options.byId) ?? {}
  const guard = guards?.get(declared.id)
  if (property === undefined || guard?.status === undefined) return undefined
  const version = sent?.[property]
  const current = before[property]
  if (version === undefined || version === null || version === current) return undefined
  const shown = typeof current === 'number' || typeof current === 'bigint' ? String(current) : 'another'
  return refuse(
    guard.status,
    'outdated',
    `The ${nounOf(resource)} has changed since: its ${property} is ${shown}.`,
  )
}
