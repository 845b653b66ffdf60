import type { SchemaNode } from '../../../spec/document.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { equalJson, isArray, memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { Linker, RecordLookup, Referrer, SentChange } from '../linker.ts'
import type { CrudOptions } from '../options.ts'
import { adoptAll } from './adopt.ts'
import { scopeIn } from './containers.ts'
import { mapObjects } from './copies/map-objects.ts'
import { repeatAll, repeatChanged, repeatMissing, repeatsInParts } from './copies/set-repeated.ts'
import { embedsAny, isEmpty, linksOf, type Link, type Links, type Part } from './links.ts'
import { referenceTo, validId, withoutReference } from './reference-to.ts'

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
  const byId = links.own.filter(({ ids }) => ids !== undefined)
  return {
    ...(byId.length > 0 && {
      withoutUnknown: (record) =>
        byId.reduce(
          (partial, link) => (isUnknown(partial, link) ? withoutReference(partial, link) : partial),
          record,
        ),
    }),
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
            scope: referrer.scope,
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

/** Whether there is nothing to show: of the `doctor` where `doctorId` is null. */
const isUnknown = (record: JsonObject, { ids }: Link): boolean => ids !== undefined && record[ids] === null

function linkOne(record: JsonObject, link: Link, referrer: OwnedReferrer): MaybePromise<JsonObject> {
  const { id, lookup } = referrer
  const value = memberNamed(record, link.property)
  if (value === undefined || value === null) return record
  if (isUnknown(record, link)) return withoutReference(record, link)
  const impliedId = impliedIdOf(link, referrer)
  if (link.isOwn && impliedId === undefined) return withoutReference(record, link)
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

function completeParts({ parts }: Links, given: JsonObject, lookup: RecordLookup): MaybePromise<JsonObject> {
  const known = parts.filter(({ property }) => Object.hasOwn(given, property))
  return reduceAfter<Part, JsonObject>(known, given, (partial, { property, links }) =>
    after(
      mapObjects(partial[property], (item) => repeatMissing(links, item, lookup)),
      (value) => (value === undefined ? partial : { ...partial, [property]: value }),
    ),
  )
}

function distinct(items: readonly Json[]): readonly Json[] {
  return items.filter((item, index) => items.findIndex((other) => equalJson(item, other)) === index)
}
