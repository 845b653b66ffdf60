import type { Json, JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import { isSuccess } from '../answer.ts'
import { idIn, recordIn, recordsIn } from '../records/shown.ts'
import type { Judged } from './judge.ts'

/** Keeps the records that go through a proxy, as they were when they were last seen. */
export interface WorldRecorder {
  add(judged: Judged): void
  /**
   * A world for the mock: records by resource, `{ "/pets": [{ "id": 1, … }], "/me": { … } }`. Where a resource has a
   * collection in each of several scopes, or ids that no record holds, a snapshot, which tells them.
   */
  world(): JsonObject
}

/** The records of one resource in one scope, by id; a singleton's is the empty one. */
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

/** Path parameters as sent, decoded; undefined when one is missing or cannot be decoded. */
function valuesOf({ params }: Judged, names: readonly string[]): readonly string[] | undefined {
  try {
    const values = names.map((name) => params[name]).filter((value) => value !== undefined)
    return values.length === names.length ? values.map(decodeURIComponent) : undefined
  } catch {
    return undefined
  }
}

function note({ resource, records }: Collection, role: ResourceOperation, judged: Judged): void {
  const { answer } = judged
  const [named] = role.idParameter === undefined ? [] : (valuesOf(judged, [role.idParameter]) ?? [])
  const id = resource.kind === 'singleton' ? '' : named
  const isGone = answer.status === 404 || answer.status === 410
  if (id !== undefined && (isGone || (role.role === 'delete' && isSuccess(answer.status)))) {
    // 404 for a create or an action may be about something else.
    if (role.role !== 'create' && role.role !== 'action') records.delete(id)
    return
  }
  if (!isSuccess(answer.status) || role.role === 'delete') return
  if (role.role === 'list') {
    // A list may show less of a record than reading it does.
    for (const item of recordsIn(answer, role) ?? []) keep(records, idOf(item, resource), item, true)
    return
  }
  const record = recordIn(answer, role)
  if (record) keep(records, idOf(record, resource) ?? id, record, false)
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

/** As the API would list them: by number, else as they were first seen. */
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
