import type { Nesting } from '../../spec/resources.ts'
import { nestRecord, propertyPath, flattenRecord } from '../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type JsonObject } from '../../spec/json.ts'
import { escapeToken, pointerTokens } from '../../spec/json/pointer.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
import type { ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import type { Behaviour } from '../behaviour.ts'
import { resourceNamed } from './family.ts'
import { after } from '../maybe-promise.ts'
import { put, type Presenter } from './present.ts'
import type { Collection, ListQuery, Transaction } from '../store/store.ts'

/** A behaviour to which all records are flat, whatever the store has. */
export function amongUnfolded(model: ResourceModel, does: Behaviour): Behaviour {
  return (context) => does({ ...context, store: unfoldedStore(context.store, model) })
}

function unfoldedStore(store: Transaction, model: ResourceModel): Transaction {
  return {
    collection: (name, scope) => {
      const collection = store.collection(name, scope)
      const folding = resourceNamed(model, name)?.nesting
      return folding ? unfoldedCollection(collection, folding) : collection
    },
  }
}

function unfoldedCollection(collection: Collection, folding: Nesting): Collection {
  return {
    ...collection,
    get: (id) => after(collection.get(id), (record) => record && flattenRecord(folding, record)),
    list: ({ where, ...query } = {}) =>
      after(
        collection.list({ ...query, ...(where && { where: placed(folding, where) }) }),
        ({ items, total }) => ({ items: items.map((each) => flattenRecord(folding, each)), total }),
      ),
    indexOf: (id, where) => collection.indexOf(id, where && placed(folding, where)),
    put: (id, record) => collection.put(id, nestRecord(folding, record)),
  }
}

type Where = NonNullable<ListQuery['where']>

function placed(folding: Nesting, where: Where): Where {
  return where.map(({ property, values }) => {
    const [name = property, ...inner] = property.startsWith('/') ? pointerTokens(property) : []
    const path = [...propertyPath(folding, name), ...inner]
    return { property: path.length === 1 ? property : `/${path.map(escapeToken).join('/')}`, values }
  })
}

/** A presenter of flat records. */
export function presentFolded(presenter: Presenter, folding: Nesting): Presenter {
  const folded = (record: JsonObject): JsonObject => nestRecord(folding, record)
  return {
    ...presenter,
    fit: (record) => after(presenter.fit(folded(record)), (shown) => flattenRecord(folding, shown)),
    one: (record, made) => presenter.one(folded(record), made),
    many: (records, meta) => presenter.many(records.map(folded), meta),
  }
}

/** Requests with the record that they send flat. */
export function unfolder(
  { requestPath }: ResourceOperation,
  folding: Nesting,
): (request: RequestValues) => RequestValues {
  return (request) => {
    const body = jsonSent(request)
    const sent = memberAt(body, requestPath)
    if (body === undefined || !isJsonObject(sent)) return request
    return { ...request, body: put(body, { path: requestPath, value: flattenRecord(folding, sent) }) }
  }
}
