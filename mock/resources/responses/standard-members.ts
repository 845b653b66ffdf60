import type { Operation } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { singular } from '../../../spec/inference/prose/words.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { isArray, isJsonObject, memberAt, type Json } from '../../../spec/json.ts'
import { shownRecord } from '../../../spec/resources.ts'
import { possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import type { Shape } from './shape.ts'

const listResponse = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/**
 * Gives the resources of SCIM their `meta.resourceType` (RFC 7643 §3.1), and lists of them their `schemas` (RFC 7644 §3.4.2). Undefined
 * for records without these.
 */
export function createStandardMembers(
  { document, model }: CrudOptions,
  operation: Operation,
): Shape | undefined {
  const { resource, operation: role } = model.roles.get(operation.id) ?? {}
  const path = role?.responsePath
  if (!resource || !path || !propertyAt(document, shownRecord(resource), ['meta', 'resourceType']))
    return undefined
  if (!possiblePropertiesOf(document, shownRecord(resource)).has('schemas')) return undefined
  const type = singular(lastSegment(resource.name))
  const body = responseSchema(operation)
  const isListed = path.length > 0 && body && possiblePropertiesOf(document, body).has('schemas')
  const standard = (record: Json): Json => {
    if (!isJsonObject(record)) return record
    const { meta } = record
    return isJsonObject(meta) ? { ...record, meta: { ...meta, resourceType: type } } : record
  }
  return (outcome) => {
    const value = outcome.body === undefined ? undefined : memberAt(outcome.body, path)
    if (outcome.body === undefined || value === undefined) return outcome
    const all = withMember(outcome.body, {
      path,
      value: isArray(value) ? value.map(standard) : standard(value),
    })
    return {
      ...outcome,
      body: isListed ? withMember(all, { path: ['schemas'], value: [listResponse] }) : all,
    }
  }
}
