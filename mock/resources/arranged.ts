import { asksForId, compareOrdered, queriesOf, type Query } from '../../spec/inference/queries.ts'
import { idsTold } from '../../spec/inference/references.ts'
import { isDescending, orderIn, orderingOf, type Order, type Ordering } from '../../spec/inference/order.ts'
import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/refs.ts'
import type { Desk } from './desk.ts'
import { idOf } from './identity.ts'
import { after } from './maybe.ts'
import { odataFilter } from './odata-filter.ts'
import { matcherOf, searchOf } from './search.ts'
import type { Collection, ListQuery, Page, Readable } from './store.ts'

/** What a list's query may ask for beside equality, and the order it may ask for. */
interface Arrangement {
  readonly queries: readonly Query[]
  /** The parameter that asks for words. */
  readonly search: string | undefined
  /** Whether there is a `$filter`, as OData has it. */
  readonly isFiltered: boolean
  readonly ordering: Ordering | undefined
  readonly properties: ReadonlyMap<string, SchemaNode>
}

const known = new WeakMap<Desk, Arrangement>()

function arrangementOf(desk: Desk): Arrangement {
  const found = known.get(desk) ?? readArrangement(desk)
  known.set(desk, found)
  return found
}

function readArrangement({ declared, resource, options: { document } }: Desk): Arrangement {
  return {
    queries: queriesOf(document, declared, resource),
    search: searchOf(declared, resource),
    isFiltered: declared.parameters.some(({ in: place, name }) => place === 'query' && name === '$filter'),
    ordering: orderingOf(document, declared),
    properties: possiblePropertiesOf(document, resource.record),
  }
}

/** The records that are asked for, in the order asked for; the collection itself when neither is. */
export function arranged(desk: Desk, query: JsonObject, collection: Collection): Readable {
  const { idProperty } = desk.resource
  const asked = askedOf(arrangementOf(desk), query, idProperty)
  if (!asked) return collection
  const all = (where: ListQuery['where']): ReturnType<typeof collection.list> =>
    after(collection.list(where ? { where } : {}), ({ items }) => pageOf(asked(items)))
  return {
    list: ({ where, offset = 0, limit } = {}) =>
      after(all(where), ({ items, total }) => ({
        items: items.slice(offset, limit === undefined ? undefined : offset + limit),
        total,
      })),
    indexOf: (id, where) =>
      after(all(where), ({ items }) => {
        const index = items.findIndex((each) => String(idOf(each[idProperty ?? ''])) === String(id))
        return index < 0 ? undefined : index
      }),
  }
}

const pageOf = (items: readonly JsonObject[]): Page => ({ items, total: items.length })

type Arrange = (items: readonly JsonObject[]) => readonly JsonObject[]

/** Undefined when the query asks for nothing of the kind. */
function askedOf(
  { queries, search, isFiltered, ordering, properties }: Arrangement,
  query: JsonObject,
  idProperty: string | undefined,
): Arrange | undefined {
  const met = queries.flatMap((each) => {
    const value = valueOf(each, query)
    return value === undefined || value === null ? [] : [(item: JsonObject) => isMet(each, item, value)]
  })
  const found = search === undefined ? undefined : matcherOf(ownOf(query, search))
  const filtered = isFiltered ? odataFilter(ownOf(query, '$filter')) : undefined
  const wanted = [...met, found, filtered].filter((each) => each !== undefined)
  const orders = ordering ? ordersIn(ordering, properties, query) : []
  if (wanted.length === 0 && orders.length === 0) return undefined
  return (items) => {
    const left = items.filter((item) => wanted.every((isWanted) => isWanted(item)))
    return orders.length === 0 ? left : left.toSorted((a, b) => compareBy(orders, idProperty, a, b))
  }
}

const ownOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

function valueOf({ parameter, field }: Query, query: JsonObject): Json | undefined {
  const value = ownOf(query, parameter.name)
  return field === undefined ? value : ownOf(value, field)
}

function isMet(query: Query, item: JsonObject, value: Json): boolean {
  const { kind, property } = query
  const own = ownOf(item, property)
  if (own === undefined) return false
  if (kind === 'reference') return [value].flat().some((each) => isShown(query, own, each))
  if (kind === 'field') return equalJson(own, value)
  if (kind === 'member')
    return isArray(own) && [value].flat().some((each) => own.some((one) => equalJson(one, each)))
  const order = compareOrdered(own, value)
  return order !== undefined && (kind === 'least' ? order >= 0 : order <= 0)
}

/** Whether a record is shown that has that id, or is known by that: `category=Boats`. */
function isShown(query: Query, shown: Json, value: Json): boolean {
  if (idsTold(shown, query).some((id) => String(idOf(id)) === String(idOf(value)))) return true
  if (asksForId(query)) return false
  return [shown].flat().some((each) => isJsonObject(each) && Object.values(each).includes(value))
}

/** `price`, `-price,name` or a list of such; the direction parameter turns those that do not say themselves. */
function ordersIn(
  { parameter, direction }: Ordering,
  properties: ReadonlyMap<string, unknown>,
  query: JsonObject,
): readonly Order[] {
  const given = Object.hasOwn(query, parameter.name) ? query[parameter.name] : undefined
  const values = isArray(given) ? given : typeof given === 'string' ? [given] : []
  const way = direction && Object.hasOwn(query, direction.name) ? query[direction.name] : undefined
  return values
    .flatMap((value) => ofText(value, properties))
    .map((each) => ({ ...each, descending: each.descending || isDescending(way) }))
}

function ofText(value: Json, properties: ReadonlyMap<string, unknown>): readonly Order[] {
  if (typeof value !== 'string') return []
  const whole = orderIn(value, properties)
  return whole ? [whole] : value.split(',').flatMap((part) => orderIn(part.trim(), properties) ?? [])
}

function compareBy(
  orders: readonly Order[],
  idProperty: string | undefined,
  a: JsonObject,
  b: JsonObject,
): number {
  for (const { property, descending } of orders) {
    const order =
      property === idProperty
        ? compare(numbered(a[property]), numbered(b[property]))
        : compare(a[property], b[property])
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/** An id may be a number in one answer and its text in another. */
const numbered = (id: Json | undefined): Json | undefined =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id

/** Numbers by size, texts by their code units; what cannot be compared comes as it is, what is missing first. */
function compare(a: Json | undefined, b: Json | undefined): number {
  const [one, other] = [rankOf(a), rankOf(b)]
  if (one !== other) return one - other
  if (one < 2) return 0
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0
}

function rankOf(value: Json | undefined): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 2
  return typeof value === 'string' ? 3 : typeof value === 'boolean' ? 1 : 0
}
