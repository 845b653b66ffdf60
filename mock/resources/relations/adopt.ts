import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { Members, RecordLookup, SentChange } from '../linker.ts'
import { scopeIn } from './containers.ts'
import { mapObjects } from './copies/map-objects.ts'
import { repeatMissing } from './copies/set-repeated.ts'
import type { Link, Links, Part } from './links.ts'
import { referenceTo, withoutReference } from './reference-to.ts'

/** Members of a record in which what a client sent of embedded records is completed from the records that it selects. */
export function adoptAll(
  { embedded, parts }: Links,
  given: Members,
  change: SentChange,
  lookup: RecordLookup,
): MaybePromise<Members> {
  const adopted = reduceAfter(embedded, given, (partial, link) => adoptOne(partial, link, change, lookup))
  const isSent = ({ property }: Part): boolean =>
    Object.hasOwn(change.sent, property) && !change.owned.has(property)
  return after(adopted, (result) =>
    reduceAfter(parts.filter(isSent), result, (partial, { property, links }) =>
      after(
        mapObjects(partial[property], (item) =>
          after(adoptAll(links, item, { ...newItem, sent: item }, lookup), (complete) =>
            after(repeatMissing(links, complete, lookup), (whole) => withoutReplacedIds(links, whole)),
          ),
        ),
        (value) => (value === undefined ? partial : { ...partial, [property]: value }),
      ),
    ),
  )
}

const newItem = { before: undefined, removed: undefined, owned: new Set<string>() }

/** Removes ids that were only sent to select the embedded record. */
function withoutReplacedIds({ own }: Links, item: Members): Members {
  const names = new Set(own.flatMap(({ ids, hasIds }) => (ids === undefined || hasIds ? [] : [ids])))
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)))
}

function adoptOne(
  given: Members,
  link: Link,
  change: SentChange,
  lookup: RecordLookup,
): MaybePromise<Members> {
  const { property, ids, hasIds, idProperty = '', container } = link
  const sent = sentFor(change, link)
  const around = { ...change.before, ...given, ...change.fixed }
  const scope = container && scopeIn(container, around, change.scope ?? [])
  if (sent === undefined) return given
  if (sent === null) return withoutReference(given, link)
  const adopted = mapAfter(isArray(sent) ? sent : [sent], (item) => {
    const id = idOf(isJsonObject(item) ? item[idProperty] : item)
    if (id === undefined) return item
    return after(idMeant(link, id, lookup, scope), (target) =>
      after(referenceTo(link, isJsonObject(item) ? item : {}, target, lookup, scope), (reference) =>
        isJsonObject(reference) && isJsonObject(item)
          ? { ...reference, ...newMembersOf(item, change.before?.[property], idProperty) }
          : reference,
      ),
    )
  })
  return after(adopted, (items) => {
    const listOrItem = <T>(list: readonly T[]): T | readonly T[] => (isArray(sent) ? list : (list[0] as T))
    const embedded = listOrItem(items)
    const result = link.accepts(embedded) ? { ...given, [property]: embedded } : given
    if (ids === undefined || !hasIds || Object.hasOwn(change.sent, ids)) return result
    return {
      ...result,
      [ids]: listOrItem(items.map((item) => (isJsonObject(item) ? (item[idProperty] ?? null) : item))),
    }
  })
}

/** The id of the record whose name or code was sent in its place: `region: 'nyc3'`. */
function idMeant(
  { resource, idProperty, members }: Link,
  id: Id,
  lookup: RecordLookup,
  scope: readonly Id[] | undefined,
): MaybePromise<Id> {
  const keys = ['slug', 'name', 'code'].filter((each) => members.has(each))
  if (idProperty === undefined || typeof id !== 'string' || keys.length === 0) return id
  return after(lookup.find(resource, id, scope), (record) =>
    record
      ? id
      : reduceAfter(keys, id, (found: Id, property) =>
          found === id
            ? after(lookup.pickId(resource, id, { property, value: id }, scope), (each) => each ?? id)
            : found,
        ),
  )
}

/** What was sent for a link, as embedded records or as ids; null if the reference was removed. */
function sentFor({ sent, removed, owned, before }: SentChange, { property, ids }: Link): Json | undefined {
  const sentAs = (name: string): Json | undefined => {
    if (Object.hasOwn(sent, name)) return sent[name]
    return removed?.has(name) ? null : undefined
  }
  const embedded = owned.has(property) ? undefined : sentAs(property)
  const byId = ids === undefined ? undefined : sentAs(ids)
  // A client that changes the id may send the embedded record back as it was read.
  const isUnchanged = embedded !== undefined && equalJson(embedded, before?.[property] ?? null)
  return isUnchanged ? (byId ?? embedded) : (embedded ?? byId)
}

/**
 * What a client sent of an embedded record. If the id changed, members equal to those of the previous record are left out: they
 * were merged into the request from it.
 */
function newMembersOf(item: JsonObject, before: Json | undefined, idProperty: string): JsonObject {
  if (!isJsonObject(before) || equalJson(before[idProperty] ?? null, item[idProperty] ?? null)) return item
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !equalJson(before[name] ?? null, value)),
  )
}
