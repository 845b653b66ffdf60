import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isSimilar } from '../../../spec/inference/schemas/similarity.ts'
import { isWork } from '../../../spec/inference/states/started-work.ts'
import { isJsonObject, memberAt, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { ok, type Behaviour, type BehaviourContext, type Ok, type Outcome } from '../../behaviour.ts'
import type { Collection, Id } from '../../store/store.ts'
import { idInPath, idOf, nounOf, scopeOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { isOnlyRead, resourceAbove } from '../resource-index.ts'
import { workRecord } from './work-record.ts'

/** The work that a response shows, and the lists that record such work. */
interface RecordedWork {
  readonly property: string
  readonly schema: SchemaNode
  readonly lists: readonly Resource[]
}

/**
 * Wraps the behaviour of a write that responds with work which clients only read elsewhere: `POST /servers/{id}/actions/reboot` responds
 * with an `action` that `GET /actions` and `GET /servers/{id}/actions` list. It is done by then.
 */
export function recordedWork(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour,
): Behaviour | undefined {
  const work = recordedBy(options, operation)
  if (!work) return undefined
  return async (context) => {
    const outcome = await behaviour(context)
    return outcome.kind === 'ok' ? record(options, operation, work, context, outcome) : outcome
  }
}

function recordedBy({ document, model }: CrudOptions, operation: Operation): RecordedWork | undefined {
  const body = isSafe(operation.method) ? undefined : responseSchema(operation)
  const owner = ownerOf(model, operation)
  const [work] = [...(body ? possiblePropertiesOf(document, body) : [])].flatMap(([property, schema]) => {
    const lists = model.resources.filter(
      (each) =>
        isOnlyRead(each) &&
        each.idProperty !== undefined &&
        singularNounOf(each.name) === singularWordsOf(property) &&
        (each.scope.length === 0 || each.parent?.resource === owner?.name) &&
        isSimilar(document, schema, each.record),
    )
    // A login responds with a user, which is no work.
    return lists.length > 0 && isWork(document, schema) ? [{ property, schema, lists }] : []
  })
  return work
}

/** The resource of the record that an operation works on, or creates. */
const ownerOf = (model: CrudOptions['model'], { id, path }: Operation): Resource | undefined =>
  resourceAbove(model, path) ?? model.roles.get(id)?.resource

async function record(
  options: CrudOptions,
  operation: Operation,
  { property, schema, lists }: RecordedWork,
  context: BehaviourContext,
  outcome: Ok,
): Promise<Outcome> {
  const shown = isJsonObject(outcome.body) ? outcome.body[property] : undefined
  if (!isJsonObject(outcome.body) || !isJsonObject(shown)) return outcome
  const ids = idsOf(options, operation, context, outcome)
  const made = await takeMade(options, operation, property, context, shown)
  // Nothing is below what has been deleted.
  const places = [...lists, ...made]
    .filter(({ scope }) => scope.length <= (operation.method === 'DELETE' ? 0 : ids.length))
    .map((list) => ({ list, records: context.store.collection(list.name, ids.slice(0, list.scope.length)) }))
  const id = await newId(places.map(({ records }) => records))
  const owner = ownerOf(options.model, operation)
  const names = possiblePropertiesOf(options.document, schema)
  const at = (isDone: boolean, idProperty: string): JsonObject => ({
    ...workRecord(options, schema, about(shown, names, owner, ids.at(-1)), {
      id: String(id),
      path: operation.path,
      resource: undefined,
      scope: [],
      result: undefined,
      now: context.now(),
      isDone,
    }),
    [idProperty]: id,
  })
  for (const { list, records } of places) await records.put(id, at(true, list.idProperty ?? 'id'))
  const body = { ...outcome.body, [property]: at(false, lists[0]?.idProperty ?? 'id') }
  return ok(outcome.status, body, outcome.headers)
}

/** The resource whose record the work is, if the operation creates such records; that with another id than the lists is removed. */
async function takeMade(
  { model }: CrudOptions,
  operation: Operation,
  property: string,
  { request, store }: BehaviourContext,
  shown: JsonObject,
): Promise<readonly Resource[]> {
  const { resource, operation: role } = model.roles.get(operation.id) ?? {}
  if (role?.role !== 'create' || role.responsePath?.join() !== property || !resource) return []
  const id = idOf(shown[resource.idProperty ?? ''])
  if (id !== undefined) await store.collection(resource.name, scopeOf(role, request)).remove(id)
  return [resource]
}

/** The ids that lead to the record which is worked on. */
function idsOf(
  { model }: CrudOptions,
  operation: Operation,
  { request }: BehaviourContext,
  { body }: Ok,
): readonly Id[] {
  const entry = model.roles.get(operation.id)
  const inPath = parameterNames(operation.path).map((name) => idInPath(request, name) ?? '')
  if (entry?.operation.role !== 'create') return inPath
  const created = memberAt(body, entry.operation.responsePath ?? [])
  const id = isJsonObject(created) ? idOf(created[entry.resource.idProperty ?? '']) : undefined
  return id === undefined ? inPath : [...inPath, id]
}

/** Work names what it is about: `resources: [{ "id": 42, "type": "server" }]`, or by `resource_id` and `resource_type`. */
function about(
  work: JsonObject,
  names: Pick<ReadonlyMap<string, unknown>, 'has'>,
  owner: Resource | undefined,
  id: Id | undefined,
): JsonObject {
  const { resources } = work
  const [first] = Array.isArray(resources) ? resources : []
  if (!owner || id === undefined) return work
  const type = nounOf(owner).replaceAll(' ', '_')
  const named = names.has('resource_id') && names.has('resource_type')
  const isListed = isJsonObject(first) && 'id' in first && 'type' in first
  return {
    ...work,
    ...(named && { resource_id: id, resource_type: type }),
    ...(isListed && { resources: [{ ...first, id, type }] }),
  }
}

/** The same number in all lists. */
async function newId(collections: readonly Collection[]): Promise<number> {
  const numbers = collections.map(async (each) => each.nextId(true))
  return Math.max(...(await Promise.all(numbers)))
}
