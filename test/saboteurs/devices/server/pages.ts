import type { Values } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'

/** The requested page of the records, or what follows those that are to be skipped. */
export function page(records: readonly JsonObject[], { query }: Values): Reply {
  const [number, perPage] = [Number(query['page']), Number(query['per_page'])]
  const start = Number(query['offset'] ?? (number - 1) * perPage)
  const items = records.slice(start, start + perPage)
  return reply(200, { items, page: number, perPage, total: records.length })
}
