import type { Reply } from '../../exchange.ts'
import type { JsonObject } from '../../json.ts'
import { bodies, records } from '../../service/edits.ts'
import { createTools, foundBy, type Sabotaged, type Tools } from '../../service/sabotage.ts'
import type { State } from '../state.ts'

export const tools: Tools<State> = createTools<State>()
export type DeviceDefect = Sabotaged<State>
export const found: typeof foundBy<State> = foundBy<State>

/** Changes the record of a success, or each one of a page. */
export const inRecords =
  (edit: (record: JsonObject) => JsonObject) =>
  (reply: Reply): Reply => {
    const isPage = reply.status < 300 && 'items' in Object(reply.body)
    return isPage ? records('items', edit)(reply) : bodies(edit)(reply)
  }
