import type { Values } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'

/** The requested page of the records. */
export function page(records: readonly JsonObject[], { query }: Values): Reply {
  const [number, perPage] = [Number(query['page']), Number(query['per_page'])]
  const items = records.slice((number - 1) * perPage, number * perPage)
  return reply(200, { items, page: number, perPage, total: records.length })
}
