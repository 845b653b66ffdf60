import type { Operation, SchemaNode } from '../../../../spec/document.ts'
import { isSafe } from '../../../../spec/http.ts'
import { requestSchema, responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { normalizeName, singularNounOf } from '../../../../spec/inference/prose/words.ts'
import { schemaIdentity } from '../../../../spec/inference/schemas/similarity.ts'
import { directRefusal } from '../../../../spec/inference/states/refusals/owner-states.ts'
import { anyNoun, stateRefusals } from '../../../../spec/inference/states/refusals/referenced-states.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { jsonSent } from '../../../../spec/request.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { lastPart, parameterNames, pathAbove } from '../../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { ok, refuse, type Behaviour, type Outcome, type Refused } from '../../../behaviour.ts'
import type { Id } from '../../../store/store.ts'
import { actionRole } from '../../actions/action-role.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../../endpoint.ts'
import { idInPath, idOf, nameOf, notFound } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { existing } from '../../records/existing.ts'
import { refusalByState } from '../../refusals/wrong-referenced-state.ts'
import { present } from '../../responses/record-response.ts'
import { addedItem, listIn, listNamed } from '../added-item.ts'
import { nothingRemoved, nothingSent, save } from '../save.ts'
import { tallied, tallyOf, type Tally } from './tallied-item.ts'

/** A list in a record whose items have paths of their own: the `items` of a cart at `/carts/{cartId}/items/{lineId}`. */
interface List {
  readonly owner: Resource
  readonly property: string
  /** The property of an item that its path names. */
  readonly key: string
  readonly parameter: string
  readonly shows: 'owner' | 'item' | undefined
  /** Set if items count what users do, and the operation does it or takes it back. */
  readonly tally: Tally | undefined
  readonly refusalBy: OwnerRefusal
}

/** Refuses a change to a list because of the record that it is in. */
type OwnerRefusal = (id: Id, owner: JsonObject) => Refused | undefined

/** The behaviour of an operation on one item of a list in a record: it reads, changes or removes that item. */
export function itemBehaviour(
  options: CrudOptions,
  operation: Operation,
  owner: Resource,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const list = listOf(options, operation, owner)
  if (!list) return undefined
  const names = parameterNames(operation.path).slice(0, -1)
  const role = actionRole(operation, names, list.shows === 'owner')
  return behaviourOf({ resource: owner, operation: role }, (endpoint, context) =>
    onItem(endpoint, context, list, idInPath(context.request, names.at(-1) ?? '') ?? ''),
  )
}

function listOf(options: CrudOptions, operation: Operation, owner: Resource): List | undefined {
  const { document } = options
  const { path } = operation
  const [parameter] = parameterNames(lastPart(path))
  const property = listNamed(document, owner.record, lastPart(pathAbove(path)))
  const node = property && possiblePropertiesOf(document, owner.record).get(property)
  const item = node && itemsOf(document, node)
  if (!item || property === undefined || parameter === undefined) return undefined
  const keys = [...possiblePropertiesOf(document, item).keys()]
  const key = keys.find((each) => normalizeName(each) === normalizeName(parameter)) ?? keys.find(isId)
  const body = responseSchema(operation)
  const isSame = (node: SchemaNode): boolean =>
    body !== undefined && schemaIdentity(document, body) === schemaIdentity(document, node)
  const shows = isSame(owner.record) ? 'owner' : isSame(item) ? 'item' : undefined
  const isClear = shows !== undefined || !body
  if (key === undefined || !isClear) return undefined
  const counts = !isSafe(operation.method) && requestSchema(operation) === undefined
  const tally = counts ? tallyOf(document, item, key) : undefined
  return { owner, property, key, parameter, shows, tally, refusalBy: ownerRefusal(options, operation, owner) }
}

const isId = (name: string): boolean => /^(?:id|uuid)$/i.test(name)

/** The behaviour of a POST to such a list that responds with the new item. */
export function newItemBehaviour(
  options: CrudOptions,
  operation: Operation,
  owner: Resource,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { document } = options
  const property = listNamed(document, owner.record, lastPart(operation.path))
  const node = property && possiblePropertiesOf(document, owner.record).get(property)
  const item = node && itemsOf(document, node)
  const body = responseSchema(operation)
  if (!item || property === undefined || !body) return undefined
  if (schemaIdentity(document, body) !== schemaIdentity(document, item)) return undefined
  const names = parameterNames(operation.path)
  const list = { owner, property, refusalBy: ownerRefusal(options, operation, owner) }
  const role = actionRole(operation, names, false)
  return behaviourOf({ resource: owner, operation: role }, (endpoint, context) =>
    addItem(endpoint, context, list, idInPath(context.request, names.at(-1) ?? '') ?? ''),
  )
}

async function addItem(
  endpoint: Endpoint,
  context: RequestContext,
  { owner, property, refusalBy }: Pick<List, 'owner' | 'property' | 'refusalBy'>,
  id: Id,
): Promise<Outcome> {
  const before = await existing(endpoint, context, id)
  if (!before) return notFound(owner, id)
  const refusal = refusalBy(id, before)
  if (refusal) return refusal
  const added = await addedItem(endpoint, context, before, id)
  if (!added) return context.next()
  if ('kind' in added) return added
  const items = listIn(before, property)
  const index = listIn(added.states ?? {}, property).findIndex((each, at) => items[at] !== each)
  const record = await save(endpoint, context, { id, sent: nothingSent, before, ...added })
  return ok(endpoint.operation.status, listIn(record, property)[index] ?? null)
}

async function onItem(
  endpoint: Endpoint,
  context: RequestContext,
  { owner, property, key, parameter, shows, tally, refusalBy }: List,
  id: Id,
): Promise<Outcome> {
  const { operation, declared } = endpoint
  const before = await existing(endpoint, context, id)
  if (!before) return notFound(owner, id)
  const refusal = refusalBy(id, before)
  if (refusal) return refusal
  const items = listIn(before, property)
  const wanted = String(idInPath(context.request, parameter))
  const indexIn = (list: readonly Json[]): number =>
    list.findIndex((item) => isJsonObject(item) && String(idOf(item[key])) === wanted)
  const index = indexIn(items)
  const counted = tally && tallied(declared, tally, items, context.request.path[parameter] ?? wanted)
  if (index < 0 && !counted)
    return refuse(404, 'not_found', `There is no ${wanted} in the ${property} of ${nameOf(owner, id)}.`)
  const changed = tally ? (counted ?? items) : changedList(declared, items, index, jsonSent(context.request))
  const states = { [property]: changed }
  const record =
    declared.method === 'GET'
      ? before
      : await save(endpoint, context, { id, sent: nothingSent, before, removed: nothingRemoved, states })
  if (shows !== 'item') return present(endpoint, context, record)
  const left = listIn(record, property)
  return ok(operation.status, left[index < 0 ? indexIn(left) : index] ?? null)
}

/** Refuses a change to a list in a state of its record that the document excludes: "Items can only be added while the order is open". */
function ownerRefusal({ document }: CrudOptions, operation: Operation, owner: Resource): OwnerRefusal {
  const noun = anyNoun([singularNounOf(owner.name).split(' ')])
  const stated = isSafe(operation.method) ? [] : stateRefusals(document, operation, owner.record, noun)
  const [rule = directRefusal(document, operation, owner), ...others] = stated
  return (id, record) => (rule && others.length === 0 ? refusalByState(rule, owner, id, record) : undefined)
}

/** The list with the item changed to what was sent, or without it. */
function changedList(
  { method }: Operation,
  items: readonly Json[],
  index: number,
  sent: Json | undefined,
): readonly Json[] {
  const item = items[index]
  return method === 'DELETE'
    ? items.toSpliced(index, 1)
    : items.with(index, { ...(isJsonObject(item) && item), ...(isJsonObject(sent) && sent) })
}
