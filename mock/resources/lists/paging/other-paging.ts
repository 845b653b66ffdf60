import type { JsonObject } from '../../../../spec/json.ts'
import type { Paging } from '../../../../spec/resources.ts'
import { keywordOf } from '../../../../spec/schemas/subschemas.ts'
import type { Endpoint } from '../../endpoint.ts'
import { pageSizeOf } from './page-size.ts'

/** A list as it is paged by the parameters that the request has, if there are others than the usual ones. */
export function asPaged(endpoint: Endpoint, query: JsonObject): Endpoint {
  const { paging } = endpoint.resource
  if (!paging?.other) return endpoint
  const isShared = paging.size === paging.other.size
  const isSent = ({ position, size }: Pick<Paging, 'position' | 'size'>): boolean =>
    isGiven(endpoint, query, position) || (!isShared && isGiven(endpoint, query, size))
  return !isSent(paging) && isSent(paging.other)
    ? withPaging(endpoint, { ...paging, ...paging.other })
    : endpoint
}

/** Whether a request asks for something: a default of the document is not what the client has sent. */
function isGiven({ declared, options }: Endpoint, query: JsonObject, name: string = ''): boolean {
  const schema = declared.parameters.find((each) => each.name === name)?.schema
  const value = query[name]
  return value !== undefined && (!schema || keywordOf(options.document, schema, 'default') !== value)
}

function withPaging(endpoint: Endpoint, paging: Paging): Endpoint {
  const { declared, options, presenter } = endpoint
  const resource = { ...endpoint.resource, paging }
  return {
    ...endpoint,
    resource,
    pageSize: pageSizeOf(options.document, declared, resource, presenter?.part),
  }
}
