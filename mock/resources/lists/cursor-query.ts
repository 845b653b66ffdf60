import { backwardIdCursor } from '../../../spec/inference/lists/backward-id-cursor.ts'
import { memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Paging } from '../../../spec/resources.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { canRefuse } from '../../http/declared-status.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Readable } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import { cursorOffset } from './cursor.ts'
import type { PageQuery } from './page-query.ts'

const backward = new WeakMap<Endpoint, { readonly parameter: string | undefined }>()

/**
 * The requested page. A cursor that this list did not issue may be the id of the record before the page, or after it; any other is
 * refused, or treated as the first page if the document declares no status for a refusal.
 */
export function queryAtCursor(
  endpoint: Endpoint,
  { request }: RequestContext,
  records: Readable,
  query: PageQuery,
): MaybePromise<PageQuery | Refused> {
  const { resource, declared, options } = endpoint
  const { parameter } = getOrInsertComputed(backward, endpoint, () => ({
    parameter: backwardIdCursor(options.document, declared),
  }))
  const before = parameter === undefined ? undefined : idOf(request.query[parameter])
  const cursor = before ?? unknownCursor(resource.paging, request.query)
  if (cursor === undefined) return query
  const id = String(idOf(cursor))
  return after(records.indexOf(id, query), (index) => {
    if (index !== undefined)
      return before === undefined ? { ...query, offset: index + 1 } : endingAt(index, query)
    const refused = refuse(400, 'invalid_request', `'${id}' is not a cursor of this list.`)
    return canRefuse(declared, refused) ? refused : query
  })
}

/** The page of the same size that ends before the record at an index. */
function endingAt(index: number, query: PageQuery): PageQuery {
  const size = Math.min(query.limit ?? index, index)
  return { ...query, offset: index - size, limit: size }
}

/** The cursor of a request, if this list did not issue it; undefined if there is none. */
function unknownCursor(paging: Paging | undefined, query: JsonObject): Json | undefined {
  if (paging?.kind !== 'cursor' || paging.position === undefined) return undefined
  const value = memberNamed(query, paging.position)
  return value === '' || value === null || cursorOffset(value) !== undefined ? undefined : value
}
