import type { Document, Operation } from '../../../spec/document.ts'
import { responseSchema, statusOf, successResponse } from '../../../spec/inference/bodies/content.ts'
import { listedRecords } from '../../../spec/inference/bodies/listed-records.ts'
import { filtersOf } from '../../../spec/inference/lists/filters.ts'
import { pagingOf, shapesResponse } from '../../../spec/inference/lists/paging.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { markNamed } from '../../../spec/inference/states/marks.ts'
import { queryParametersOf } from '../../../spec/parameters/members.ts'
import {
  shownRecord,
  type Resource,
  type ResourceModel,
  type ResourceOperation,
} from '../../../spec/resources.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'

/**
 * The model in which records that are created and read, but not listed at their own path, are listed by all lists at other paths:
 * `/timelines/home` shows what is created at `/statuses`. A service may show only some there, so that this is a guess to serve a mock with.
 */
export function withTimelines(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): ResourceModel {
  const stateless = new Set(model.stateless.map(({ operationId }) => operationId))
  const free = operations.filter(({ id }) => stateless.has(id))
  const changed = new Map(
    model.resources.flatMap((resource) => {
      const found = isUnlisted(resource)
        ? free.flatMap((each) => timelineOf(document, each, resource) ?? [])
        : []
      return found.length > 0 ? [[resource.name, joined(document, resource, found)] as const] : []
    }),
  )
  if (changed.size === 0) return model
  const resources = model.resources.map((each) => changed.get(each.name) ?? each)
  const roles = new Map(
    resources.flatMap((resource) =>
      resource.operations.map((operation) => [operation.operationId, { resource, operation }] as const),
    ),
  )
  return {
    ...model,
    resources,
    roles,
    stateless: model.stateless.filter(({ operationId }) => !roles.has(operationId)),
  }
}

const isUnlisted = ({ kind, scope, operations }: Resource): boolean =>
  kind === 'collection' &&
  scope.length === 0 &&
  ['create', 'read'].every((role) => operations.some((each) => each.role === role)) &&
  !operations.some(({ role, within }) => role === 'list' && within.length === 0)

interface Timeline {
  readonly declared: Operation
  readonly operation: ResourceOperation
}

/** A list that neither searches nor shows what somebody has marked, or what belongs to the current user. */
function timelineOf(document: Document, declared: Operation, resource: Resource): Timeline | undefined {
  const { method, path } = declared
  if (method !== 'GET' || path.includes('{') || /\/(?:me|my)\//.test(path)) return undefined
  if (markNamed(document, resource.record, lastPart(path)) !== undefined) return undefined
  if (queryParametersOf(declared).some((each) => each.required && !shapesResponse(each))) return undefined
  const items = listedRecords(document, declared, resource)
  if (!items || !isSameSchema(document, items.schema, shownRecord(resource))) return undefined
  const operation: ResourceOperation = {
    role: 'list',
    operationId: declared.id,
    idParameter: undefined,
    scope: [],
    within: [],
    requestPath: [],
    responsePath: items.path,
    status: statusOf(successResponse(declared), false),
  }
  return { declared, operation }
}

function joined(document: Document, resource: Resource, timelines: readonly Timeline[]): Resource {
  const filters = timelines.flatMap(({ declared }) =>
    filtersOf(document, declared, resource.record, resource.idProperty),
  )
  const pagings = timelines.flatMap(({ declared }) => {
    const schema = responseSchema(declared)
    return (schema && pagingOf(document, declared, { path: [], schema })) ?? []
  })
  return {
    ...resource,
    operations: [...resource.operations, ...timelines.map(({ operation }) => operation)],
    filters: [...new Map([...filters, ...resource.filters].map((each) => [each.parameter, each])).values()],
    paging: resource.paging ?? pagings[0],
  }
}
