import type { SchemaNode } from '../../spec/document.ts'
import { plain, singular, wordsOf } from '../../spec/inference/words.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/refs.ts'
import type { Reference, Resource } from '../../spec/resources.ts'
import type { MaybePromise } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import { resourceNamed } from './family.ts'
import { idOf } from './identity.ts'
import { after, mapAfter } from './maybe.ts'
import { recordTypeOf } from './record-type.ts'
import { respelled } from './respelled.ts'
import type { Id } from './store.ts'

/** The records that there are, for those who refer to them. */
export interface Others {
  /** The id of some record of a resource, the same for the same text; undefined when it has none. */
  refer(resource: string, text: string): MaybePromise<Id | undefined>
  /** The record with an id. */
  find(resource: string, id: Id): MaybePromise<JsonObject | undefined>
}

/** A property of a record that refers to others, by their ids or by showing them. */
export interface Link extends Reference {
  /** What clients send in place of what is shown: `ownerId` for `owner`. */
  readonly ids: string | undefined
  /** Whether records have that beside it. */
  readonly hasIds: boolean
  /** Whether records may do without. */
  readonly isOptional: boolean
  /** The names that an object there may have, but for what these show of yet others. */
  readonly members: ReadonlySet<string>
  readonly accepts: (value: Json) => boolean
  /** The same of one of several. */
  readonly acceptsOne: (value: Json) => boolean
}

type Members = Readonly<Record<string, Json>>

interface Sent {
  readonly sent: JsonObject
  /** The record that this changes, and what is taken from it. */
  readonly before: JsonObject | undefined
  readonly removed: ReadonlySet<string> | undefined
  /** Properties that clients cannot set. */
  readonly owned: ReadonlySet<string>
}

/** Where the record is that refers. */
interface From {
  readonly id: Id
  readonly scope: readonly Id[]
  readonly others: Others
}

/** Links the records of a resource with those of others. */
export interface Linker {
  /** A made-up record, which refers to records that there are. */
  link(record: JsonObject, from: From): MaybePromise<JsonObject>
  /** What is known of a record, with what was sent of the others it shows or names. */
  adopt(known: Members, sent: Sent, others: Others): MaybePromise<Members>
}

const linksKnown = new WeakMap<Resource, readonly Link[]>()

export function linksOf(options: CrudOptions, resource: Resource): readonly Link[] {
  const known = linksKnown.get(resource) ?? readLinks(options, resource)
  linksKnown.set(resource, known)
  return known
}

/** Ids before records, which may have to agree with them. */
function readLinks({ document, model, validator }: CrudOptions, resource: Resource): readonly Link[] {
  if (resource.references.length === 0) return []
  const { properties } = recordTypeOf(document, resource.record)
  const links = resource.references.flatMap((reference): readonly Link[] => {
    const own = properties.get(reference.property)
    if (own === undefined) return []
    const { node } = own
    const ids = reference.idProperty === undefined ? undefined : idsBeside(resource, reference)
    const target = resourceNamed(model, reference.resource)
    const inner = new Set(target?.references.flatMap((each) => (each.idProperty ? [each.property] : [])))
    const item: SchemaNode = itemsOf(document, node) ?? node
    const names = [...possiblePropertiesOf(document, item).keys()].filter((name) => !inner.has(name))
    return [
      {
        ...reference,
        ids,
        hasIds: ids !== undefined && properties.has(ids),
        isOptional: !own.isRequired,
        members: new Set(names),
        accepts: (value) => validator.of(node, 'response').accepts(value),
        acceptsOne: (value) => validator.of(item, 'response').accepts(value),
      },
    ]
  })
  return links.toSorted((a, b) => Number(a.idProperty !== undefined) - Number(b.idProperty !== undefined))
}

/** The property that has the ids of the records that another one shows. */
function idsBeside({ references }: Resource, shown: Reference): string | undefined {
  const alike = references.filter(
    ({ resource, idProperty }) => resource === shown.resource && idProperty === undefined,
  )
  const called = plain(singular(shown.property))
  const named = alike.find(({ property }) => withoutMark(property) === called)
  const isOnly = references.filter(({ resource }) => resource === shown.resource).length === 2
  return (named ?? (isOnly ? alike[0] : undefined))?.property
}

const withoutMark = (property: string): string =>
  wordsOf(property)
    .filter((word) => !/^(?:id|uuid)s?$/.test(word))
    .join('')

export function createLinker(options: CrudOptions, resource: Resource): Linker | undefined {
  const links = linksOf(options, resource)
  if (links.length === 0) return undefined
  const { parent } = resource
  const linkOne = (record: JsonObject, link: Link, { id, scope, others }: From): MaybePromise<JsonObject> => {
    const value = Object.hasOwn(record, link.property) ? record[link.property] : undefined
    if (value === undefined || value === null) return record
    const above = link.resource === parent?.resource ? scope[parent.parameters.length - 1] : undefined
    const told = link.ids === undefined ? [] : [record[link.ids] ?? []].flat()
    const linked = mapAfter(isArray(value) ? value : [value], (item, index) => {
      const text = `${link.property} ${String(id)}${index === 0 ? '' : ` ${String(index)}`}`
      return after(idOf(told[index]) ?? above ?? others.refer(link.resource, text), (other) =>
        other === undefined ? item : standIn(link, item, other, others),
      )
    })
    return after(linked, (items) => {
      const next = isArray(value) ? distinct(items) : (items[0] ?? value)
      return link.accepts(next) ? { ...record, [link.property]: next } : record
    })
  }
  return {
    link: (record, from) =>
      links.reduce<MaybePromise<JsonObject>>(
        (sofar, link) => after(sofar, (result) => linkOne(result, link, from)),
        record,
      ),
    adopt: (known, sent, others) =>
      links.reduce<MaybePromise<Members>>(
        (sofar, link) =>
          link.idProperty === undefined
            ? sofar
            : after(sofar, (result) => adoptOne(result, link, sent, others)),
        known,
      ),
  }
}

function adoptOne(known: Members, link: Link, change: Sent, others: Others): MaybePromise<Members> {
  const { property, ids, hasIds, idProperty = '' } = link
  const said = saidOf(change, link)
  if (said === undefined) return known
  if (said === null) return without(known, link)
  const adopted = mapAfter(isArray(said) ? said : [said], (item) => {
    const id = idOf(isJsonObject(item) ? item[idProperty] : item)
    if (id === undefined) return item
    return after(standIn(link, isJsonObject(item) ? item : {}, id, others), (found) =>
      isJsonObject(found) && isJsonObject(item)
        ? { ...found, ...ownOf(item, change.before?.[property], idProperty) }
        : found,
    )
  })
  return after(adopted, (items) => {
    const one = <T>(list: readonly T[]): T | readonly T[] => (isArray(said) ? list : (list[0] as T))
    const shown = one(items)
    const result = link.accepts(shown) ? { ...known, [property]: shown } : known
    const told = items.map((item) => (isJsonObject(item) ? (item[idProperty] ?? null) : item))
    const isTold = ids === undefined || !hasIds || Object.hasOwn(change.sent, ids)
    return isTold ? result : { ...result, [ids]: one(told) }
  })
}

/** What was sent of the others, by showing or by naming them; null where that takes them away. */
function saidOf({ sent, removed, owned, before }: Sent, { property, ids }: Link): Json | undefined {
  const saying = (name: string): Json | undefined =>
    Object.hasOwn(sent, name) ? sent[name] : removed?.has(name) ? null : undefined
  const shown = owned.has(property) ? undefined : saying(property)
  const named = ids === undefined ? undefined : saying(ids)
  // Who changes the id may well send the rest as it was read.
  const isAsBefore = shown !== undefined && equalJson(shown, before?.[property] ?? null)
  return isAsBefore ? (named ?? shown) : (shown ?? named)
}

function without(known: Members, { property, isOptional, accepts }: Link): Members {
  if (accepts(null)) return { ...known, [property]: null }
  const { [property]: _, ...others } = known
  return isOptional ? others : known
}

/** What was sent of another record than the one before is not what was merged into it of that one. */
function ownOf(item: JsonObject, before: Json | undefined, idProperty: string): JsonObject {
  if (!isJsonObject(before) || equalJson(before[idProperty] ?? null, item[idProperty] ?? null)) return item
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !equalJson(before[name] ?? null, value)),
  )
}

/** What stands for a record: its id, or what is to be shown of it. */
function standIn(link: Link, made: Json, id: Id, others: Others): MaybePromise<Json> {
  const { idProperty } = link
  if (idProperty === undefined || !isJsonObject(made)) return spelled(link, id)
  return after(others.find(link.resource, id), (record) => {
    const own = { ...made, [idProperty]: id }
    const copy = record ? copyOf(link, record) : undefined
    return (copy === undefined ? [own] : [copy, { ...own, ...copy }, own]).find(link.acceptsOne) ?? own
  })
}

/** As the schema has ids there. */
const spelled = (link: Link, id: Id): Json => [id, ...respelled(id)].find(link.acceptsOne) ?? id

/** What is shown of a record. */
export function copyOf({ members }: Link, record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => members.has(name)))
}

function distinct(items: readonly Json[]): readonly Json[] {
  return items.filter((item, index) => items.findIndex((other) => equalJson(item, other)) === index)
}
