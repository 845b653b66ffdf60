import type { Values } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { type Json, type JsonObject, textOf } from '../../shared/json.ts'
import { refuse } from './problems.ts'

/** The value that records are sorted by; records with equal values are sorted by id. */
type SortKey = (record: JsonObject) => string | number

export interface Order {
  readonly key: SortKey
  readonly descending: boolean
}

/** Ids are assigned in sequence. */
const byAge: Order = { key: () => 0, descending: false }

type Place = readonly [key: string | number, id: string]

/** The requested page of the records. */
export function page(records: readonly JsonObject[], { query }: Values, order: Order = byAge): Reply {
  const place = query['cursor'] === undefined ? undefined : readCursor(textOf(query['cursor']))
  if (place === null) return refuse(400, 'invalid_cursor', 'The cursor is none of ours.')
  const all = [...records].sort((a, b) => compare(placeOf(a, order), placeOf(b, order), order))
  const rest =
    place === undefined ? all : all.filter((record) => compare(placeOf(record, order), place, order) > 0)
  const data = rest.slice(0, Number(query['limit']))
  const isLast = data.length === rest.length
  const nextCursor = isLast ? null : writeCursor(placeOf(data.at(-1)!, order))
  return reply(200, { data, meta: { nextCursor, hasMore: !isLast, total: records.length } })
}

const placeOf = (record: JsonObject, { key }: Order): Place => [key(record), textOf(record['id'])]

function compare([a, aId]: Place, [b, bId]: Place, { descending }: Order): number {
  if (a === b) return aId < bId ? -1 : aId > bId ? 1 : 0
  return a < b === descending ? 1 : -1
}

export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Decodes a cursor; null if it is invalid. */
export function readCursor(cursor: string): Place | null {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Json[]
    const isPlace = (typeof key === 'string' || typeof key === 'number') && typeof id === 'string'
    return isPlace ? [key, id] : null
  } catch {
    return null
  }
}

/** `title` or `-title`. */
export function orderOf(sort: Json | undefined): Order {
  if (typeof sort !== 'string') return byAge
  const name = sort.replace('-', '')
  const key: SortKey =
    name === 'title' ? (record) => textOf(record['title']) : (record) => Number(record[name] ?? 0)
  return { key, descending: sort.startsWith('-') }
}

/** Whether the record matches each filter that the query has. */
export function matches(record: JsonObject, query: JsonObject, filters: readonly string[]): boolean {
  return filters.every((name) => query[name] === undefined || record[name] === query[name])
}
