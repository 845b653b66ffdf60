import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { monitorOf, startedWork, type StartedWork } from '../../../spec/inference/states/started-work.ts'
import { isJsonObject, type JsonObject } from '../../../spec/json.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { encodeParameters } from '../../../spec/parameters/encode-parameters.ts'
import { lastPart, parameterNames, withoutSlash } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { ok, type Behaviour, type BehaviourContext, type Ok, type Outcome } from '../../behaviour.ts'
import type { Collection } from '../../store/store.ts'
import { idInPath, idOf, scopeOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import { workRecord } from './work-record.ts'

/**
 * Wraps the behaviour of an operation that starts work: the response shows it before it is done, and the operation that shows it
 * later has it done. Undefined for any other operation.
 */
export function workBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour,
): Behaviour | undefined {
  const { operations } = operationsOf(options.document)
  const work = startedWork(options.document, operations, operation)
  if (!work) return undefined
  return async (context) => {
    let changed: JsonObject | undefined
    const note = (record: JsonObject): void => void (changed = record)
    const outcome = await behaviour({ ...context, store: noting(context, operation, note) })
    if (outcome.kind !== 'ok') return outcome
    const created = await finishCreated(options, operation, work, context, changed)
    return created ? outcome : start(options, work, context, outcome, changed)
  }
}

/** Has the work done that is itself the record which the operation has created. Returns whether it is. */
async function finishCreated(
  options: CrudOptions,
  operation: Operation,
  { monitor, schema }: StartedWork,
  { store, request, now }: BehaviourContext,
  record: JsonObject | undefined,
): Promise<boolean> {
  const [own, shown] = [operation, monitor].map(({ id }) => options.model.roles.get(id))
  const id = idOf(record?.[own?.resource.idProperty ?? ''])
  const isOwn = own?.operation.role === 'create' && own.resource === shown?.resource
  if (!isOwn || record === undefined || id === undefined) return false
  const scope = scopeOf(own.operation, request)
  const generated = await options.fake.value(schema, 'response', {
    key: `${own.resource.name} ${String(id)}`,
  })
  const filled = isJsonObject(generated) ? withResults(options, schema, record, generated) : record
  const state = { id: String(id), path: '', resource: undefined, scope, result: undefined, now: now() }
  const done = workRecord(options, schema, filled, { ...state, isDone: true })
  await store.collection(own.resource.name, scope).put(id, { ...done, [own.resource.idProperty ?? '']: id })
  return true
}

/** The record with what it has no value for until the work is done. */
function withResults(
  { document }: CrudOptions,
  schema: SchemaNode,
  record: JsonObject,
  generated: JsonObject,
): JsonObject {
  const later = [...possiblePropertiesOf(document, schema)].filter(
    ([name, node]) =>
      record[name] === null && /\b(?:until|once|when)\b/.test(schemaDescription(document, node)),
  )
  return { ...record, ...Object.fromEntries(later.map(([name]) => [name, generated[name] ?? null])) }
}

/** A store that tells of the records that the operation itself puts into it. */
function noting(
  { store }: BehaviourContext,
  { path }: Operation,
  note: (record: JsonObject) => void,
): BehaviourContext['store'] {
  return {
    ...store,
    collection(name, scope) {
      const records = store.collection(name, scope)
      const isOwn = !name.endsWith(')') && path.replaceAll(/\/\{[^/]*\}?/g, '').startsWith(name)
      if (!isOwn) return records
      const put: Collection['put'] = async (id, record) => {
        note(record)
        await records.put(id, record)
      }
      return { ...records, put }
    },
  }
}

async function start(
  options: CrudOptions,
  work: StartedWork,
  context: BehaviourContext,
  outcome: Ok,
  result: JsonObject | undefined,
): Promise<Outcome> {
  const { monitor, schema, shownAt, status } = work
  const parameters = parameterNames(monitor.path)
  const scope = parameters.slice(0, -1).map((name) => idInPath(context.request, name) ?? '')
  const resource = options.model.roles.get(monitor.id)?.resource
  const collection = context.store.collection(resource?.name ?? collectionOf(monitor), scope)
  const id = `${nounOf(monitor)}-${String(await collection.nextId())}`
  const path = encodeParameters(monitor.path, monitor.parameters, {
    path: { ...context.request.path, [parameters.at(-1) ?? '']: id },
  }).path
  const generated = await options.fake.value(schema, 'response', { key: `${collectionOf(monitor)} ${id}` })
  const named = options.model.names.get(resource?.name ?? '')
  const record = (isDone: boolean): JsonObject =>
    workRecord(options, schema, isJsonObject(generated) ? generated : {}, {
      id,
      path,
      resource: named,
      scope,
      result,
      now: context.now(),
      isDone,
    })
  await collection.put(id, record(true))
  const body = shownAt && withMember(outcome.body ?? {}, { path: shownAt, value: record(false) })
  return ok(status, body, { ...outcome.headers, Location: path })
}

const collectionOf = ({ path }: Operation): string =>
  `${withoutSlash(path.replaceAll(/\/\{[^/]*\}/g, ''))} (work)`

const nounOf = ({ path }: Operation): string => {
  const words = wordsOf(lastPart(path.replace(/\/\{[^/]*\}\/?$/, '')))
  return (words.at(-1) ?? 'job').replace(/s$/, '')
}

/** Shows work that was started, where its operation has no role in a resource; anything else as the behaviour does. */
export function monitorBehaviour(
  { document, model }: CrudOptions,
  operation: Operation,
  behaviour: Behaviour,
): Behaviour | undefined {
  const names = parameterNames(operation.path)
  const monitoredAt = model.roles.has(operation.id) ? undefined : monitorOf(document, operation)?.path
  if (!monitoredAt) return undefined
  return async (context) => {
    const ids = names.map((name) => idInPath(context.request, name) ?? '')
    const records = context.store.collection(collectionOf(operation), ids.slice(0, -1))
    const record = await records.get(ids.at(-1) ?? '')
    const outcome = await behaviour(context)
    if (!record || outcome.kind !== 'ok') return outcome
    return { ...outcome, body: withMember(outcome.body ?? {}, { path: monitoredAt, value: record }) }
  }
}
