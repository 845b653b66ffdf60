import { searchAsList } from '../../../spec/inference/lists/search-as-list.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { flatQuery } from '../../../spec/parameters/flat-query.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import { keywordOf } from '../../../spec/schemas/subschemas.ts'
import type { Endpoint, Handler } from '../endpoint.ts'
import { list } from '../lists/list.ts'
import { pageSizeOf } from '../lists/paging/page-size.ts'
import { presenterOf } from '../responses/create-presenter.ts'

/** Responds with the page of records that the request body asks for: `POST /orders/search`. */
export const search: Handler = (endpoint, context) => {
  const asList = listEndpoint(endpoint)
  return list(asList, { ...context, operation: asList.declared, request: asQuery(asList, context.request) })
}

const listEndpoints = new WeakMap<Endpoint, Endpoint>()

/** The search as an endpoint that lists records, with the properties of its body as query parameters. */
function listEndpoint(endpoint: Endpoint): Endpoint {
  const known = listEndpoints.get(endpoint)
  if (known) return known
  const { options } = endpoint
  const view = searchAsList(options.document, endpoint.resource, endpoint.operation, endpoint.declared)
  const { resource, role: operation, operation: declared } = view
  const presenter = presenterOf(options, { resource, operation })
  const pageSize = pageSizeOf(options.document, declared, resource, presenter?.part)
  const asList = { ...endpoint, resource, operation, declared, presenter, pageSize }
  listEndpoints.set(endpoint, asList)
  return asList
}

/** The search request as a list request: the query has the members of the body, and defaults for those that are missing. */
function asQuery({ options: { document }, declared }: Endpoint, request: RequestValues): RequestValues {
  const defaults = declared.parameters.map(({ name, schema }) => {
    const value = schema && keywordOf(document, schema, 'default')
    return [name, (value ?? null) as Json] as const
  })
  const body = jsonSent(request)
  const values = { ...Object.fromEntries(defaults), ...request.query, ...(isJsonObject(body) && body) }
  const query = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return { ...request, query: flatQuery(declared, query) }
}
