import { nestRecord, propertyPath, flattenRecord } from '../../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type JsonObject } from '../../../spec/json.ts'
import { escapeToken, pointerTokens } from '../../../spec/json/pointer.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import type { Nesting, ResourceModel, ResourceOperation } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Behaviour } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Collection, ListFilter, Selection, Transaction } from '../../store/store.ts'
import { withMember } from '../member.ts'
import type { Presenter } from '../presenter.ts'
import { resourceNamed } from '../resource-index.ts'

/** Runs a behaviour with a store whose records are flat, although it keeps them nested. */
export function withFlatRecords(model: ResourceModel, behaviour: Behaviour): Behaviour {
  return (context) => behaviour({ ...context, store: flattenedStore(context.store, model) })
}

function flattenedStore(store: Transaction, model: ResourceModel): Transaction {
  return {
    ...store,
    collection: (name, scope) => {
      const collection = store.collection(name, scope)
      const nesting = resourceNamed(model, name)?.nesting
      return nesting ? flattenedCollection(collection, nesting) : collection
    },
  }
}

/** Flattens each record once: those in a store are immutable. */
const flattener = perObject((nesting: Nesting) =>
  perObject((record: JsonObject) => flattenRecord(nesting, record)),
)

function flattenedCollection(collection: Collection, nesting: Nesting): Collection {
  const flatten = flattener(nesting)
  return {
    ...collection,
    get: (id) => after(collection.get(id), (record) => record && flatten(record)),
    list: ({ where, selection, ...page } = {}) =>
      after(
        collection.list({ ...page, ...nestedFilter(nesting, { where, selection }) }),
        ({ items, total }) => ({ items: items.map(flatten), total }),
      ),
    indexOf: (id, filter = {}) => collection.indexOf(id, nestedFilter(nesting, filter)),
    put: (id, record) => collection.put(id, nestRecord(nesting, record)),
  }
}

type Where = NonNullable<ListFilter['where']>

/** The same filter for nested records. */
function nestedFilter(
  nesting: Nesting,
  { where, selection }: { readonly [K in keyof ListFilter]?: ListFilter[K] | undefined },
): ListFilter {
  return {
    ...(where && { where: nestedWhere(nesting, where) }),
    ...(selection && { selection: nestedSelection(flattener(nesting), selection) }),
  }
}

function nestedSelection(
  flatten: (record: JsonObject) => JsonObject,
  { key, matches, compare, lastFirst }: Selection,
): Selection {
  return {
    key: `flattened ${key}`,
    matches: (record) => matches(flatten(record)),
    compare: compare && ((one, other) => compare(flatten(one), flatten(other))),
    lastFirst,
  }
}

/** Converts property names to the pointers at which the nested records have them. */
function nestedWhere(nesting: Nesting, where: Where): Where {
  return where.map(({ property, ...condition }) => {
    const [name = property, ...inner] = property.startsWith('/') ? pointerTokens(property) : []
    const path = [...propertyPath(nesting, name), ...inner]
    return { ...condition, property: path.length === 1 ? property : `/${path.map(escapeToken).join('/')}` }
  })
}

/** Wraps a presenter of nested records so that it takes flat ones. */
export function presentNested(presenter: Presenter, nesting: Nesting): Presenter {
  const nested = (record: JsonObject): JsonObject => nestRecord(nesting, record)
  return {
    ...presenter,
    fit: (record) => after(presenter.fit(nested(record)), (fitted) => flattenRecord(nesting, fitted)),
    one: (record, newId) => presenter.one(nested(record), newId),
    many: (records, meta) => presenter.many(records.map(nested), meta),
  }
}

/** Returns a function that flattens the record in the body of a request. */
export function requestFlattener(
  { requestPath }: ResourceOperation,
  nesting: Nesting,
): (request: RequestValues) => RequestValues {
  return (request) => {
    const body = jsonSent(request)
    const sent = memberAt(body, requestPath)
    if (body === undefined || !isJsonObject(sent)) return request
    return { ...request, body: withMember(body, { path: requestPath, value: flattenRecord(nesting, sent) }) }
  }
}
