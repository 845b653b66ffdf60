import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import type { Resource, ResourceOperation } from '../../resources.ts'
import { responseSchema, requestSchema, successResponse } from '../bodies/content.ts'
import { filtersOf } from './filters.ts'
import { pagingOf, totalOf } from './paging.ts'

/** A search as the list that it is. */
export interface SearchAsList {
  /** With the filters, the paging and the total of the search. */
  readonly resource: Resource
  /** With the properties of its body as parameters of a query. */
  readonly operation: Operation
  readonly role: ResourceOperation
}

const known = new WeakMap<Resource, Map<Operation, SearchAsList>>()

/** A search as a list that takes in its query what the search takes in its body. */
export function searchAsList(
  document: Document,
  resource: Resource,
  search: ResourceOperation,
  operation: Operation,
): SearchAsList {
  const views = known.get(resource) ?? new Map<Operation, SearchAsList>()
  known.set(resource, views)
  const view = views.get(operation) ?? viewOf(document, resource, search, operation)
  views.set(operation, view)
  return view
}

function viewOf(
  document: Document,
  resource: Resource,
  search: ResourceOperation,
  operation: Operation,
): SearchAsList {
  const [sent, shown] = [requestSchema(operation), responseSchema(operation)]
  const view = {
    ...operation,
    parameters: [...operation.parameters, ...(sent ? askedIn(document, sent) : [])],
  }
  const envelope = shown && { path: [], schema: shown }
  return {
    operation: view,
    role: { ...search, role: 'list' },
    resource: {
      ...resource,
      filters: filtersOf(document, view, resource.record, resource.idProperty),
      paging: envelope && pagingOf(document, view, envelope),
      total: envelope && totalOf(document, successResponse(operation), envelope),
    },
  }
}

/** The properties of a body as parameters of a query. */
function askedIn(document: Document, sent: SchemaNode): readonly Parameter[] {
  const required = requiredOf(document, sent)
  return [...possiblePropertiesOf(document, sent)].map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    deprecated: false,
    style: 'form',
    explode: true,
    allowReserved: false,
    allowEmptyValue: false,
    schema,
    content: undefined,
    examples: [],
    pointer: schema.pointer,
  }))
}
