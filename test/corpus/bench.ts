import { createGenerator } from '../../contracts/generate/generator.ts'
import { createMock, type Mock, type StoreSnapshot } from '../../mock/index.ts'
import { decodeBody } from '../../spec/body.ts'
import { responseFor, type Document, type Operation } from '../../spec/document.ts'
import { header, type HttpResponse } from '../../spec/http.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { loadDocument } from '../../spec/load.ts'
import { matchMediaType } from '../../spec/http/media-type.ts'
import { operationsOf } from '../../spec/operations.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { inferResources } from '../../spec/inference/infer-resources.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import { createValidator, type Validator } from '../../spec/validate.ts'
import { requestFor, type Wishes } from './request.ts'
import { remembering, type Values } from './values.ts'

/** One document, and the mock that serves it. */
export interface Bench {
  readonly document: Document
  readonly validator: Validator
  readonly generator: Values
  readonly model: ResourceModel
  readonly operations: ReadonlyMap<string, Operation>
  readonly mock: Mock
  readonly world: StoreSnapshot
  /** Its collections by resource. */
  readonly collections: ReadonlyMap<string, StoreSnapshot['collections']>
  /** What lists have shown of this world, by resource. */
  readonly places: Map<Resource, Place>
}

export async function createBench(file: string): Promise<Bench> {
  const document = await loadDocument(file)
  const validator = createValidator(document)
  const { operations, byId } = operationsOf(document)
  // Nobody reads its journal, which would hold what was sent to each of thousands of operations.
  const mock = await createMock({ document, journal: 0, ...beforeAnyEnds(operations) })
  const world = await mock.snapshot()
  return {
    document,
    validator,
    generator: remembering(document, createGenerator(document, validator)),
    model: inferResources(document, operations),
    operations: byId,
    mock,
    world,
    collections: byResource(world),
    places: new Map(),
  }
}

/** The mock's clock stands before anything has ended: what has, answers 410, by the document's own word. */
function beforeAnyEnds(operations: readonly Operation[]): { readonly now?: Date } {
  const ends = operations.flatMap(({ lifecycle }) => lifecycle.sunset ?? [])
  const first = ends.reduce((least, end) => Math.min(least, end), Infinity)
  return first * 1000 < Date.now() ? { now: new Date((first - 86_400) * 1000) } : {}
}

function byResource({ collections }: StoreSnapshot): Bench['collections'] {
  const found = new Map<string, StoreSnapshot['collections'][number][]>()
  for (const collection of collections) {
    const known = found.get(collection.resource)
    if (known) known.push(collection)
    else found.set(collection.resource, [collection])
  }
  return found
}

/** Sends a valid request; a string says why there is none. */
export async function send(
  { document, generator, mock }: Bench,
  operation: Operation,
  wishes: Wishes,
): Promise<HttpResponse | string> {
  const request = requestFor(document, generator, operation, wishes)
  return 'reason' in request ? `no request: ${request.reason}` : mock.handle(request)
}

/** Ids of the containing records, and a record, by its id. */
export interface Place {
  readonly scope: readonly string[]
  readonly record: readonly [id: string, record: JsonObject] | undefined
}

/** Where the resource has a record: in the world, else found out as a client would, by its list or by creating one. */
export async function placeOf(bench: Bench, resource: Resource): Promise<Place> {
  const known = bench.places.get(resource)
  if (known) return known
  // Records are made when they are first asked for: not of all resources, to find one.
  const own = bench.collections.get(resource.name)?.find(({ records }) => records.length > 0)
  if (own) return remember(bench, resource, { scope: own.scope, record: own.records[0] })
  const place = { scope: await scopeOf(bench, resource), record: undefined }
  for (const role of ['list', 'create'] as const) {
    const record = await recordFrom(bench, resource, role, place)
    if (!record) continue
    const found = { ...place, record }
    return role === 'list' ? remember(bench, resource, found) : found
  }
  if (resource.discoverable || resource.kind === 'singleton') return place
  const id = madeUp(bench, resource, ({ idParameter }) => idParameter)
  return id === undefined ? place : { ...place, record: [id, {}] }
}

/** Operations of a resource stand together: of a document with thousands, places of a few are enough. */
function remember({ places }: Bench, resource: Resource, place: Place): Place {
  if (places.size >= 100) places.clear()
  places.set(resource, place)
  return place
}

/** Ids of a record of the parent and of what contains that; made up where the document does not say which there are. */
async function scopeOf(bench: Bench, resource: Resource): Promise<readonly string[]> {
  const parent = bench.model.resources.find(({ name }) => name === resource.parent?.resource)
  const above = parent && (await placeOf(bench, parent))
  const known = above?.record ? [...above.scope, above.record[0]] : []
  return resource.scope.map((name, index) => {
    const isOpen = index === known.length - 1 && parent?.discoverable === false
    const own =
      isOpen || known[index] === undefined ? madeUp(bench, resource, ({ scope }) => scope[index]) : undefined
    return own ?? known[index] ?? name
  })
}

/** A value for a path parameter that all operations of the resource take, where there is one. */
function madeUp(
  { operations, generator, validator }: Bench,
  resource: Resource,
  nameIn: (entry: ResourceOperation) => string | undefined,
): string | undefined {
  const nodes = resource.operations.flatMap((entry) => {
    const declared = operations.get(entry.operationId)?.parameters ?? []
    const parameter = declared.find(({ in: place, name }) => place === 'path' && name === nameIn(entry))
    return parameter?.schema ?? []
  })
  const texts = nodes
    .map((node) => generator.valid(node, 'request', 1))
    .filter((value) => (typeof value === 'string' ? value !== '' : typeof value === 'number'))
    .map((value) => value as string | number)
  const isTaken = (value: Json): boolean =>
    nodes.every((node) => validator.of(node, 'request')(value).length === 0)
  const value = texts.find(isTaken) ?? texts[0]
  return value === undefined ? undefined : String(value)
}

async function recordFrom(
  bench: Bench,
  resource: Resource,
  role: 'list' | 'create',
  place: Place,
): Promise<Place['record']> {
  const entry = resource.operations.find((each) => each.role === role)
  const operation = entry && bench.operations.get(entry.operationId)
  const response = operation && (await send(bench, operation, wishesFor(resource, entry, place)))
  if (!entry || !response || typeof response === 'string' || response.status >= 400) return undefined
  const value = valueAt(bench, entry, response)
  const record: Json | undefined = Array.isArray(value) ? (value as readonly Json[])[0] : value
  const id = isJsonObject(record) ? record[resource.idProperty ?? ''] : undefined
  const isId = typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint'
  return isId && isJsonObject(record) ? [String(id), record] : undefined
}

/** What leads an operation to a place. What its path parameters do not fix is left to the generator. */
export function wishesFor(resource: Resource, operation: ResourceOperation, place: Place): Wishes {
  const { role, idParameter, requestPath } = operation
  const { idProperty, kind } = resource
  const isTold = idParameter === undefined && kind === 'collection' && role !== 'create' && role !== 'list'
  const id =
    isTold && idProperty !== undefined ? (place.record?.[1][idProperty] ?? place.record?.[0]) : undefined
  const path = pathTo(operation, place)
  return id === undefined || idProperty === undefined
    ? { path }
    : { path, amend: (body) => withValue(body, [...requestPath, idProperty], id) }
}

function withValue(body: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value
  return isJsonObject(body) ? { ...body, [name]: withValue(body[name] ?? {}, rest, value) } : body
}

function pathTo(operation: ResourceOperation, { scope, record }: Place): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (const [index, name] of operation.scope.entries()) {
    const value = scope[index]
    if (value !== undefined) values[name] = value
  }
  for (const { parameter, property } of operation.within) {
    const value = record?.[1][property]
    if (value !== undefined && value !== null) values[parameter] = value
  }
  if (operation.idParameter !== undefined && record) values[operation.idParameter] = record[0]
  return values
}

/** What stands at that path of property names in an answer. */
export function valueAt(
  { document, operations }: Bench,
  { operationId, responsePath }: ResourceOperation,
  response: HttpResponse,
): Json | undefined {
  const content = responseFor(operations.get(operationId)!, response.status)?.content ?? []
  const type = header(response.headers, 'content-type') ?? ''
  const media = matchMediaType(content, type)
  const bytes = new TextEncoder().encode(textOf(response))
  const reading = media && decodeBody(bytes, type, media, (node) => resolveRef(document, node).schema)
  if (!responsePath || reading?.kind !== 'ok' || reading.value instanceof Uint8Array) return undefined
  return responsePath.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    reading.value,
  )
}

export function textOf({ body }: HttpResponse): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
