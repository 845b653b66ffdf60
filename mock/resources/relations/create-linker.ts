import type { SchemaNode } from '../../../spec/document.ts'
import {
  equalJson,
  isArray,
  isJsonObject,
  memberNamed,
  type Json,
  type JsonObject,
} from '../../../spec/json.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from '../records/identity.ts'
import { alternativeSpellings } from '../records/overlay.ts'
import { scopeIn } from './containers.ts'
import { pick } from './derived-values.ts'
import type { Linker, Members, RecordLookup, Referrer, SentChange } from './linker.ts'
import { embedsAny, isEmpty, linksOf, type Link, type Links, type Part } from './links.ts'
import { repeatAll, repeatChanged, repeatMissing, repeatsInParts } from './set-repeated.ts'

/**
 * Creates the linker of a resource; undefined if its records refer to nothing.
 * @param accepted schema of the record that clients may send
 */
export function createLinker(
  options: CrudOptions,
  resource: Resource,
  accepted: SchemaNode | undefined,
): Linker | undefined {
  const sent = accepted ? [accepted] : []
  const links = linksOf(options, { from: resource, node: resource.record, sent, depth: 0 })
  if (isEmpty(links)) return undefined
  const { parent } = resource
  return {
    link: (record, referrer) => {
      const parentId = parent && referrer.scope[parent.parameters.length - 1]
      const owner = parentId === undefined ? undefined : { resource: parent?.resource, id: parentId }
      return linkAll(links, record, { ...referrer, owner })
    },
    ...((links.repeated.length > 0 || links.own.some(({ via }) => via !== undefined)) && {
      imply: (record, change, lookup) =>
        after(implyAll(links, record, change, lookup), (implied) =>
          repeatChanged(links, implied, change, lookup),
        ),
    }),
    ...(repeatsInParts(links) && {
      completeParts: (given, lookup) => completeParts(links, given, lookup),
    }),
    ...((embedsAny(links) || repeatsInParts(links)) && {
      adopt: (given, change, lookup) => adoptAll(links, given, change, lookup),
    }),
  }
}

interface OwnedReferrer extends Referrer {
  /** The record that contains the referring one. */
  readonly owner?: { readonly resource: string | undefined; readonly id: Id } | undefined
  /** The record of which the referring object is a part. */
  readonly whole?: JsonObject
}

function linkAll(
  { own, parts, repeated }: Links,
  record: JsonObject,
  referrer: OwnedReferrer,
): MaybePromise<JsonObject> {
  const linked = reduceAfter(own, record, (partial, link) => linkOne(partial, link, referrer))
  const complete = after(linked, (result) => repeatAll(repeated, result, referrer.lookup))
  return after(complete, (result) =>
    reduceAfter(parts, result, (partial, part) =>
      after(
        mapObjects(partial[part.property], (item, index) =>
          linkAll(part.links, item, {
            id: `${String(referrer.id)} ${part.property} ${String(index)}`,
            scope: [],
            lookup: referrer.lookup,
            whole: referrer.whole ?? partial,
          }),
        ),
        (value) =>
          value !== undefined && part.accepts(value) ? { ...partial, [part.property]: value } : partial,
      ),
    ),
  )
}

function linkOne(record: JsonObject, link: Link, referrer: OwnedReferrer): MaybePromise<JsonObject> {
  const { id, lookup } = referrer
  const value = memberNamed(record, link.property)
  if (value === undefined || value === null) return record
  const impliedId = impliedIdOf(link, referrer)
  if (link.isOwn && impliedId === undefined) return without(record, link)
  const scope = link.container && scopeIn(link.container, referrer.whole ?? record, referrer.scope)
  const givenIds = link.ids === undefined ? [] : [record[link.ids] ?? []].flat()
  const linked = mapAfter(isArray(value) ? value : [value], (item, index) => {
    const key = `${link.property} ${String(id)}${index === 0 ? '' : ` ${String(index)}`}`
    const targetId = idOf(givenIds[index]) ?? impliedId ?? pickedId(record, link, key, referrer, scope)
    return after(targetId, (target) =>
      target === undefined
        ? link.within === undefined
          ? item
          : none
        : referenceTo(link, item, target, lookup, scope),
    )
  })
  return after(linked, (all) => {
    const items = all.filter((item) => item !== none)
    const next = isArray(value) ? distinct(items) : (items[0] ?? (all.length > 0 ? null : value))
    return link.accepts(next) ? { ...record, [link.property]: next } : record
  })
}

/** Stands for an item that can refer to nothing. */
const none = Symbol('no record')

/** The id of the record that another reference leads to, or of any one that has a reference in common with this record. */
function pickedId(
  record: JsonObject,
  link: Link,
  key: string,
  { lookup, whole }: OwnedReferrer,
  scope: readonly Id[] | undefined,
): MaybePromise<Id | undefined> {
  const { resource, within, via, container } = link
  if (container) return scope && lookup.pickId(resource, key, undefined, scope)
  const value = within === undefined ? undefined : idOf((whole ?? record)[within])
  if (within !== undefined && value !== undefined) {
    const picked = lookup.pickId(resource, key, { property: within, value })
    // A part has to refer to something.
    return whole ? after(picked, (id) => id ?? lookup.pickId(resource, key)) : picked
  }
  return after(via && idBehind(record, link, via, lookup), (id) => id ?? lookup.pickId(resource, key))
}

/** The id that the record at the other end of a reference has for the same property. */
function idBehind(
  record: JsonObject,
  { property }: Link,
  via: Reference,
  lookup: RecordLookup,
): MaybePromise<Id | undefined> {
  const [id] = referencedIds(record[via.property], via).map(idOf)
  return id === undefined
    ? undefined
    : after(lookup.peek(via.resource, id), (other) => idOf(other?.[property]))
}

/** Sets the references that follow from others, unless clients set them themselves. */
function implyAll(
  { own }: Links,
  record: JsonObject,
  { before, owned }: Pick<SentChange, 'before' | 'owned'>,
  lookup: RecordLookup,
): MaybePromise<JsonObject> {
  return reduceAfter(own, record, (partial, link) => {
    const { property, via } = link
    const isChanged = via && before?.[via.property] !== partial[via.property]
    if (!via || !isChanged || !owned.has(property)) return partial
    return after(idBehind(partial, link, via, lookup), (id) => {
      const value = id === undefined ? undefined : validId(link, id)
      return value === undefined || value === partial[property] || !link.accepts(value)
        ? partial
        : { ...partial, [property]: value }
    })
  })
}

/** The id that follows from where the referring record is: that of its parent in a tree, or of the record that contains it. */
function impliedIdOf(link: Link, { id, scope, lookup, owner }: OwnedReferrer): Id | undefined {
  if (link.isOwn) return lookup.treeParentId(link.resource, scope, id)
  return link.resource === owner?.resource ? owner?.id : undefined
}

function adoptAll(
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

function completeParts({ parts }: Links, given: JsonObject, lookup: RecordLookup): MaybePromise<JsonObject> {
  const known = parts.filter(({ property }) => Object.hasOwn(given, property))
  return reduceAfter<Part, JsonObject>(known, given, (partial, { property, links }) =>
    after(
      mapObjects(partial[property], (item) => repeatMissing(links, item, lookup)),
      (value) => (value === undefined ? partial : { ...partial, [property]: value }),
    ),
  )
}

const newItem = { before: undefined, removed: undefined, owned: new Set<string>() }

/** Removes ids that were only sent to select the embedded record. */
function withoutReplacedIds({ own }: Links, item: Members): Members {
  const names = new Set(own.flatMap(({ ids, hasIds }) => (ids === undefined || hasIds ? [] : [ids])))
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)))
}

/** Maps an object, or each object in a list; undefined for any other value. */
function mapObjects(
  value: Json | undefined,
  work: (item: JsonObject, index: number) => MaybePromise<Json>,
): MaybePromise<Json | undefined> {
  if (isJsonObject(value)) return work(value, 0)
  if (value === undefined || !isArray(value)) return undefined
  return mapAfter(value, (item, index) => (isJsonObject(item) ? work(item, index) : item))
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
  if (sent === null) return without(given, link)
  const adopted = mapAfter(isArray(sent) ? sent : [sent], (item) => {
    const id = idOf(isJsonObject(item) ? item[idProperty] : item)
    if (id === undefined) return item
    return after(referenceTo(link, isJsonObject(item) ? item : {}, id, lookup, scope), (reference) =>
      isJsonObject(reference) && isJsonObject(item)
        ? { ...reference, ...newMembersOf(item, change.before?.[property], idProperty) }
        : reference,
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

function without(given: Members, { property, isOptional, accepts }: Link): JsonObject {
  if (accepts(null)) return { ...given, [property]: null }
  const { [property]: _, ...others } = given
  return isOptional ? others : given
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

/** A reference to a record: its id, or the embedded record. */
function referenceTo(
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
const validId = (link: Link, id: Id): Json => [id, ...alternativeSpellings(id)].find(link.acceptsOne) ?? id

/** The embedded copy of a record. */
export function embeddedCopy({ members }: Link, record: JsonObject): JsonObject {
  return pick(record, [...members])
}

function distinct(items: readonly Json[]): readonly Json[] {
  return items.filter((item, index) => items.findIndex((other) => equalJson(item, other)) === index)
}
