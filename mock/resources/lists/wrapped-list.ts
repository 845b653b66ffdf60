import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { responseSchema, statusOf, successResponse } from '../../../spec/inference/bodies/content.ts'
import { filtersOf } from '../../../spec/inference/lists/filters.ts'
import { pagingOf, totalOf } from '../../../spec/inference/lists/paging.ts'
import { nestRecord } from '../../../spec/inference/records/flatten.ts'
import { objectItems } from '../../../spec/inference/schemas/objects.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { shownRecord, type Resource, type ResourceOperation } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Behaviour, Outcome } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import { createPathOf } from '../responses/location.ts'
import { list } from './list.ts'
import { filtered } from './narrowed.ts'
import { nestedSearch } from './nested-search.ts'
import { neighbours, pageLinksOf } from './paging/page-links.ts'
import { queryOf } from './paging/page-query.ts'

/** Where a list has records: each in a property of an item, `entry: [{fullUrl, resource}]` in FHIR's bundles, `edges: [{node}]`. */
interface Wrapping {
  /** The property with the items. */
  readonly items: string
  /** The property of an item with the record. */
  readonly inner: string
  /** The property of an item with the URL of the record. */
  readonly url: string | undefined
}

function wrappingOf(document: Document, body: SchemaNode, record: SchemaNode): Wrapping | undefined {
  // One part of an `allOf` may describe the items of any list, and another those of this one.
  const properties = partsOf(document, body, ['allOf']).flatMap((part) => [
    ...possiblePropertiesOf(document, part),
  ])
  const [found] = properties.flatMap(([items, node]) => {
    const item = objectItems(document, node)
    const members = item ? [...possiblePropertiesOf(document, item)] : []
    const inner = members.find(([, each]) => isSameSchema(document, each, record))?.[0]
    const url = members.find(
      ([name, each]) => /^(?:full_?url|url|href|self)$/i.test(name) && typesOf(document, each).has('string'),
    )?.[0]
    return inner === undefined ? [] : [{ items, inner, url }]
  })
  return found
}

/** The behaviour of a list of records that are not its items, but in these. Undefined if the response is none. */
export function wrappedList(
  options: CrudOptions,
  operation: Operation,
  resource: Resource,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { document } = options
  const body = responseSchema(operation)
  const wrapping = body && wrappingOf(document, body, shownRecord(resource))
  if (!body || !wrapping) return undefined
  const response = successResponse(operation)
  const envelope = { path: [], schema: body }
  const listed: Resource = {
    ...resource,
    nesting: undefined,
    filters: filtersOf(document, operation, resource.record, resource.idProperty),
    paging: pagingOf(document, operation, envelope),
    total: totalOf(document, response, envelope, [wrapping.items]),
  }
  const role: ResourceOperation = {
    role: 'list',
    operationId: operation.id,
    idParameter: undefined,
    scope: parameterNames(operation.path),
    within: [],
    requestPath: [],
    responsePath: [wrapping.items],
    status: statusOf(response),
  }
  const locate = createPathOf(options, resource)
  const links = linkNames(document, body)
  const searchOf = nestedSearch(options, operation, listed)
  return behaviourOf({ resource: listed, operation: role }, (endpoint, context) => {
    const wrap = (record: JsonObject): JsonObject => {
      const id = idOf(record[resource.idProperty ?? ''])
      const url = id === undefined ? undefined : locate?.(context, id)
      return {
        ...(wrapping.url !== undefined && url !== undefined && { [wrapping.url]: context.serverUrl() + url }),
        [wrapping.inner]: nestRecord(resource.nesting, record),
      }
    }
    const { presenter } = endpoint
    const shown: Endpoint = {
      ...endpoint,
      presenter: presenter && {
        ...presenter,
        many: (records, meta) => presenter.many(records.map(wrap), meta),
      },
    }
    const { selection, others } = searchOf(context.request.query)
    const found = selection && {
      records: filtered(context.records, { selection }),
      request: { ...context.request, query: others },
    }
    return after(list(shown, { ...context, ...found }), (outcome) =>
      links ? withLinks(shown, context, outcome, links) : outcome,
    )
  })
}

/** The names in an array of links beside the items: `link: [{relation, url}]`. */
type LinkNames = Readonly<Record<'property' | 'relation' | 'url', string>>

function linkNames(document: Document, body: SchemaNode): LinkNames | undefined {
  for (const [property, node] of possiblePropertiesOf(document, body)) {
    const item = /^links?$/.test(property) ? objectItems(document, node) : undefined
    const names = item ? [...possiblePropertiesOf(document, item).keys()] : []
    const relation = names.find((name) => /^(?:rel|relation)$/.test(name))
    const url = names.find((name) => /^(?:url|href)$/.test(name))
    if (relation !== undefined && url !== undefined) return { property, relation, url }
  }
  return undefined
}

/** The list with links to its pages. */
function withLinks(
  { resource, operation, declared, pageSize }: Endpoint,
  { request, serverUrl }: RequestContext,
  outcome: Outcome,
  { property, relation, url }: LinkNames,
): Outcome {
  const path = resource.total && 'property' in resource.total ? resource.total.property : undefined
  const total = outcome.kind === 'ok' && path ? memberAt(outcome.body, path) : undefined
  if (outcome.kind !== 'ok' || typeof total !== 'number') return outcome
  const query = queryOf(resource, operation, request, pageSize)
  const page = { resource, declared, request, baseUrl: serverUrl(), query }
  const linkAt = pageLinksOf(page)
  const { first, prev, next, last } = neighbours(page, total)
  const offsets = Object.entries({ self: query.offset, first, previous: prev, next, last })
  const value: readonly Json[] = offsets.flatMap(([name, offset]) =>
    offset === undefined ? [] : [{ [relation]: name, [url]: page.baseUrl + linkAt(offset) }],
  )
  return { ...outcome, body: withMember(outcome.body ?? null, { path: [property], value }) }
}
