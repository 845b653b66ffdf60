import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { after, reduceAfter, type MaybePromise } from '../../../maybe-promise.ts'
import { idOf } from '../../identity/identity.ts'
import type { RecordLookup, SentChange } from '../../linker.ts'
import type { Links } from '../links.ts'
import { repeatedValue, type Repeated } from './repeated.ts'

/** Sets the properties that repeat those of other records; null where there is no other record. */
export const repeatAll = (
  repeated: readonly Repeated[],
  record: JsonObject,
  lookup: RecordLookup,
): MaybePromise<JsonObject> =>
  reduceAfter<Repeated, JsonObject>(repeated, record, (partial, each) => repeatOne(each, partial, lookup))

function repeatOne(repeated: Repeated, record: JsonObject, lookup: RecordLookup): MaybePromise<JsonObject> {
  const { by, property, accepts } = repeated
  const [id] = referencedIds(record[by.property], by).map(idOf)
  return after(id === undefined ? undefined : lookup.peek(by.resource, id), (other) => {
    const value = other ? repeatedValue(repeated, other, record) : null
    const isKnown = other !== undefined || id === undefined
    return isKnown && value !== undefined && value !== record[property] && accepts(value)
      ? { ...record, [property]: value }
      : record
  })
}

/** Sets those of a record whose reference a change has set. */
export const repeatChanged = (
  { repeated }: Links,
  record: JsonObject,
  { before }: Pick<SentChange, 'before'>,
  lookup: RecordLookup,
): MaybePromise<JsonObject> => {
  const changed = repeated.filter(({ by, during }) =>
    [by.property, during?.lower, during?.upper].some(
      (name) => name !== undefined && before?.[name] !== record[name],
    ),
  )
  return changed.length === 0 ? record : repeatAll(changed, record, lookup)
}

/** Sets those of a part, such as the line of an order, that clients have not sent. */
export const repeatMissing = (
  { repeated }: Links,
  part: JsonObject,
  lookup: RecordLookup,
): MaybePromise<JsonObject> =>
  repeatAll(
    repeated.filter(({ property }) => !Object.hasOwn(part, property)),
    part,
    lookup,
  )

/** Whether parts of records repeat properties of other records. */
export const repeatsInParts = ({ parts }: Links): boolean =>
  parts.some(({ links }) => links.repeated.length > 0 || repeatsInParts(links))
