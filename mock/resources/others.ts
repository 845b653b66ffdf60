import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, isArray, isJsonObject, memberNamed, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { idOf } from './identity.ts'
import { isEmpty, linksOf, showsAny, type Link, type Links, type Part } from './links.ts'
import { after, mapAfter, type MaybePromise } from '../maybe-promise.ts'
import { respelled } from './overlay.ts'
import type { Id } from '../store/store.ts'
import { partOf } from './tally.ts'

/** The records that there are, for those who refer to them. */
export interface Others {
  /** The id of some record of a resource, the same for the same text; undefined when it has none. */
  refer(resource: string, text: string): MaybePromise<Id | undefined>
  /** The id of the record that a seeded one stands below, in a tree of all of the resource; undefined for those at its top. */
  above(resource: string, scope: readonly Id[], id: Id): Id | undefined
  /** The record with an id. */
  find(resource: string, id: Id): MaybePromise<JsonObject | undefined>
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
  /** What is known of a record, with what was sent of the others it shows or names; undefined where it shows none. */
  readonly adopt?: (given: Members, change: Sent, others: Others) => MaybePromise<Members>
}

/** `accepted`: the schema of what clients may send. */
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
    link: (record, from) => {
      const above = parent && from.scope[parent.parameters.length - 1]
      const owner = above === undefined ? undefined : { resource: parent?.resource, id: above }
      return linkAll(links, record, { ...from, owner })
    },
    ...(showsAny(links) && { adopt: (given, change, others) => adoptAll(links, given, change, others) }),
  }
}

interface Linking extends From {
  /** What contains the record. */
  readonly owner?: { readonly resource: string | undefined; readonly id: Id } | undefined
}

function linkAll({ own, parts }: Links, record: JsonObject, from: Linking): MaybePromise<JsonObject> {
  const linked = inTurn(own, record, (sofar, link) => linkOne(sofar, link, from))
  return after(linked, (result) =>
    inTurn(parts, result, (sofar, part) =>
      after(
        eachObject(sofar[part.property], (item, index) =>
          linkAll(part.links, item, {
            id: `${String(from.id)} ${part.property} ${String(index)}`,
            scope: [],
            others: from.others,
          }),
        ),
        (value) =>
          value !== undefined && part.accepts(value) ? { ...sofar, [part.property]: value } : sofar,
      ),
    ),
  )
}

function linkOne(record: JsonObject, link: Link, from: Linking): MaybePromise<JsonObject> {
  const { id, scope, others, owner } = from
  const value = memberNamed(record, link.property)
  if (value === undefined || value === null) return record
  const above = link.isOwn
    ? others.above(link.resource, scope, id)
    : link.resource === owner?.resource
      ? owner?.id
      : undefined
  if (link.isOwn && above === undefined) return without(record, link)
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

function adoptAll(
  { shown, parts }: Links,
  given: Members,
  change: Sent,
  others: Others,
): MaybePromise<Members> {
  const adopted = inTurn(shown, given, (sofar, link) => adoptOne(sofar, link, change, others))
  const isSent = ({ property }: Part): boolean =>
    Object.hasOwn(change.sent, property) && !change.owned.has(property)
  return after(adopted, (result) =>
    inTurn(parts.filter(isSent), result, (sofar, { property, links }) =>
      after(
        eachObject(sofar[property], (item) =>
          after(adoptAll(links, item, { ...nothingBefore, sent: item }, others), (whole) =>
            spent(links, whole),
          ),
        ),
        (value) => (value === undefined ? sofar : { ...sofar, [property]: value }),
      ),
    ),
  )
}

const nothingBefore = { before: undefined, removed: undefined, owned: new Set<string>() }

/** Without ids in place of which the records are shown. */
function spent({ own }: Links, item: Members): Members {
  const names = new Set(own.flatMap(({ ids, hasIds }) => (ids === undefined || hasIds ? [] : [ids])))
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)))
}

/** An object, or each object of a list, as work makes it; undefined where there is none. */
function eachObject(
  value: Json | undefined,
  work: (item: JsonObject, index: number) => MaybePromise<Json>,
): MaybePromise<Json | undefined> {
  if (isJsonObject(value)) return work(value, 0)
  if (value === undefined || !isArray(value)) return undefined
  return mapAfter(value, (item, index) => (isJsonObject(item) ? work(item, index) : item))
}

/** What becomes of something as one after another does its part. */
const inTurn = <T, U>(
  items: readonly T[],
  start: U,
  work: (sofar: U, item: T) => MaybePromise<U>,
): MaybePromise<U> =>
  items.reduce<MaybePromise<U>>((sofar, item) => after(sofar, (result) => work(result, item)), start)

function adoptOne(given: Members, link: Link, change: Sent, others: Others): MaybePromise<Members> {
  const { property, ids, hasIds, idProperty = '' } = link
  const said = saidOf(change, link)
  if (said === undefined) return given
  if (said === null) return without(given, link)
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
    const result = link.accepts(shown) ? { ...given, [property]: shown } : given
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

function without(given: Members, { property, isOptional, accepts }: Link): JsonObject {
  if (accepts(null)) return { ...given, [property]: null }
  const { [property]: _, ...others } = given
  return isOptional ? others : given
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

/** What is shown of a record, in the order of what shows it. */
export function copyOf({ members }: Link, record: JsonObject): JsonObject {
  return partOf(record, [...members])
}

function distinct(items: readonly Json[]): readonly Json[] {
  return items.filter((item, index) => items.findIndex((other) => equalJson(item, other)) === index)
}
