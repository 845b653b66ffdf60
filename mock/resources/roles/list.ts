import type { JsonObject } from '../../../spec/json.ts'
import { ok, refuse, type Outcome, type Refused } from '../../behaviour.ts'
import { canRefuse } from '../../http/declared-status.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type { Readable } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { queryOf, type PageQuery } from '../lists/page-query.ts'
import { pageSizeOf } from '../lists/page-size.ts'
import { deletedRecords } from '../records/existing.ts'

const applying = onDemand(() => import('../lists/apply-query.ts'))
/** Loaded with the first page. */
const metadata = onDemand(() => import('../lists/page-metadata.ts'))

/** Responds with the page of records that the request asks for. */
export const list: Handler = (endpoint, given) =>
  mayBeOfFree(endpoint.declared)
    ? after(free(), ({ freeRecords }) =>
        after(freeRecords(endpoint, given), (records) => listAll(endpoint, { ...given, records })),
      )
    : listAll(endpoint, given)

/** What finds the records that are free in a period is loaded with the first list of such. */
const free = onDemand(() => import('../lists/free-records.ts'))
const mayBeOfFree = ({ path, summary, description }: Endpoint['declared']): boolean =>
  /availab|\bfree\b|vacan|not booked/i.test(`${path} ${summary ?? ''} ${description ?? ''}`)

const listAll: Handler = (endpoint, context) =>
  after(matchingRecords(endpoint, context), (records) => {
    if ('kind' in records) return records
    const paged = asPaged(endpoint, context.request.query)
    return after(pageQueryOf(paged, context, records), (query) =>
      'offset' in query ? listPage(paged, context, records, query) : query,
    )
  })

/** The list as it is paged by the parameters that the request has, if there are others than the usual ones. */
function asPaged(endpoint: Endpoint, query: JsonObject): Endpoint {
  const { paging } = endpoint.resource
  const { other } = paging ?? {}
  const isSent = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(query, name)
  if (!paging || !other || isSent(paging.position) || !isSent(other.position)) return endpoint
  const resource = { ...endpoint.resource, paging: { ...paging, ...other } }
  const { declared, options, presenter } = endpoint
  return {
    ...endpoint,
    resource,
    pageSize: pageSizeOf(options.document, declared, resource, presenter?.part),
  }
}

/** The records in the order of the query, unless it cannot be read. What filters and sorts them is loaded with the first query. */
function matchingRecords(endpoint: Endpoint, context: RequestContext): MaybePromise<Readable | Refused> {
  const { records } = context
  const { query } = context.request
  if (!endpoint.maySelect && Object.keys(query).length === 0) return records
  return after(
    applying(),
    ({ refusalOf, applyQuery }) =>
      refusalOf(endpoint, query) ??
      applyQuery(endpoint, query, records, deletedRecords(endpoint.resource, context)),
  )
}

function listPage(
  endpoint: Endpoint,
  context: RequestContext,
  records: Readable,
  query: PageQuery,
): MaybePromise<Outcome> {
  const { resource, operation, declared, presenter } = endpoint
  const { offset, limit, where } = query
  const request = { resource, declared, request: context.request, baseUrl: '', query }
  const wanted = { offset, ...(limit !== undefined && { limit }), ...(where && { where }) }
  return after(records.list(wanted), (page) =>
    after(metadata(), (loaded) => {
      const path = operation.responsePath ?? []
      const members =
        path.length === 0 || !presenter
          ? []
          : loaded.listMembers(request, path, page, presenter, context.serverUrl)
      const complete = after(loaded.sumMembers(endpoint, records, where), (sums) =>
        presenter?.many(page.items, [...members, ...sums]),
      )
      return after(complete, (body) => {
        if (body !== undefined)
          return ok(operation.status, body, loaded.listHeaders(request, operation.status, page))
        return offset > 0 && page.items.length === 0 && canRefuse(declared, pastTheEnd)
          ? pastTheEnd
          : context.next()
      })
    }),
  )
}

/** For pages beyond the last one, if the document does not allow empty lists. */
const pastTheEnd = refuse(404, 'not_found', 'There is nothing on this page.')

const cursors = onDemand(() => import('../lists/cursor-query.ts'))

/** The requested page. What finds the record at a cursor is loaded with the first list that has cursors. */
function pageQueryOf(
  endpoint: Endpoint,
  context: RequestContext,
  records: Readable,
): MaybePromise<PageQuery | Refused> {
  const { resource, operation, pageSize } = endpoint
  const query = queryOf(resource, operation, context.request, pageSize)
  if (resource.paging?.kind !== 'cursor') return query
  return after(cursors(), ({ queryAtCursor }) => queryAtCursor(endpoint, context, records, query))
}
