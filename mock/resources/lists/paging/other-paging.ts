import type { Paging } from '../../../../spec/resources.ts'
import type { Endpoint } from '../../endpoint.ts'
import { pageSizeOf } from './page-size.ts'

/** A list as it is paged by other parameters than the usual ones. */
export function withPaging(endpoint: Endpoint, paging: Paging): Endpoint {
  const { declared, options, presenter } = endpoint
  const resource = { ...endpoint.resource, paging }
  return {
    ...endpoint,
    resource,
    pageSize: pageSizeOf(options.document, declared, resource, presenter?.part),
  }
}
