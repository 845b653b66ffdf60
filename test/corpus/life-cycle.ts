import { header, type HttpResponse } from '../../spec/http.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceOperation, Role } from '../../spec/resources.ts'
import { placeOf, send, textOf, valueAt, wishesFor, type Subject, type Place } from './subject.ts'

/** A violation of the life cycle inferred for a resource. */
class Broken extends Error {}

/** Creates, reads, lists, updates and deletes a record with the available operations. Returns the first inconsistency, if any. */
export async function liveThrough(subject: Subject, resource: Resource): Promise<string | undefined> {
  try {
    const place = await begin(subject, resource)
    await change(subject, resource, place)
    await list(subject, resource, place)
    await end(subject, resource, place)
    return undefined
  } catch (error) {
    if (error instanceof Broken) return error.message
    throw error
  }
}

interface Step {
  readonly entry: ResourceOperation
  readonly response: HttpResponse
}

/** Calls the operation of a role, or returns undefined if the resource has none. */
async function call(
  subject: Subject,
  resource: Resource,
  role: Role,
  place: Place,
): Promise<Step | undefined> {
  const entry = resource.operations.find((operation) => operation.role === role)
  const operation = entry && subject.operations.get(entry.operationId)
  if (!entry || !operation) return undefined
  const response = await send(subject, operation, wishesFor(resource, entry, place))
  if (typeof response === 'string') throw new Broken(`${role}: ${response}`)
  return { entry, response }
}

async function succeed(
  subject: Subject,
  resource: Resource,
  role: Role,
  place: Place,
): Promise<Step | undefined> {
  const step = await call(subject, resource, role, place)
  if (!step || step.response.status < 400) return step
  throw new Broken(`${role}: ${String(step.response.status)} ${textOf(step.response).slice(0, 200)}`)
}

/** Creates a record, or takes one of the world, and checks that a created record is read as its response showed it. */
async function begin(subject: Subject, resource: Resource): Promise<Place> {
  const place = await placeOf(subject, resource)
  const created = await succeed(subject, resource, 'create', place)
  if (!created) return place
  const record = valueAt(subject, created.entry, created.response)
  const id = createdId(resource, created.response, record)
  // Its id is known only from the list.
  if (id === undefined && resource.kind === 'collection') return place
  const at: Place = {
    ...place,
    record: id === undefined ? place.record : [id, isJsonObject(record) ? record : {}],
  }
  await agree(subject, resource, at, created, 'create')
  return at
}

function createdId(
  { idProperty }: Resource,
  { headers }: HttpResponse,
  record: Json | undefined,
): string | undefined {
  const id = idProperty !== undefined && isJsonObject(record) ? record[idProperty] : undefined
  if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') return String(id)
  const location = header(headers, 'location')?.split('?')[0]?.split('/').at(-1)
  return location === undefined ? undefined : decodeURIComponent(location)
}

async function change(subject: Subject, resource: Resource, place: Place): Promise<void> {
  for (const role of ['update', 'replace'] as const) {
    const changed = await succeed(subject, resource, role, place)
    if (changed) await agree(subject, resource, place, changed, role)
  }
}

/** Checks that a read shows the response of the write. */
async function agree(
  subject: Subject,
  resource: Resource,
  place: Place,
  write: Step,
  role: Role,
): Promise<void> {
  const read = await succeed(subject, resource, 'read', place)
  const written = valueAt(subject, write.entry, write.response)
  const readBack = read && valueAt(subject, read.entry, read.response)
  if (!isJsonObject(written) || !isJsonObject(readBack)) return
  const other = Object.keys(written).find(
    (name) => name in readBack && !isSame(valueOf(readBack, name), valueOf(written, name)),
  )
  if (other !== undefined) throw new Broken(`the record read after ${role} differs in '${other}'`)
}

/** Compares values as strings, as documents may type them differently, and untyped XML contains only strings. */
function isSame(one: Json, other: Json): boolean {
  const [text, typed] = typeof one === 'string' ? [one, other] : [other, one]
  return equalJson(one, other) || (typeof typed !== 'object' && text === String(typed))
}

const valueOf = (object: JsonObject, name: string): Json => object[name] ?? null

async function list(subject: Subject, resource: Resource, place: Place): Promise<void> {
  const listed = await succeed(subject, resource, 'list', place)
  if (listed && !Array.isArray(valueAt(subject, listed.entry, listed.response))) {
    throw new Broken('list: no array at the inferred path')
  }
}

async function end(subject: Subject, resource: Resource, place: Place): Promise<void> {
  const deleted = await succeed(subject, resource, 'delete', place)
  const read = deleted && (await call(subject, resource, 'read', place))
  if (read && read.response.status < 400)
    throw new Broken(`read after delete: ${String(read.response.status)}`)
}
