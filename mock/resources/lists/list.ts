import { ok, refuse, type Outcome, type Refused } from '../../behaviour.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type { Readable } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { deletedRecords } from '../records/existing.ts'
import { queryOf, type PageQuery } from './paging/page-query.ts'

const applying = onDemand(() => import('./apply-query.ts'))
/** Loaded with the first page of a list that is paged in two ways. */
const otherPaging = onDemand(() => import('./paging/other-paging.ts'))
/** Loaded with the first page. */
const metadata = onDemand(() => import('./paging/page-metadata.ts'))

/** Responds with the page of records that the request asks for. */
export const list: Handler = (endpoint, context) =>
  after(matchingRecords(endpoint, context), (records) => {
    if ('kind' in records) return records
    const paged = endpoint.resource.paging?.other
      ? after(otherPaging(), ({ asPaged }) => asPaged(endpoint, context.request.query))
      : endpoint
    return after(paged, (paged) =>
      after(pageQueryOf(paged, context, records), (query) =>
        'offset' in query ? listPage(paged, context, records, query) : query,
      ),
    )
  })

/** The records in the order of the query, unless it cannot be read. What filters and sorts them is loaded with the first query. */
function matchingRecords(endpoint: Endpoint, context: RequestContext): MaybePromise<Readable | Refused> {
  const { records } = context
  const { query } = context.request
  if (!endpoint.maySelect && Object.keys(query).length === 0) return records
  return after(
    applying(),
    ({ refusalOf, applyQuery, freeRecords, momentRecords }) =>
      refusalOf(endpoint, query) ??
      after(freeRecords(endpoint, context), (free) =>
        applyQuery(
          endpoint,
          query,
          momentRecords(endpoint, context, free),
          deletedRecords(endpoint.resource, context),
        ),
      ),
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
        return offset > 0 && page.items.length === 0 && loaded.canRefuse(declared, pastTheEnd)
          ? pastTheEnd
          : context.next()
      })
    }),
  )
}

/** For pages beyond the last one, if the document does not allow empty lists. */
const pastTheEnd = refuse(404, 'not_found', 'There is nothing on this page.')

const cursors = onDemand(() => import('./paging/cursor-query.ts'))

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
