import type { SchemaNode } from '../../../spec/document.ts'
import { keptKeysOf, uniqueKeysOf, type UniqueKey } from '../../../spec/inference/constraints/unique-keys.ts'
import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { areUsers } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import { refusalStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, sentRecord } from '../identity/identity.ts'
import { isAnother } from './written-record.ts'

/** Refuses a value that must be unique and that another record has. Undefined where the document says so of no property. */
export function duplicateKey(endpoint: Endpoint): WriteCheck | undefined {
  const { operation, resource } = endpoint
  const keys = keysOf(endpoint)
  if (keys.length === 0) return undefined
  return (context) => {
    const sent = sentRecord(operation, context.request)
    return reduceAfter<UniqueKey, Refused | undefined>(keys, undefined, (refusal, key) => {
      const value = sent?.[key.property]
      if (refusal || (typeof value !== 'string' && typeof value !== 'number')) return refusal
      return after(withValue(context.records, key, value), (found) =>
        found.some(isAnother(endpoint, context)) ? duplicateOf(resource, key) : undefined,
      )
    })
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

function keysOf(endpoint: Endpoint): readonly UniqueKey[] {
  const { declared, operation, resource, accepted } = endpoint
  const { document } = endpoint.options
  if (!accepted || !/^(?:create|replace|update)$/.test(operation.role)) return []
  const write = { operation: declared, sent: accepted }
  const creation = recordCreation(document, resource)
  const stated = uniqueKeysOf(document, resource.record, write, creation)
  const isKept = stated.length === 0 && creation && creation.operation !== declared
  const keys = isKept ? keptKeysOf(document, resource.record, write, creation) : stated
  return keys.length > 0 ? keys : loginKeysOf(endpoint, accepted)
}

/** What users log in with is unique, although documents seldom say so. */
function loginKeysOf({ declared, resource, options }: Endpoint, accepted: SchemaNode): readonly UniqueKey[] {
  const names = possiblePropertiesOf(options.document, accepted)
  const status = areUsers(resource.name) ? refusalStatus(declared, [409, 422, 400]) : undefined
  if (status === undefined || !names.has('password')) return []
  return [...names.keys()].flatMap((property) =>
    /^(?:email|user_?name)$/i.test(property)
      ? [{ property, status, ignoresCase: true, isInvariant: true, pointer: declared.pointer }]
      : [],
  )
}

function withValue(
  records: Collection,
  { property, ignoresCase }: UniqueKey,
  value: string | number,
): MaybePromise<readonly JsonObject[]> {
  const where = [{ property, values: [value], ignoresCase }]
  return after(records.list({ where, limit: 2 }), ({ items }) => items)
}
