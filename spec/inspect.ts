import type { Document, Operation, SpecProblem, SpecVersion } from './document.ts'
import { isObject, own } from './follow.ts'
import type { Method } from './http.ts'
import type { Lifecycle } from './lifecycle.ts'
import { operationsOf } from './operations.ts'
import { inferResources } from './resources.ts'
import type { Filter, Resource, ResourceModel, Role } from './resources.ts'

/** What was understood of a document: plain data, in the order of the document. */
export interface Inspection {
  readonly source: string
  readonly openapi: SpecVersion
  readonly title: string
  /** Of the API, as its document says. */
  readonly version: string
  readonly operations: readonly InspectedOperation[]
  readonly resources: readonly InspectedResource[]
  readonly problems: readonly SpecProblem[]
}

export interface InspectedOperation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly summary: string | undefined
  readonly lifecycle: Lifecycle
  /** Its part in keeping records. */
  readonly role: Role | undefined
  /** Name of the resource it has that part in. */
  readonly resource: string | undefined
  /** Path parameters that narrow the resource's records. */
  readonly within: readonly Filter[]
  /** Why it has no part in any. */
  readonly reason: string | undefined
}

/** A resource without its operations, which name it, and without its schema. */
export type InspectedResource = Omit<Resource, 'operations' | 'record'>

/** Describes a document; `problems` are those known without a lint, unless given. */
export function describeDocument(document: Document, problems?: readonly SpecProblem[]): Inspection {
  const table = operationsOf(document)
  const model = inferResources(document, table.operations)
  return {
    source: document.source,
    openapi: document.version,
    title: infoOf(document, 'title'),
    version: infoOf(document, 'version'),
    operations: table.operations.map((operation) => describeOperation(operation, model)),
    resources: model.resources.map(describeResource),
    problems: problems ?? [...document.problems, ...table.problems],
  }
}

function describeResource({
  operations: _operations,
  record: _record,
  ...resource
}: Resource): InspectedResource {
  return resource
}

function infoOf(document: Document, name: string): string {
  const info: unknown = document.root.info
  const value = isObject(info) ? own(info, name) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function describeOperation(operation: Operation, model: ResourceModel): InspectedOperation {
  const { id, method, path, summary, lifecycle } = operation
  const part = model.roles.get(id)
  return {
    id,
    method,
    path,
    summary,
    lifecycle,
    role: part?.operation.role,
    resource: part?.resource.name,
    within: part?.operation.within ?? [],
    reason: model.stateless.find(({ operationId }) => operationId === id)?.reason,
  }
}
