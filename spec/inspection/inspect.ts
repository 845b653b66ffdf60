import { callbacksOf, webhooksOf, type OutOfBand } from '../callbacks.ts'
import type { Document, Operation, SpecProblem, SpecVersion } from '../document.ts'
import type { Method } from '../http.ts'
import { callsAsResources } from '../inference/calls/calls-as-resources.ts'
import { inferResources } from '../inference/infer-resources.ts'
import { sortParametersOf } from '../inference/lists/order.ts'
import { textSearchOf } from '../inference/lists/text-search.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { operationsOf } from '../operations.ts'
import { unservableReason } from '../problems/unservable.ts'
import { shownRecord, type Filter, type Resource, type ResourceModel, type Role } from '../resources.ts'
import { describeAsked, isSupposed, supposeAnswers } from '../undescribed/answers.ts'
import { own } from '../util/object.ts'
import { rulesOf } from './rules.ts'

/** What is inferred from a document, as plain data in document order. */
export interface Inspection {
  readonly source: string
  readonly openapi: SpecVersion
  readonly title: string
  /** `info.version`. */
  readonly version: string
  readonly operations: readonly InspectedOperation[]
  readonly resources: readonly InspectedResource[]
  /** The operations that are deprecated, have a sunset or a stability. */
  readonly lifecycle: readonly LifecycleRow[]
  /** Operations without a role in any resource, and why. */
  readonly stateless: readonly { readonly operation: string; readonly reason: string }[]
  readonly webhooks: readonly InspectedMessage[]
  readonly problems: readonly SpecProblem[]
}

/** What is inferred about an operation. */
export interface InspectedOperation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly summary: string | undefined
  readonly lifecycle: Lifecycle
  /**
   * What it does to its resource; `relationship`: it shows or changes which records one of the resource refers to; `batch`: it creates,
   * changes, deletes or reads several.
   */
  readonly role: Role | 'relationship' | 'batch' | undefined
  /** The name of that resource. */
  readonly resource: string | undefined
  /** Path parameters that select some of the resource's records. */
  readonly within: readonly Filter[]
  /** Why it has no resource. */
  readonly reason: string | undefined
  /** The names of the security schemes of each alternative; empty if the operation needs no authentication. */
  readonly security: readonly (readonly string[])[]
  readonly callbacks: readonly InspectedMessage[]
  /** What its description demands or effects, as short phrases. */
  readonly rules: readonly string[]
  /** Why it is answered with 501; undefined if it is served. */
  readonly obstacle: string | undefined
}

/** A callback or webhook. */
interface InspectedMessage {
  readonly name: string
  readonly method: Method
  /** The runtime expression of the URL it is sent to; undefined for a webhook. */
  readonly expression: string | undefined
}

/** The lifecycle of an operation; times are in ISO 8601. */
interface LifecycleRow extends Pick<Lifecycle, 'deprecated' | 'stability' | 'documentation' | 'successor'> {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly since: string | undefined
  readonly sunset: string | undefined
}

/** A resource without its schemas, and without its operations, which name it. */
export interface InspectedResource extends Omit<Resource, 'operations' | 'record' | 'nesting'> {
  /** Whether no response describes its records, so that their schema is inferred from requests or examples. */
  readonly supposed: boolean
  /** The query parameter for a full-text search of its list, and the properties that are searched; all if undefined. */
  readonly search:
    | { readonly parameter: string; readonly properties: readonly string[] | undefined }
    | undefined
  /** The names of the query parameters that sort its list. */
  readonly sort: { readonly parameter: string; readonly direction: string | undefined } | undefined
}

/**
 * Describes a document as the mock serves it.
 * @param problems the problems to report; by default those found while loading
 */
export function describeDocument(given: Document, problems?: readonly SpecProblem[]): Inspection {
  const document = supposeAnswers(describeAsked(given))
  const table = operationsOf(document)
  const served = callsAsResources(document, table.operations)
  const model = inferResources(document, served)
  const byId = new Map(served.map((operation) => [operation.id, operation]))
  const reasons = new Map(model.stateless.map(({ operationId, reason }) => [operationId, reason]))
  return {
    source: document.source,
    openapi: document.version,
    title: infoOf(document, 'title'),
    version: infoOf(document, 'version'),
    operations: table.operations.map((operation) => describeOperation(document, operation, model, reasons)),
    resources: model.resources.map((resource) => describeResource(given, resource, byId)),
    lifecycle: table.operations.flatMap(lifecycleRow),
    stateless: model.stateless.map(({ operationId, reason }) => ({ operation: operationId, reason })),
    webhooks: webhooksOf(document).map(describeMessage),
    problems: problems ?? [...document.problems, ...table.problems],
  }
}

function describeResource(
  given: Document,
  described: Resource,
  byId: ReadonlyMap<string, Operation>,
): InspectedResource {
  const { operations, record: _record, nesting: _nesting, ...resource } = described
  const listing = operations.find(({ role }) => role === 'list')
  const list = listing && byId.get(listing.operationId)
  const sort = list && sortParametersOf(given, list)
  return {
    ...resource,
    supposed: isSupposed(given, shownRecord(described)),
    search: list && textSearchOf(given, list, described),
    sort: sort && { parameter: sort.parameter.name, direction: sort.direction?.name },
  }
}

function infoOf(document: Document, name: string): string {
  const value = own(document.root.info, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function lifecycleRow({ id, method, path, lifecycle }: Operation): readonly LifecycleRow[] {
  const { deprecated, since, sunset, stability, documentation, successor } = lifecycle
  if (!deprecated && since === undefined && sunset === undefined && stability === undefined) return []
  const [begin, end] = [since, sunset].map((seconds) =>
    seconds === undefined ? undefined : new Date(seconds * 1000).toISOString(),
  )
  return [
    {
      operation: id,
      method,
      path,
      deprecated,
      since: begin,
      sunset: end,
      stability,
      documentation,
      successor,
    },
  ]
}

function describeMessage({ name, expression, operation }: OutOfBand): InspectedMessage {
  return { name, method: operation.method, expression }
}

function describeOperation(
  document: Document,
  operation: Operation,
  model: ResourceModel,
  reasons: ReadonlyMap<string, string>,
): InspectedOperation {
  const { id, method, path, summary, lifecycle, security } = operation
  const part = model.roles.get(id)
  const relationship = model.relationships.get(id)
  const list = model.memberLists.get(id)
  const batch = model.batches.get(id)
  return {
    id,
    method,
    path,
    summary,
    lifecycle,
    role: relationship || list ? 'relationship' : batch ? 'batch' : part?.operation.role,
    resource: (relationship?.owner ?? list?.owner ?? batch?.resource ?? part?.resource)?.name,
    within: part?.operation.within ?? [],
    reason: reasons.get(id),
    security: security.map((requirement) => requirement.map(({ scheme }) => scheme.name)),
    callbacks: callbacksOf(document, operation).map(describeMessage),
    rules: rulesOf(document, model, operation),
    obstacle: unservableReason(document, operation),
  }
}
