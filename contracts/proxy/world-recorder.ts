import type { Json, JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceModel, ResourceOperation, Role } from '../../spec/resources.ts'
import { isSuccess } from '../answer.ts'
import { idIn, recordIn, recordsIn } from '../answers/answer-records.ts'
import type { Answer } from '../interaction.ts'
import type { JudgedExchange } from './judge.ts'

/** Collects the records in the traffic of a proxy, each as it was last seen. */
export interface WorldRecorder {
  add(judged: JudgedExchange): void
  /**
   * A world for the mock: records by resource, `{ "/pets": [{ "id": 1, … }], "/me": { … } }`. If a resource has collections in
   * several scopes, or records that do not contain their ids, a snapshot instead, which has both.
   */
  world(): JsonObject
}

/** The records of one resource in one scope, by id; the id of a singleton is empty. */
interface Collection {
  readonly resource: Resource
  readonly scope: readonly string[]
  readonly records: Map<string, JsonObject>
}

export function createWorldRecorder(model: ResourceModel): WorldRecorder {
  const collections = new Map<string, Collection>()
  const collectionOf = (resource: Resource, scope: readonly string[]): Collection => {
    const key = JSON.stringify([resource.name, scope])
    let found = collections.get(key)
    if (found === undefined) collections.set(key, (found = { resource, scope, records: new Map() }))
    return found
  }
  return {
    add(judged) {
      const found = model.roles.get(judged.operation.id)
      const scope = found && valuesOf(judged, found.operation.scope)
      if (found && scope) note(collectionOf(found.resource, scope), found.operation, judged)
    },
    world() {
      const filled = [...collections.values()].filter(({ records }) => records.size > 0)
      return filled.every(isPlain) ? plainWorld(filled) : { collections: filled.map(snapshotOf) }
    },
  }
}

/** The decoded path parameters; undefined when one is missing or cannot be decoded. */
function valuesOf({ params }: JudgedExchange, names: readonly string[]): readonly string[] | undefined {
  try {
    const values = names.map((name) => params[name]).filter((value) => value !== undefined)
    return values.length === names.length ? values.map(decodeURIComponent) : undefined
  } catch {
    return undefined
  }
}

function note({ resource, records }: Collection, operation: ResourceOperation, judged: JudgedExchange): void {
  const { answer } = judged
  const { role, idParameter } = operation
  const [named] = idParameter === undefined ? [] : (valuesOf(judged, [idParameter]) ?? [])
  const id = resource.kind === 'singleton' ? '' : named
  if (isGone(role, answer)) {
    if (id !== undefined) records.delete(id)
  } else if (!isSuccess(answer.status)) {
    return
  } else if (role === 'list') {
    // Lists may omit properties that reading the record shows.
    for (const item of recordsIn(answer, operation) ?? []) keep(records, idOf(item, resource), item, true)
  } else {
    const record = recordIn(answer, operation)
    if (record) keep(records, idOf(record, resource) ?? id, record, false)
  }
}

/** Whether an answer tells that the record of the path no longer exists. 404 for a create or an action may be about another record. */
function isGone(role: Role, { status }: Answer): boolean {
  if (role === 'delete' && isSuccess(status)) return true
  return (status === 404 || status === 410) && role !== 'create' && role !== 'action'
}

function keep(
  records: Map<string, JsonObject>,
  id: string | undefined,
  record: JsonObject,
  isPart: boolean,
): void {
  if (id !== undefined) records.set(id, isPart ? { ...records.get(id), ...record } : record)
}

function idOf(record: JsonObject, resource: Resource): string | undefined {
  if (resource.kind === 'singleton') return ''
  const id = idIn(record, resource)
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : undefined
}

const isPlain = ({ resource, scope }: Collection): boolean =>
  scope.length === 0 && (resource.kind === 'singleton' || resource.idProperty !== undefined)

function plainWorld(collections: readonly Collection[]): JsonObject {
  return Object.fromEntries(
    collections.map(({ resource, records }) => {
      const values = inOrder(resource, records).map(([, record]) => record)
      return [resource.name, resource.kind === 'singleton' ? (values[0] ?? {}) : values]
    }),
  )
}

/** In the order of a list: by numeric id, or else as they were first seen. */
function inOrder(
  { idType }: Resource,
  records: ReadonlyMap<string, JsonObject>,
): readonly (readonly [id: string, record: JsonObject])[] {
  const entries = [...records]
  if (idType !== 'integer' || !entries.every(([id]) => /^-?\d{1,30}$/.test(id))) return entries
  return entries.sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
}

function snapshotOf({ resource, scope, records }: Collection): Json {
  const ids = [...records.keys()].map(Number).filter((id) => Number.isSafeInteger(id) && id >= 0)
  const nextId = ids.reduce((highest, id) => Math.max(highest, id), 0) + 1
  return { resource: resource.name, scope, nextId, records: inOrder(resource, records) }
}
