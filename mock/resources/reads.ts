import { ok, refuse, type Outcome, type Refused } from '../behaviour.ts'
import { canRefuse } from '../engine/response/declared-status.ts'
import type * as Arranged from './arranged.ts'
import type { Act, Desk, Errand } from './desk.ts'
import { existing, graves, present } from './desk.ts'
import { idOf, notFound, targetOf } from './identity.ts'
import { listHeaders, listMembers } from './list.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import { queryOf, strangeCursor, type PageQuery } from './pages.ts'
import type { Readable } from '../store/store.ts'

let arranging: typeof Arranged | undefined

/** The records in the way that a query asks for; what does that is loaded with the first one. */
function arranged(desk: Desk, errand: Errand): MaybePromise<Readable> {
  const { records } = errand
  const { query } = errand.request
  if (!desk.mayBeOrdered && Object.keys(query).length === 0) return records
  return after(arranging ?? import('./arranged.ts'), (loaded) => {
    arranging = loaded
    return loaded.arranged(desk, query, records, graves(desk.resource, errand))
  })
}

/** Answers with the page of records that is asked for. */
export const list: Act = (desk, errand) =>
  after(arranged(desk, errand), (records) =>
    after(pageOf(desk, errand, records), (query) =>
      'offset' in query ? listed(desk, errand, records, query) : query,
    ),
  )

function listed(desk: Desk, errand: Errand, records: Readable, query: PageQuery): MaybePromise<Outcome> {
  const { resource, operation, declared, presenter } = desk
  const { offset, limit, where } = query
  const asked = { resource, declared, request: errand.request, root: '', query }
  const wanted = { offset, ...(limit !== undefined && { limit }), ...(where && { where }) }
  return after(records.list(wanted), (page) => {
    const path = operation.responsePath ?? []
    const members =
      path.length === 0 || !presenter ? [] : listMembers(asked, path, page, presenter, errand.serverUrl)
    return after(presenter?.many(page.items, members), (body) => {
      if (body !== undefined) return ok(operation.status, body, listHeaders(asked, operation.status, page))
      return offset > 0 && page.items.length === 0 && canRefuse(declared, pastTheEnd)
        ? pastTheEnd
        : errand.next()
    })
  })
}

/** Said where the document lets no list be empty. */
const pastTheEnd = refuse(404, 'not_found', 'There is nothing on this page.')

/**
 * What is asked for. A cursor that no list gave out may be the id of the record before; where the document has no status
 * to refuse another with, it means the first page.
 */
function pageOf(
  { resource, operation, declared, capacity }: Desk,
  { request }: Errand,
  records: Readable,
): MaybePromise<PageQuery | Refused> {
  const query = queryOf(resource, operation, request, capacity)
  const cursor = strangeCursor(resource.paging, request.query)
  if (cursor === undefined) return query
  const id = String(idOf(cursor))
  return after(records.indexOf(id, query.where), (at) => {
    if (at !== undefined) return { ...query, offset: at + 1 }
    const refused = refuse(400, 'invalid_request', `'${id}' is no cursor of this list.`)
    return canRefuse(declared, refused) ? refused : query
  })
}

/** Answers with a record, or 404. */
export const read: Act = (desk, errand) => {
  const id = targetOf(desk.resource, desk.operation, errand.request)
  if (id === undefined) return errand.next()
  return after(existing(desk, errand, id), (record) =>
    record ? present(desk, errand, record) : notFound(desk.resource, id),
  )
}
