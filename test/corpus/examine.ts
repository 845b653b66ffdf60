import { createGenerator, type Generator } from '../../contracts/generate/generator.ts'
import { createMock, type Mock, type StoreSnapshot } from '../../mock/index.ts'
import type { Document, Operation } from '../../spec/document.ts'
import { header, type HttpResponse } from '../../spec/http.ts'
import { equalJson, isJsonObject, parseJson, type Json, type JsonObject } from '../../spec/json.ts'
import { loadDocument } from '../../spec/load.ts'
import { operationsOf } from '../../spec/operations.ts'
import {
  inferResources,
  type Resource,
  type ResourceModel,
  type ResourceOperation,
  type Role,
} from '../../spec/resources.ts'
import { createResponseChecker } from '../../spec/response.ts'
import { createValidator, type Validator } from '../../spec/validate.ts'
import { requestFor } from './request.ts'

/** What came of one document. */
export interface Examination {
  readonly file: string
  /** Undefined when the document loaded. */
  readonly unloadable?: string
  readonly operations: number
  readonly answeredValid: number
  readonly resources: number
  readonly held: number
  readonly failures: readonly string[]
}

interface Bench {
  readonly document: Document
  readonly validator: Validator
  readonly generator: Generator
  readonly model: ResourceModel
  readonly operations: ReadonlyMap<string, Operation>
  readonly mock: Mock
}

/** Loads a document, calls each operation once and runs each claimed resource through its life. */
export async function examine(file: string): Promise<Examination> {
  const nothing = { file, operations: 0, answeredValid: 0, resources: 0, held: 0, failures: [] }
  let bench: Bench
  try {
    bench = await benchOf(file)
  } catch (error) {
    const reason = (error as Error).message.split('\n').slice(0, 3).join(' ')
    return { ...nothing, unloadable: reason }
  }
  const world = await bench.mock.snapshot()
  const failures: string[] = []
  let answeredValid = 0
  for (const operation of bench.operations.values()) {
    await bench.mock.restore(world)
    const failure = await callOperation(bench, operation, world)
    if (failure === undefined) answeredValid += 1
    else failures.push(`${operation.method} ${operation.path}: ${failure}`)
  }
  let held = 0
  for (const resource of bench.model.resources) {
    await bench.mock.restore(world)
    const failure = await liveThrough(bench, resource, world)
    if (failure === undefined) held += 1
    else failures.push(`resource ${resource.name}: ${failure}`)
  }
  await bench.mock.close()
  const { size } = bench.operations
  return { file, operations: size, answeredValid, resources: bench.model.resources.length, held, failures }
}

async function benchOf(file: string): Promise<Bench> {
  const document = await loadDocument(file)
  const validator = createValidator(document)
  const { operations, byId } = operationsOf(document)
  return {
    document,
    validator,
    generator: createGenerator(document, validator),
    model: inferResources(document, operations),
    operations: byId,
    mock: await createMock({ document }),
  }
}

async function callOperation(
  bench: Bench,
  operation: Operation,
  world: StoreSnapshot,
): Promise<string | undefined> {
  const response = await send(bench, operation, pathOf(bench, operation, world))
  if (typeof response === 'string') return response
  const successful = operation.responses.some(({ status }) => /^[123]|default/.test(status))
  if (successful && response.status >= 400)
    return `answered ${String(response.status)}: ${textOf(response).slice(0, 300)}`
  const [issue, ...others] = createResponseChecker(
    bench.document,
    operation,
    bench.validator,
  )(response, operation.method)
  if (!issue) return undefined
  return `invalid ${issue.in} ${issue.path} ${issue.message} (${issue.schema})${others.length > 0 ? ` and ${String(others.length)} more` : ''}`
}

/** Values of path parameters that lead to a record which exists, or at least to one that contains it. */
function pathOf(bench: Bench, operation: Operation, world: StoreSnapshot): Record<string, Json> {
  const role = bench.model.roles.get(operation.id)
  if (!role) return {}
  const { scope, record } = placeIn(bench, role.resource, world)
  return pathTo(role.operation, scope, record)
}

interface Placed {
  readonly scope: readonly string[]
  readonly record: readonly [string, JsonObject] | undefined
}

/** A scope in which the resource has records, else one below a record of its parent. */
function placeIn(bench: Bench, resource: Resource, world: StoreSnapshot): Placed {
  const own = world.collections.find(
    ({ resource: name, records }) => name === resource.name && records.length > 0,
  )
  if (own) return { scope: own.scope, record: own.records[0] }
  const parent = bench.model.resources.find(({ name }) => name === resource.parent?.resource)
  if (!parent) return { scope: [], record: undefined }
  const { scope, record } = placeIn(bench, parent, world)
  return { scope: record ? [...scope, record[0]] : scope, record: undefined }
}

function pathTo(
  operation: ResourceOperation,
  scope: readonly string[],
  record: readonly [string, JsonObject] | undefined,
): Record<string, Json> {
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

async function send(
  bench: Bench,
  operation: Operation,
  path: Record<string, Json>,
  body?: Json,
): Promise<HttpResponse | string> {
  const request = requestFor(bench.document, bench.generator, operation, path, body)
  if ('reason' in request) return `no request: ${request.reason}`
  return bench.mock.handle(request)
}

/** Creates, reads, lists, changes and deletes a record as far as the resource has the operations; undefined when all agrees. */
async function liveThrough(
  bench: Bench,
  resource: Resource,
  world: StoreSnapshot,
): Promise<string | undefined> {
  const at = (role: Role): ResourceOperation | undefined =>
    resource.operations.find((each) => each.role === role)
  const call = async (role: Role, path: Record<string, Json>): Promise<HttpResponse | string> => {
    const operation = bench.operations.get(at(role)?.operationId ?? '')
    return operation ? send(bench, operation, path) : `no ${role}`
  }
  const existing = placeIn(bench, resource, world)
  const { scope } = existing
  let id = existing.record?.[0]
  let record: Json | undefined
  const create = at('create')
  if (create) {
    const made = await call('create', pathTo(create, scope, existing.record))
    if (typeof made === 'string' || made.status >= 400) return `create: ${describe(made)}`
    record = valueAt(made, create.responsePath)
    const madeId =
      isJsonObject(record) && resource.idProperty !== undefined
        ? record[resource.idProperty]
        : lastSegment(header(made.headers, 'location'))
    if (madeId !== undefined && madeId !== null) id = String(madeId)
  }
  const path = (operation: ResourceOperation): Record<string, Json> =>
    pathTo(
      operation,
      scope,
      id === undefined ? undefined : [id, isJsonObject(record) ? record : (existing.record?.[1] ?? {})],
    )
  const read = at('read')
  const fetchRecord = async (): Promise<Json | string | undefined> => {
    if (!read) return undefined
    const response = await call('read', path(read))
    return typeof response === 'string' || response.status >= 400
      ? `read: ${describe(response)}`
      : valueAt(response, read.responsePath)
  }
  const before = await fetchRecord()
  if (typeof before === 'string') return before
  if (read && isJsonObject(record) && isJsonObject(before)) {
    const changed = Object.keys(record).find(
      (name) => name in before && !equalJson(before[name] as Json, (record as JsonObject)[name] as Json),
    )
    if (changed !== undefined) return `read after create differs in '${changed}'`
  }
  for (const role of ['update', 'replace'] as const) {
    const operation = at(role)
    if (!operation) continue
    const response = await call(role, path(operation))
    if (typeof response === 'string' || response.status >= 400) return `${role}: ${describe(response)}`
    const now = await fetchRecord()
    const answer = valueAt(response, operation.responsePath)
    if (typeof now === 'string') return now
    if (isJsonObject(now) && isJsonObject(answer)) {
      const stale = Object.keys(answer).find(
        (name) => name in now && !equalJson(now[name] as Json, answer[name] as Json),
      )
      if (stale !== undefined) return `read after ${role} differs in '${stale}'`
    }
  }
  const list = at('list')
  if (list) {
    const response = await call('list', pathTo(list, scope, existing.record))
    if (typeof response === 'string' || response.status >= 400) return `list: ${describe(response)}`
    if (!Array.isArray(valueAt(response, list.responsePath))) return 'list: no array where inspect says'
  }
  const remove = at('delete')
  if (remove) {
    const response = await call('delete', path(remove))
    if (typeof response === 'string' || response.status >= 400) return `delete: ${describe(response)}`
    if (read) {
      const gone = await call('read', path(read))
      if (typeof gone !== 'string' && gone.status < 400) return `read after delete: ${String(gone.status)}`
    }
  }
  return undefined
}

function valueAt(response: HttpResponse, path: readonly string[] | undefined): Json | undefined {
  if (!path) return undefined
  const reading = parseJson(textOf(response))
  if (reading.kind !== 'ok') return undefined
  return path.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    reading.value,
  )
}

const textOf = ({ body }: HttpResponse): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)
const describe = (answer: HttpResponse | string): string =>
  typeof answer === 'string' ? answer : `${String(answer.status)} ${textOf(answer).slice(0, 200)}`
const lastSegment = (location: string | undefined): string | undefined =>
  location === undefined ? undefined : decodeURIComponent(location.split('?')[0]?.split('/').at(-1) ?? '')
