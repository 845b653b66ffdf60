import {
  asksForId,
  compareOrdered,
  satisfiesOperator,
  conditionsOf,
  type Condition,
} from '../../spec/inference/lists/conditions.ts'
import { describedOrder } from '../../spec/inference/lists/described-order.ts'
import { referencedIds } from '../../spec/inference/references/referenced-ids.ts'
import { includeDeletedParameter } from '../../spec/inference/states/restore.ts'
import {
  isDescending,
  parseOrder,
  sortParametersOf,
  tieBreaker,
  type Order,
  type SortParameters,
} from '../../spec/inference/lists/order.ts'
import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, isArray, isJsonObject, memberNamed, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import type { Desk } from './desk.ts'
import { idOf } from './identity.ts'
import { after } from '../maybe-promise.ts'
import { odataFilter } from './odata-filter.ts'
import { isNoneOf } from './pages.ts'
import { restoring } from './restored.ts'
import { matcherOf, searchOf } from './search.ts'
import type { Collection, ListQuery, Page, Readable } from '../store/store.ts'

/** What a list's query may ask for beside equality, and the order it may ask for. */
interface Arrangement {
  readonly queries: readonly Condition[]
  /** The parameter that asks for words. */
  readonly search: string | undefined
  /** Whether there is a `$filter`, as OData has it. */
  readonly isFiltered: boolean
  readonly ordering: SortParameters | undefined
  /** The order of records that are equal in what is asked for. */
  readonly ties: Order | undefined
  /** The parameter that asks for deleted records besides. */
  readonly including: string | undefined
  readonly properties: ReadonlyMap<string, SchemaNode>
  /** The order of a query that asks for none. */
  readonly order: Order | undefined
}

const known = new WeakMap<Desk, Arrangement>()

function arrangementOf(desk: Desk): Arrangement {
  const found = known.get(desk) ?? readArrangement(desk)
  known.set(desk, found)
  return found
}

function readArrangement({ declared, resource, options }: Desk): Arrangement {
  const { document } = options
  const ordering = sortParametersOf(document, declared)
  const properties = possiblePropertiesOf(document, resource.record)
  return {
    queries: conditionsOf(document, declared, resource),
    search: searchOf(declared, resource),
    isFiltered: declared.parameters.some(({ in: place, name }) => place === 'query' && name === '$filter'),
    ordering,
    ties: ordering && tieBreaker(document, ordering, properties),
    including: restoring(resource, options) && includeDeletedParameter(declared),
    properties,
    order: describedOrder(document, declared, resource.record),
  }
}

/**
 * The records that are asked for, in the order asked for, with those that were deleted where they are asked for, too; the
 * collection itself when nothing is.
 */
export function arranged(
  desk: Desk,
  query: JsonObject,
  collection: Collection,
  deleted: Collection,
): Readable {
  const { idProperty } = desk.resource
  const arrangement = arrangementOf(desk)
  const { including } = arrangement
  const isWhole = including !== undefined && memberNamed(query, including) === true
  const asked = askedOf(arrangement, query, idProperty)
  if (!asked && !isWhole) return collection
  const all = (where: ListQuery['where']): ReturnType<typeof collection.list> =>
    after(collection.list(where ? { where } : {}), ({ items }) =>
      after(isWhole ? deleted.list(where ? { where } : {}) : nothing, (others) => {
        const found = [...items, ...others.items]
        return pageOf(asked ? asked(found) : found)
      }),
    )
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

const nothing: Page = { items: [], total: 0 }

const pageOf = (items: readonly JsonObject[]): Page => ({ items, total: items.length })

type Arrange = (items: readonly JsonObject[]) => readonly JsonObject[]

/** Undefined when the query asks for nothing of the kind. */
function askedOf(
  { queries, search, isFiltered, ordering, ties, properties, order }: Arrangement,
  query: JsonObject,
  idProperty: string | undefined,
): Arrange | undefined {
  const met = queries.flatMap((each) => {
    const value = valueOf(each, query)
    return value === undefined || value === null || isNoneOf(value)
      ? []
      : [(item: JsonObject) => isMet(each, item, value)]
  })
  const found = search === undefined ? undefined : matcherOf(memberNamed(query, search))
  const filtered = isFiltered ? odataFilter(memberNamed(query, '$filter')) : undefined
  const wanted = [...met, found, filtered].filter((each) => each !== undefined)
  const asked = ordering ? ordersIn(ordering, properties, query) : []
  const orders = asked.length > 0 ? [...asked, ...(ties ? [ties] : [])] : order ? [order] : []
  if (wanted.length === 0 && orders.length === 0) return undefined
  return (items) => {
    const left = items.filter((item) => wanted.every((isWanted) => isWanted(item)))
    if (orders.length === 0) return left
    // Of those made in one instant the last one is the newest.
    const before = asked.length > 0 || !order?.descending ? left : left.toReversed()
    return before.toSorted((a, b) => compareBy(orders, idProperty, a, b))
  }
}

function valueOf({ parameter, field }: Condition, query: JsonObject): Json | undefined {
  const value = memberNamed(query, parameter.name)
  return field === undefined ? value : memberNamed(value, field)
}

function isMet(query: Condition, item: JsonObject, value: Json): boolean {
  const { kind, property } = query
  const own = memberNamed(item, property)
  if (own === undefined) return false
  if (kind === 'reference') return [value].flat().some((each) => isShown(query, own, each))
  if (kind === 'field') return equalJson(own, value)
  if (kind === 'member')
    return isArray(own) && [value].flat().some((each) => own.some((one) => equalJson(one, each)))
  if (kind === 'part' || kind === 'unlike') return satisfiesOperator(query, own, value) === true
  // What a switch that is off leaves out nobody says.
  if (query.bound !== undefined && value !== true) return true
  const order = compareOrdered(own, query.bound ?? value)
  if (order === undefined || order === 0) return order === 0 && query.edge !== 'out'
  return order > 0 === (kind === 'least')
}

/** Whether a record is shown that has that id, or is known by that: `category=Boats`. */
function isShown(query: Condition, shown: Json, value: Json): boolean {
  if (referencedIds(shown, query).some((id) => String(idOf(id)) === String(idOf(value)))) return true
  if (asksForId(query)) return false
  return [shown].flat().some((each) => isJsonObject(each) && Object.values(each).includes(value))
}

/** `price`, `-price,name` or a list of such; the direction parameter turns those that do not say themselves. */
function ordersIn(
  { parameter, direction }: SortParameters,
  properties: ReadonlyMap<string, unknown>,
  query: JsonObject,
): readonly Order[] {
  const given = memberNamed(query, parameter.name)
  const values = isArray(given) ? given : typeof given === 'string' ? [given] : []
  const way = direction && memberNamed(query, direction.name)
  return values
    .flatMap((value) => ofText(value, properties))
    .map((each) => ({ ...each, descending: each.descending || isDescending(way) }))
}

function ofText(value: Json, properties: ReadonlyMap<string, unknown>): readonly Order[] {
  if (typeof value !== 'string') return []
  const whole = parseOrder(value, properties)
  return whole ? [whole] : value.split(',').flatMap((part) => parseOrder(part.trim(), properties) ?? [])
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
