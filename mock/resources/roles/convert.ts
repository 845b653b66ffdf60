import type { Operation } from '../../../spec/document.ts'
import { conversionOf, type Conversion } from '../../../spec/inference/states/copies.ts'
import { stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { filePropertiesOf } from '../../../spec/inference/uploads/file-properties.ts'
import { isJsonObject, memberNamed, type JsonObject } from '../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Behaviour, Outcome } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { createCrud } from '../crud.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import type { CrudOptions } from '../options.ts'
import { idInPath, notFound } from '../records/identity.ts'
import { pick } from '../relations/derived.ts'
import { childrenOf } from '../resource-index.ts'
import { present } from '../responses/record-response.ts'
import { contentOf, putContent } from '../uploads/stored-content.ts'
import { factsOf } from '../uploads/upload.ts'
import { copiedProperties, createFrom, sentProperties } from './copy.ts'

/** The behaviour of an action on a record that creates one of another resource: the order of a cart, the file of an upload. */
export function conversionBehaviour(
  { document, model }: CrudOptions,
  operation: Operation,
  source: Resource,
  behaviourOf: ReturnType<typeof createCrud>,
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
  return behaviourOf({ resource: target, operation: created }, async (endpoint, context) => {
    const parameters = names.slice(0, source.scope.length + 1)
    return convert(endpoint, context, conversion, {
      source,
      ids: parameters.map((name) => idInPath(context.request, name) ?? ''),
    })
  })
}

async function convert(
  endpoint: Endpoint,
  context: RequestContext,
  { target, status }: Conversion,
  { source, ids }: { readonly source: Resource; readonly ids: readonly Id[] },
): Promise<Outcome> {
  const [scope, id] = [ids.slice(0, -1), ids.at(-1) ?? '']
  const original = await context.store.collection(source.name, scope).get(id)
  if (!original) return notFound(source, id)
  const content = await contentOf(source, { store: context.store, scope }, id)
  const properties = {
    ...copiedProperties(endpoint.options, source, target, original, id),
    ...(await itemsFor(endpoint, source, context, ids)),
    ...referenceTo(source, target, id),
    ...(content && fileFacts(endpoint, original, await factsOf(content))),
    ...sentProperties(endpoint, context),
  }
  const { record, newId } = await createFrom(endpoint, context, properties, async (created) => {
    if (content) await putContent(target, context, created, content)
  })
  await changeState(endpoint, source, context, { scope, id, original })
  return present(endpoint, context, record, status, newId)
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

function referenceTo(source: Resource, target: Resource, id: Id): JsonObject {
  const reference = target.references.find(
    ({ resource, idProperty }) => resource === source.name && idProperty === undefined,
  )
  return reference && target.scope.length === 0 ? { [reference.property]: id } : {}
}

/** The lists of the new record that have the properties of records below the original: the lines of an order, of the items of a cart. */
async function itemsFor(
  { resource, options: { document, model } }: Endpoint,
  source: Resource,
  { store }: RequestContext,
  ids: readonly Id[],
): Promise<JsonObject> {
  const lists: Record<string, JsonObject[]> = {}
  for (const [name, node] of possiblePropertiesOf(document, resource.record)) {
    const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    const required = item ? [...requiredOf(document, item)] : []
    const members = childrenOf(model, source).find(({ record }) => {
      const known = possiblePropertiesOf(document, record)
      return required.length > 0 && required.every((each) => known.has(each))
    })
    if (!item || !members) continue
    const { items } = await store.collection(members.name, ids).list()
    if (items.length > 0)
      lists[name] = items.map((each) => pick(each, [...possiblePropertiesOf(document, item).keys()]))
  }
  return lists
}

/** Sets the state of the original that the name of the action implies: `finished`. */
async function changeState(
  { declared, options: { document, validator } }: Endpoint,
  source: Resource,
  { store, now }: RequestContext,
  { scope, id, original }: { readonly scope: readonly Id[]; readonly id: Id; readonly original: JsonObject },
): Promise<void> {
  const action = declared.path.split(/[/:]/).at(-1) ?? ''
  const changes = stateChangesOf(document, source.record, action).map(
    ({ property, value = now().toISOString() }) => [property, value] as const,
  )
  const next = { ...original, ...Object.fromEntries(changes) }
  const isChanged = changes.some(([name, value]) => memberNamed(original, name) !== value)
  if (isChanged && isJsonObject(next) && validator.of(source.record, 'response').accepts(next))
    await store.collection(source.name, scope).put(id, next)
}
