import type { Conversion } from '../../../spec/inference/states/copies.ts'
import { stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { filePropertiesOf } from '../../../spec/inference/uploads/file-properties.ts'
import { isJsonObject, memberNamed, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Outcome } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { notFound } from '../records/identity.ts'
import { pick } from '../relations/derived.ts'
import { childrenOf } from '../resource-index.ts'
import { present } from '../responses/record-response.ts'
import { contentOf, putContent } from '../uploads/stored-content.ts'
import { factsOf } from '../uploads/upload.ts'
import { copiedProperties, createFrom, sentProperties } from './copy.ts'

/** The record that an action is performed on. */
interface Source {
  readonly resource: Resource
  readonly ids: (context: RequestContext) => readonly Id[]
}

/** Creates the record that an action on a record of another resource leads to: the order of a cart, the file of an upload. */
export const convert =
  ({ target, status }: Conversion, { resource: source, ids: idsIn }: Source): Handler =>
  async (endpoint, context): Promise<Outcome> => {
    const ids = idsIn(context)
    const [scope, id] = [ids.slice(0, -1), ids.at(-1) ?? '']
    const place = { store: context.store, scope }
    const original = await context.store.collection(source.name, scope).get(id)
    if (!original) return notFound(source, id)
    const content = await contentOf(source, place, id)
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
