import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import { conversionOf, type Conversion } from '../../../spec/inference/states/copies.ts'
import { filePropertiesOf } from '../../../spec/inference/uploads/file-properties.ts'
import { isJsonObject, type JsonObject } from '../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { itemOf, itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { ok, refuse, type Behaviour, type Outcome, type Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import type { Id } from '../../store/store.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idInPath, notFound, singletonId } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { pick } from '../relations/derived/derived-values.ts'
import { shownCopy } from '../relations/shown-owners.ts'
import { childrenOf } from '../resource-index.ts'
import { presentNew } from '../responses/location.ts'
import { isCart } from '../roles/cart.ts'
import { contentOf, putContent } from '../uploads/stored-content.ts'
import { factsOf } from '../uploads/upload.ts'
import { copiedProperties, createFrom, sentProperties } from './copy.ts'

/** The behaviour of an action on a record that creates one of another resource: the order of a cart, the file of an upload. */
export function conversionBehaviour(
  { document, model }: CrudOptions,
  operation: Operation,
  source: Resource,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const conversion = conversionOf(document, model.resources, source, operation)
  if (!conversion) return undefined
  const { target, responsePath, status } = conversion
  const names = parameterNames(operation.path)
  const created: ResourceOperation = {
    role: 'create',
    operationId: operation.id,
    idParameter: undefined,
    scope: names.slice(0, target.scope.length),
    within: [],
    requestPath: [],
    responsePath,
    status,
  }
  const parameters = names.slice(0, source.scope.length + (source.kind === 'singleton' ? 0 : 1))
  const role: ResourceOperation = {
    ...created,
    role: 'action',
    ...(source.kind === 'singleton'
      ? { idParameter: undefined, scope: parameters }
      : { idParameter: parameters.at(-1), scope: parameters.slice(0, -1) }),
    responsePath: undefined,
  }
  const act = behaviourOf({ resource: source, operation: role })
  return behaviourOf({ resource: target, operation: created }, async (endpoint, context) =>
    convert(endpoint, context, conversion, {
      source,
      act,
      ids: parameters.map((name) => idInPath(context.request, name) ?? ''),
    }),
  )
}

interface Source {
  readonly source: Resource
  /** Performs the action on the original, which it may be refused for. */
  readonly act: Behaviour
  readonly ids: readonly Id[]
}

async function convert(
  endpoint: Endpoint,
  context: RequestContext,
  { target, status }: Conversion,
  { source, act, ids }: Source,
): Promise<Outcome> {
  const isSingle = source.kind === 'singleton'
  const [scope, id] = isSingle ? [ids, singletonId] : [ids.slice(0, -1), ids.at(-1) ?? '']
  const original = await context.store.collection(source.name, scope).get(id)
  // The current user may be one of others, who is not kept here.
  if (!original) return isSingle ? context.next() : notFound(source, id)
  const acted = await act({ ...context, next: () => ok(status) })
  if (acted.kind === 'refused') return acted
  const lists = await itemsFor(endpoint, source, context, original, ids)
  const empty = refusedIfEmpty(endpoint, lists)
  if (empty) return empty
  const content = await contentOf(source, { store: context.store, scope }, id)
  const properties = {
    ...copiedProperties(endpoint.options, source, target, original, id),
    ...lists,
    ...referenceTo(endpoint, source, original, id),
    ...(content && fileFacts(endpoint, original, await factsOf(content))),
    ...sentProperties(endpoint, context),
  }
  const { record, newId } = await createFrom(endpoint, context, properties, async (created) => {
    if (content) await putContent(target, context, created, content)
  })
  return presentNew(endpoint, context, record, status, newId)
}

/** The properties of the file, unless the original knows better than its content, which has no name. */
function fileFacts(
  { resource, options }: Endpoint,
  original: JsonObject,
  facts: Awaited<ReturnType<typeof factsOf>>,
): JsonObject {
  const names = [...filePropertiesOf(options.document, resource.record)]
  return Object.fromEntries(
    names.flatMap(([fact, name]) => {
      const value = facts[fact]
      return value === undefined || (fact === 'type' && Object.hasOwn(original, name)) ? [] : [[name, value]]
    }),
  )
}

/** The references of the new record to the original, by its id and by what it shows of it. */
function referenceTo(endpoint: Endpoint, source: Resource, original: JsonObject, id: Id): JsonObject {
  const { resource: target, options } = endpoint
  const shown = possiblePropertiesOf(options.document, target.record)
  const all = target.references.filter(
    ({ resource, property }) => resource === source.name && shown.has(property),
  )
  if (target.scope.length > 0) return {}
  const [byId, copy] = [false, true].map((isShown) =>
    all.find(({ idProperty }) => (idProperty !== undefined) === isShown),
  )
  return {
    ...(byId && { [byId.property]: id }),
    ...(copy && { [copy.property]: shownCopy(endpoint, copy, original) }),
  }
}

/**
 * The lists of the new record that have the properties of records below the original, or of items in it: the lines of an order, of the
 * items of a cart.
 */
export async function itemsFor(
  { resource, options: { document, model } }: Endpoint,
  source: Resource,
  { store }: RequestContext,
  original: JsonObject,
  ids: readonly Id[],
): Promise<Record<string, readonly JsonObject[]>> {
  const lists: Record<string, readonly JsonObject[]> = {}
  for (const [name, node] of possiblePropertiesOf(document, resource.record)) {
    const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    const required = item ? [...requiredOf(document, item)] : []
    if (!item || (required.length === 0 && !isCart(source))) continue
    const has = (schema: SchemaNode): boolean => {
      const known = possiblePropertiesOf(document, schema)
      return required.length > 0 && required.every((each) => known.has(each))
    }
    const members = childrenOf(model, source).find(({ record }) => has(record))
    const embedded = [...possiblePropertiesOf(document, source.record)].find(
      ([list, schema]) =>
        typesOf(document, schema).has('array') &&
        (has(itemOf(document, schema)) || (list === name && isCart(source))),
    )
    if (!members && !embedded) continue
    const items = members
      ? (await store.collection(members.name, ids).list()).items
      : [original[embedded?.[0] ?? ''] ?? []].flat().filter(isJsonObject)
    const names = [...possiblePropertiesOf(document, item).keys()]
    lists[name] = items.map((each) => ({ ...idsShown(each, names), ...pick(each, names) }))
  }
  return lists
}

/** The ids of the records that an object shows, as those that only refer to them have them: the `productId` of its `product`. */
const idsShown = (shown: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const noun = referencedNoun(name)
      const record = Object.entries(shown).find(([each]) => normalizeName(each) === noun)?.[1]
      return isJsonObject(record) && record['id'] !== undefined ? [[name, record['id']] as const] : []
    }),
  )

/** Refuses to convert an original without items, if the document says so: "409 if the cart is empty". */
export function refusedIfEmpty(
  { declared }: Endpoint,
  lists: Record<string, readonly JsonObject[]>,
): Refused | undefined {
  const all = Object.values(lists)
  if (all.length === 0 || all.some((items) => items.length > 0)) return undefined
  const statement = refusalStatements(declared).find(({ sentence }) =>
    / (?:is|are|be|an?) empty /.test(sentence),
  )
  return statement && declares(declared, statement.status)
    ? refuse(statement.status, 'empty', 'There are no items.')
    : undefined
}
