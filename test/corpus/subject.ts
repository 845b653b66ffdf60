import { createGenerator } from '../../contracts/generate/generator.ts'
import { createMock, type Mock, type StoreSnapshot } from '../../mock/index.ts'
import { decodeBody } from '../../spec/body.ts'
import { responseFor, type Document, type Operation } from '../../spec/document.ts'
import { header, type HttpResponse } from '../../spec/http.ts'
import { matchMediaType } from '../../spec/http/media-type.ts'
import { inferResources } from '../../spec/inference/infer-resources.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { loadDocument } from '../../spec/load.ts'
import { operationsOf } from '../../spec/operations.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { createValidator, type Validator } from '../../spec/validate.ts'
import { requestFor, type Wishes } from './request.ts'
import { withCache, type Values } from './values.ts'

/** A document and the mock that serves it. */
export interface Subject {
  readonly document: Document
  readonly validator: Validator
  readonly generator: Values
  readonly model: ResourceModel
  readonly operations: ReadonlyMap<string, Operation>
  readonly mock: Mock
  readonly world: StoreSnapshot
  /** The collections of the world by resource. */
  readonly collections: ReadonlyMap<string, StoreSnapshot['collections']>
  /** Known records by resource. */
  readonly places: Map<Resource, Place>
}

export async function createSubject(file: string): Promise<Subject> {
  const document = await loadDocument(file)
  const validator = createValidator(document)
  const { operations, byId } = operationsOf(document)
  // The journal is not read, and would keep the bodies of thousands of operations in memory.
  const mock = await createMock({ document, journal: 0, ...beforeAnyEnds(operations) })
  const world = await mock.snapshot()
  return {
    document,
    validator,
    generator: withCache(document, createGenerator(document, validator)),
    model: inferResources(document, operations),
    operations: byId,
    mock,
    world,
    collections: byResource(world),
    places: new Map(),
  }
}

/** Freezes the clock before the first sunset, since operations past their sunset respond 410. */
function beforeAnyEnds(operations: readonly Operation[]): { readonly now?: Date } {
  const ends = operations.flatMap(({ lifecycle }) => lifecycle.sunset ?? [])
  const first = ends.reduce((least, end) => Math.min(least, end), Infinity)
  return first * 1000 < Date.now() ? { now: new Date((first - 86_400) * 1000) } : {}
}

function byResource({ collections }: StoreSnapshot): Subject['collections'] {
  const grouped = new Map<string, StoreSnapshot['collections'][number][]>()
  for (const collection of collections) {
    const known = grouped.get(collection.resource)
    if (known) known.push(collection)
    else grouped.set(collection.resource, [collection])
  }
  return grouped
}

/** Sends a valid request, or returns the reason why there is none. */
export async function send(
  { document, generator, mock }: Subject,
  operation: Operation,
  wishes: Wishes,
): Promise<HttpResponse | string> {
  const request = requestFor(document, generator, operation, wishes)
  return 'reason' in request ? `no request: ${request.reason}` : mock.handle(request)
}

/** The ids of the parent records, and a record with its id. */
export interface Place {
  readonly scope: readonly string[]
  readonly record: readonly [id: string, record: JsonObject] | undefined
}

/** Finds a record of the resource: in the world, or like a client by its list or by creating one. */
export async function placeOf(subject: Subject, resource: Resource): Promise<Place> {
  const known = subject.places.get(resource)
  if (known) return known
  // Records are created lazily, so this avoids creating those of other resources.
  const own = subject.collections.get(resource.name)?.find(({ records }) => records.length > 0)
  if (own) return remember(subject, resource, { scope: own.scope, record: own.records[0] })
  const place = { scope: await scopeOf(subject, resource), record: undefined }
  for (const role of ['list', 'create'] as const) {
    const record = await recordFrom(subject, resource, role, place)
    if (!record) continue
    const filled = { ...place, record }
    return role === 'list' ? remember(subject, resource, filled) : filled
  }
  if (resource.discoverable || resource.kind === 'singleton') return place
  const id = madeUp(subject, resource, ({ idParameter }) => idParameter)
  return id === undefined ? place : { ...place, record: [id, {}] }
}

/** Operations are called resource by resource, so only a few places have to be kept. */
function remember({ places }: Subject, resource: Resource, place: Place): Place {
  if (places.size >= 100) places.clear()
  places.set(resource, place)
  return place
}

/** The ids of a parent record and its parents, generated where the document does not tell which exist. */
async function scopeOf(subject: Subject, resource: Resource): Promise<readonly string[]> {
  const parent = subject.model.resources.find(({ name }) => name === resource.parent?.resource)
  const above = parent && (await placeOf(subject, parent))
  const known = above?.record ? [...above.scope, above.record[0]] : []
  return resource.scope.map((name, index) => {
    const isOpen = index === known.length - 1 && parent?.discoverable === false
    const own =
      isOpen || known[index] === undefined
        ? madeUp(subject, resource, ({ scope }) => scope[index])
        : undefined
    return own ?? known[index] ?? name
  })
}

/** Generates a value for a path parameter that all operations of the resource accept, if there is one. */
function madeUp(
  { operations, generator, validator }: Subject,
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
  subject: Subject,
  resource: Resource,
  role: 'list' | 'create',
  place: Place,
): Promise<Place['record']> {
  const entry = resource.operations.find((operation) => operation.role === role)
  const operation = entry && subject.operations.get(entry.operationId)
  const response = operation && (await send(subject, operation, wishesFor(resource, entry, place)))
  if (!entry || !response || typeof response === 'string' || response.status >= 400) return undefined
  const value = valueAt(subject, entry, response)
  const record: Json | undefined = Array.isArray(value) ? (value as readonly Json[])[0] : value
  const id = isJsonObject(record) ? record[resource.idProperty ?? ''] : undefined
  const isId = typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint'
  return isId && isJsonObject(record) ? [String(id), record] : undefined
}

/** The path parameters that address a place. The generator fills in the others. */
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

/** The value at a path of property names in a response. */
export function valueAt(
  { document, operations }: Subject,
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
