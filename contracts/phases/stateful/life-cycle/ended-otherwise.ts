import type { SchemaNode } from '../../../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { isState, statesOf } from '../../../api/state-values.ts'
import type { LifeStep } from './stale-reads.ts'

/** States that services give to records instead of removing them. */
const endings =
  /^(?:expired|cancell?ed|deleted|removed|archived|revoked|terminated|inactive|disabled|deactivated)$/i

/** Whether a deletion may leave a record in another state: its response shows the record, or the record has such a state. */
export function mayEndOtherwise({ context: { api }, resource }: LifeStep, { role }: RoleOperation): boolean {
  const isIn = (node: SchemaNode): boolean =>
    (statesOf(api, node) ?? []).some((state) => typeof state === 'string' && endings.test(state))
  return (
    role.responsePath !== undefined ||
    [...recordProperties(api, resource).values()].some(
      (node) => isIn(node) || [...possiblePropertiesOf(api.document, node).values()].some(isIn),
    )
  )
}

/**
 * Whether a deletion left the record in another state instead of removing it: in one that ends it, such as `{"state": "expired"}`, or in
 * any if the response shows the record.
 */
export function isEndedOtherwise(
  { context: { api }, resource }: LifeStep,
  { role }: RoleOperation,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): boolean {
  const isEnding = (state: string): boolean => role.responsePath !== undefined || endings.test(state)
  return hasOtherState(api, recordProperties(api, resource), before ?? {}, after ?? {}, isEnding)
}

function hasOtherState(
  api: Api,
  properties: ReadonlyMap<string, SchemaNode>,
  before: JsonObject,
  after: JsonObject,
  isEnding: (state: string) => boolean,
): boolean {
  return [...properties].some(([name, node]) => {
    const [old, now]: readonly (Json | undefined)[] = [before[name], after[name]]
    if (old === undefined || now === undefined) return false
    if (isJsonObject(old) && isJsonObject(now))
      return hasOtherState(api, possiblePropertiesOf(api.document, node), old, now, isEnding)
    return typeof now === 'string' && old !== now && isState(api, node) && isEnding(now)
  })
}
