import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { membersOf } from '../../parameters/members.ts'
import { parameterDefaults } from '../../reading/parameter.ts'
import type { Resource, ResourceOperation } from '../../resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { getOrInsertComputed } from '../../util/memo.ts'
import { requestSchema, responseSchema, successResponse } from '../bodies/content.ts'
import { filtersOf } from './filters.ts'
import { pagingOf, totalOf } from './paging.ts'

/** A search in the form of a list, whose query has the search's criteria. */
export interface SearchAsList {
  /** The resource with the filters, the paging and the total of the search. */
  readonly resource: Resource
  /** The operation with the properties of its body as query parameters. */
  readonly operation: Operation
  readonly role: ResourceOperation
}

const known = new WeakMap<Resource, Map<Operation, SearchAsList>>()

/** Converts a search to a list that takes in its query what the search takes in its body. Cached per resource and operation. */
export function searchAsList(
  document: Document,
  resource: Resource,
  search: ResourceOperation,
  operation: Operation,
): SearchAsList {
  const views = getOrInsertComputed(known, resource, () => new Map<Operation, SearchAsList>())
  return getOrInsertComputed(views, operation, () => viewOf(document, resource, search, operation))
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
    parameters: [...operation.parameters, ...(sent ? queryParameters(document, sent) : [])],
  }
  const envelope = shown && { path: [], schema: shown }
  return {
    operation: view,
    role: { ...search, role: 'list' },
    resource: {
      ...resource,
      filters: filtersOf(document, view, resource.record, resource.idProperty),
      paging: envelope && pagingOf(document, view, envelope),
      total: envelope && totalOf(document, successResponse(operation), envelope, search.responsePath),
    },
  }
}

/** The properties of a body as query parameters. */
function queryParameters(document: Document, sent: SchemaNode): readonly Parameter[] {
  const required = requiredOf(document, sent)
  return [...possiblePropertiesOf(document, sent)].map(([name, schema]) => {
    const parameter: Parameter = {
      ...parameterDefaults('query'),
      name,
      in: 'query',
      required: required.has(name),
      style: 'deepObject',
      schema,
      content: undefined,
      examples: [],
      pointer: schema.pointer,
    }
    return { ...parameter, members: membersOf(document, parameter) }
  })
}
