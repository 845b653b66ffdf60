import { backwardIdCursor } from '../../../../spec/inference/lists/backward-id-cursor.ts'
import { idBoundsOf } from '../../../../spec/inference/lists/id-bounds.ts'
import { memberNamed, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Paging } from '../../../../spec/resources.ts'
import { getOrInsertComputed } from '../../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../../behaviour.ts'
import { canRefuse } from '../../../http/declared-status.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id, Readable } from '../../../store/store.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import { cursorOffset } from './cursor.ts'
import type { PageQuery } from './page-query.ts'

interface Backward {
  /** The parameter that takes the id after the page. */
  readonly parameter: string | undefined
  /** The parameter that takes the id which the newest records are newer than, in a list with these first. */
  readonly newer: string | undefined
  /** Whether it goes on from what may be any id, as that of a deleted record. */
  readonly isById: boolean
}

const backward = new WeakMap<Endpoint, Backward>()

function readBackward({ options, declared }: Endpoint): Backward {
  const { older, newer, nearest } = idBoundsOf(options.document, declared)
  const isNewestFirst = older !== undefined
  return {
    parameter: backwardIdCursor(options.document, declared) ?? (isNewestFirst ? nearest : undefined),
    newer: isNewestFirst ? newer : undefined,
    isById: (older ?? newer) !== undefined,
  }
}

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
  const { resource, declared } = endpoint
  const { parameter, newer, isById } = getOrInsertComputed(backward, endpoint, () => readBackward(endpoint))
  const at = (name: string | undefined): Id | undefined =>
    name === undefined ? undefined : idOf(request.query[name])
  const before = at(parameter)
  const since = before === undefined ? at(newer) : undefined
  const cursor = before ?? since ?? unknownCursor(resource.paging, request.query)
  if (cursor === undefined) return query
  const id = String(idOf(cursor))
  return after(records.indexOf(id, query), (index) => {
    if (index !== undefined) {
      if (since !== undefined) return { ...query, offset: 0, limit: Math.min(query.limit ?? index, index) }
      return before === undefined ? { ...query, offset: index + 1 } : endingAt(index, query)
    }
    const refused = refuse(400, 'invalid_request', `'${id}' is not a cursor of this list.`)
    return !isById && canRefuse(declared, refused) ? refused : query
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
