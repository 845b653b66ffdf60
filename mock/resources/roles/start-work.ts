import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import {
  monitorOf,
  progressOf,
  startedWork,
  type StartedWork,
} from '../../../spec/inference/states/started-work.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { encodeParameters } from '../../../spec/parameters.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { ok, type Behaviour, type BehaviourContext, type Ok, type Outcome } from '../../behaviour.ts'
import type { Collection, Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idInPath } from '../records/identity.ts'
import { withMember } from '../responses/member.ts'

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
    return outcome.kind === 'ok' ? start(options, work, context, outcome, changed) : outcome
  }
}

/** A store that tells of the records that the operation itself puts into it. */
function noting(
  { store }: BehaviourContext,
  { path }: Operation,
  note: (record: JsonObject) => void,
): BehaviourContext['store'] {
  return {
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
  const base = isJsonObject(generated) ? generated : {}
  const states = {
    id,
    path,
    resource: options.model.names.get(resource?.name ?? ''),
    scope,
    result,
    now: context.now(),
  }
  const [before, after] = [false, true].map((isDone) =>
    workRecord(options, schema, base, { ...states, isDone }),
  )
  await collection.put(id, after as JsonObject)
  const shown =
    shownAt === undefined || before === undefined
      ? undefined
      : withMember(outcome.body ?? {}, { path: shownAt, value: before })
  return ok(status, shownAt?.length === 0 ? before : shown, { ...outcome.headers, Location: path })
}

interface WorkState {
  readonly id: string
  readonly path: string
  /** The path that the names of work have, if they are paths. */
  readonly resource: string | undefined
  readonly scope: readonly Id[]
  readonly result: JsonObject | undefined
  readonly now: Date
  readonly isDone: boolean
}

/** Work before it is done, or when it has succeeded. */
function workRecord(
  { document, validator }: CrudOptions,
  schema: SchemaNode,
  generated: JsonObject,
  state: WorkState,
): JsonObject {
  const accepts = (record: JsonObject): boolean => validator.of(schema, 'response').accepts(record)
  const progress = progressOf(document, schema)
  let record = generated
  for (const [name, node] of possiblePropertiesOf(document, schema)) {
    const value =
      name === progress?.property
        ? state.isDone
          ? progress.after
          : progress.before
        : workValue(name, typesOf(document, node).has('object'), record[name], state)
    const { [name]: _, ...others } = record
    const next = value === undefined ? others : { ...record, [name]: value }
    const empty = { ...record, [name]: null }
    if (accepts(next)) record = next
    else if (value === undefined && accepts(empty)) record = empty
  }
  return record
}

/** The value of a property of work; undefined if it has none as long as the work lasts, or because it succeeded. */
function workValue(
  name: string,
  isObject: boolean,
  generated: Json | undefined,
  state: WorkState,
): Json | undefined {
  const { id, isDone, now, result, resource, scope, path } = state
  const words = wordsOf(name).join(' ')
  if (/\b(?:errors?|failure|fail(?:ed)?)\b/.test(words)) return undefined
  if (/^(?:id|uuid|job id|task id|operation id)$/.test(words)) return id
  if (words === 'name') {
    const values = [...scope, id]
    return resource === undefined
      ? path.startsWith('/')
        ? id
        : generated
      : resource.replaceAll(/\{.*?\}/g, () => String(values.shift() ?? id))
  }
  if (/^(?:progress|percent|percentage|percent complete|progress percent(?:age)?)$/.test(words) && !isObject)
    return isDone ? 100 : 0
  if (/\b(?:finish|complet|end|succeed)(?:ed)?\b.*\b(?:at|on|time|date)$/.test(words))
    return isDone ? now.toISOString() : undefined
  if (/\b(?:creat|start|updat|submit|queu)(?:e|ed)?\b.*\b(?:at|on|time|date)$/.test(words))
    return now.toISOString()
  if (/^(?:response|result|output)$/.test(words) && isObject)
    return isDone ? (result ?? generated) : undefined
  if (/\b(?:download|result|output)\b/.test(words)) return isDone ? generated : undefined
  return generated
}

const collectionOf = ({ path }: Operation): string => `${path.replaceAll(/\/\{[^/]*\}/g, '')} (work)`

const nounOf = ({ path }: Operation): string => {
  const words = wordsOf(
    path
      .replace(/\/\{[^/]*\}$/, '')
      .split('/')
      .at(-1) ?? '',
  )
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
    const body =
      monitoredAt.length === 0 ? record : withMember(outcome.body ?? {}, { path: monitoredAt, value: record })
    return { ...outcome, body }
  }
}
