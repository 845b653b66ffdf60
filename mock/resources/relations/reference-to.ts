import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Members, RecordLookup } from '../linker.ts'
import { alternativeSpellings } from '../records/spellings.ts'
import { composedMembers } from './copies/repeated.ts'
import { pick } from './derived/derived-values.ts'
import type { Link } from './links.ts'

/** A reference to a record: its id, or the embedded record. */
export function referenceTo(
  link: Link,
  made: Json,
  id: Id,
  lookup: RecordLookup,
  scope: readonly Id[] | undefined,
): MaybePromise<Json> {
  const { idProperty } = link
  if (idProperty === undefined || !isJsonObject(made)) return validId(link, id)
  return after(lookup.find(link.resource, id, scope), (record) => {
    const own = { ...made, [idProperty]: id }
    const copy = record ? embeddedCopy(link, record) : undefined
    return (copy === undefined ? [own] : [copy, { ...own, ...copy }, own]).find(link.acceptsOne) ?? own
  })
}

/** The id as the schema of the property requires it: as a number or as text. */
export const validId = (link: Link, id: Id): Json =>
  [id, ...alternativeSpellings(id)].find(link.acceptsOne) ?? id

/** The embedded copy of a record. */
export function embeddedCopy({ members, composed }: Link, record: JsonObject): JsonObject {
  return { ...pick(record, [...members]), ...composedMembers(composed, record) }
}

/** The record without a reference: null, or absent where the schema allows only that. */
export function withoutReference(given: Members, { property, isOptional, accepts }: Link): JsonObject {
  if (accepts(null)) return { ...given, [property]: null }
  const { [property]: _, ...others } = given
  return isOptional ? others : given
}
