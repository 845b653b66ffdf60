import { emptiedBy, listActionOf } from '../../../spec/inference/states/list-actions.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'

const actionOf = perObject(({ resource, declared, options: { document } }: Endpoint) => {
  const action = listActionOf(document, resource.record, declared)
  const list = action && possiblePropertiesOf(document, resource.record).get(action.property)
  const item = list && itemsOf(document, list)
  return action && item && { ...action, item }
})

/** The list that an action adds an item to, or removes items from, as it is after that; none for any other action. */
export function listChanged(
  endpoint: Endpoint,
  { request }: RequestContext,
  before: JsonObject,
): MaybePromise<JsonObject> {
  const action = actionOf(endpoint)
  const sent = sentRecord(endpoint.operation, request)
  if (!action || !sent) return {}
  const { property, isRemoval, value } = action
  const list = before[property] ?? []
  const items = isArray(list) ? list : []
  if (value !== undefined) {
    const given = [sent[value] ?? []].flat()
    const others = items.filter((item) => !given.some((each) => equalJson(item, each)))
    return { [property]: isRemoval ? others : [...others, ...given] }
  }
  const known = possiblePropertiesOf(endpoint.options.document, action.item)
  const own = Object.fromEntries(Object.entries(sent).filter(([name]) => known.has(name)))
  if (isRemoval) return { [property]: items.filter((item) => !hasAll(item, own)) }
  return after(completed(endpoint, action.item, own, items.length), (item) => ({
    [property]: [...items, item],
  }))
}

/** Whether an item has all values that are sent. */
const hasAll = (item: Json, sent: JsonObject): boolean =>
  isJsonObject(item) && Object.entries(sent).every(([name, value]) => equalJson(item[name] ?? null, value))

/** A new item with what it must have beside what is sent. */
function completed(
  { options, declared }: Endpoint,
  node: NonNullable<ReturnType<typeof actionOf>>['item'],
  sent: JsonObject,
  index: number,
): MaybePromise<JsonObject> {
  const missing = [...requiredOf(options.document, node)].filter((name) => !Object.hasOwn(sent, name))
  if (missing.length === 0) return sent
  return after(options.fake.value(node, 'response', { key: `${declared.id} ${String(index)}` }), (made) => ({
    ...Object.fromEntries(missing.map((name) => [name, isJsonObject(made) ? (made[name] ?? null) : null])),
    ...sent,
  }))
}

/** What an action such as `detach-iso` empties. */
export const emptied: (endpoint: Endpoint) => JsonObject = perObject(
  ({ resource, declared, options }: Endpoint): JsonObject => {
    const property = emptiedBy(options.document, resource.record, declared)
    return property === undefined ? {} : { [property]: null }
  },
)
