import { header, type HttpResponse } from '../../spec/http.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceOperation, Role } from '../../spec/resources.ts'
import { placeOf, send, textOf, valueAt, wishesFor, type Bench, type Place } from './bench.ts'

/** What a resource does not hold of what is claimed for it. */
class Broken extends Error {}

/** Creates, reads, lists, changes and deletes a record, as far as there are operations; undefined when all agrees. */
export async function liveThrough(bench: Bench, resource: Resource): Promise<string | undefined> {
  try {
    const place = await begin(bench, resource)
    await change(bench, resource, place)
    await list(bench, resource, place)
    await end(bench, resource, place)
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

/** Calls the operation of a role; undefined when the resource has none. */
async function call(bench: Bench, resource: Resource, role: Role, place: Place): Promise<Step | undefined> {
  const entry = resource.operations.find((each) => each.role === role)
  const operation = entry && bench.operations.get(entry.operationId)
  if (!entry || !operation) return undefined
  const response = await send(bench, operation, wishesFor(resource, entry, place))
  if (typeof response === 'string') throw new Broken(`${role}: ${response}`)
  return { entry, response }
}

async function succeed(
  bench: Bench,
  resource: Resource,
  role: Role,
  place: Place,
): Promise<Step | undefined> {
  const step = await call(bench, resource, role, place)
  if (!step || step.response.status < 400) return step
  throw new Broken(`${role}: ${String(step.response.status)} ${textOf(step.response).slice(0, 200)}`)
}

/** The record to go on with: one just created, else one of the world. What was created can be read as it was answered. */
async function begin(bench: Bench, resource: Resource): Promise<Place> {
  const place = await placeOf(bench, resource)
  const created = await succeed(bench, resource, 'create', place)
  if (!created) return place
  const record = valueAt(bench, created.entry, created.response)
  const id = createdId(resource, created.response, record)
  // Which one it is only the list tells.
  if (id === undefined && resource.kind === 'collection') return place
  const at: Place = {
    ...place,
    record: id === undefined ? place.record : [id, isJsonObject(record) ? record : {}],
  }
  await agree(bench, resource, at, created, 'create')
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

async function change(bench: Bench, resource: Resource, place: Place): Promise<void> {
  for (const role of ['update', 'replace'] as const) {
    const changed = await succeed(bench, resource, role, place)
    if (changed) await agree(bench, resource, place, changed, role)
  }
}

/** A read shows what the write answered. */
async function agree(bench: Bench, resource: Resource, place: Place, write: Step, role: Role): Promise<void> {
  const read = await succeed(bench, resource, 'read', place)
  const told = valueAt(bench, write.entry, write.response)
  const found = read && valueAt(bench, read.entry, read.response)
  if (!isJsonObject(told) || !isJsonObject(found)) return
  const other = Object.keys(told).find(
    (name) => name in found && !isSame(valueOf(found, name), valueOf(told, name)),
  )
  if (other !== undefined) throw new Broken(`what is read after ${role} differs in '${other}'`)
}

/** Documents type a value now as a number and now as a text, and XML is all text where no schema says more. */
function isSame(one: Json, other: Json): boolean {
  const [text, typed] = typeof one === 'string' ? [one, other] : [other, one]
  return equalJson(one, other) || (typeof typed !== 'object' && text === String(typed))
}

const valueOf = (object: JsonObject, name: string): Json => object[name] ?? null

async function list(bench: Bench, resource: Resource, place: Place): Promise<void> {
  const listed = await succeed(bench, resource, 'list', place)
  if (listed && !Array.isArray(valueAt(bench, listed.entry, listed.response))) {
    throw new Broken('list: no array where it is claimed to be')
  }
}

async function end(bench: Bench, resource: Resource, place: Place): Promise<void> {
  const deleted = await succeed(bench, resource, 'delete', place)
  const read = deleted && (await call(bench, resource, 'read', place))
  if (read && read.response.status < 400)
    throw new Broken(`read after delete: ${String(read.response.status)}`)
}
