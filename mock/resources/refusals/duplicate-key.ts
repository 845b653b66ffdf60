import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { uniqueKeyOf, type UniqueKey } from '../../../spec/inference/records/unique-keys.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Resource } from '../../../spec/resources.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, sentRecord } from '../records/identity.ts'
import { isAnother } from './written-record.ts'

/**
 * Refuses a value that must be unique and that another record has. Undefined where the document says so of no property, or of
 * several.
 */
export function duplicateKey(endpoint: Endpoint): WriteCheck | undefined {
  const { operation, resource } = endpoint
  const key = keyOf(endpoint)
  if (!key) return undefined
  return (context) => {
    const value = sentRecord(operation, context.request)?.[key.property]
    if (typeof value !== 'string') return undefined
    return after(withValue(context.records, key, value), (found) =>
      found.some(isAnother(endpoint, context)) ? duplicateOf(resource, key) : undefined,
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

function keyOf(endpoint: Endpoint): UniqueKey | undefined {
  const { options, declared, operation, resource, accepted } = endpoint
  if (!accepted || !/^(?:create|replace|update)$/.test(operation.role)) return undefined
  const write = { operation: declared, sent: accepted }
  return uniqueKeyOf(options.document, resource.record, write, recordCreation(options.document, resource))
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
