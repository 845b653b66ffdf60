import { uniqueKeyOf, type UniqueKey } from '../../../spec/inference/records/unique-keys.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Resource } from '../../../spec/resources.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import { acceptedBy } from '../../../spec/inference/bodies/accepted-schema.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nounOf, sentRecord, targetOf } from '../records/identity.ts'

/**
 * Refuses a value that must be unique and that another record has. Undefined where the document says so of no property, or of
 * several.
 */
export function duplicateKey(endpoint: Endpoint): WriteCheck | undefined {
  const { operation, resource } = endpoint
  const key = keyOf(endpoint)
  if (!key) return undefined
  return ({ request, records }) => {
    const value = sentRecord(operation, request)?.[key.property]
    if (typeof value !== 'string') return undefined
    const target = operation.role === 'create' ? undefined : targetOf(resource, operation, request)
    const isOther = (record: JsonObject): boolean =>
      target === undefined ||
      resource.idProperty === undefined ||
      String(idOf(record[resource.idProperty])) !== String(target)
    return after(withValue(records, key, value), (found) =>
      found.some(isOther) ? duplicateOf(resource, key) : undefined,
    )
  }
}

function duplicateOf(resource: Resource, { property, status, pointer }: UniqueKey): Refused {
  const message = `Another ${nounOf(resource)} has this ${property}.`
  const issue = {
    in: 'body',
    path: `/${escapeToken(property)}`,
    keyword: 'unique',
    message,
    schema: pointer,
  } as const
  return refuse(status, 'already_exists', message, { details: [issue] })
}

function keyOf({ options, declared, operation, resource, accepted }: Endpoint): UniqueKey | undefined {
  const { document, byId } = options
  if (!accepted || !/^(?:create|replace|update)$/.test(operation.role)) return undefined
  const creation = resource.operations.find(({ role }) => role === 'create')
  const declaredCreation = creation && byId.get(creation.operationId)
  const sent =
    creation && declaredCreation && acceptedBy(document, declaredCreation, creation, resource.nesting)
  const creates = declaredCreation && sent ? { operation: declaredCreation, sent } : undefined
  return uniqueKeyOf(document, resource.record, { operation: declared, sent: accepted }, creates)
}

function withValue(
  records: Collection,
  { property, ignoresCase }: UniqueKey,
  value: string,
): MaybePromise<readonly JsonObject[]> {
  if (!ignoresCase)
    return after(records.list({ where: [{ property, values: [value] }], limit: 2 }), ({ items }) => items)
  const wanted = value.toLowerCase()
  return after(records.list(), ({ items }) =>
    items.filter(({ [property]: other }) => typeof other === 'string' && other.toLowerCase() === wanted),
  )
}
