import { editSuccess, editRecords } from '../../document-service/reply-edits.ts'
import {
  createTools,
  foundBy as defectsFoundBy,
  type Sabotaged,
  type Tools,
} from '../../document-service/sabotage.ts'
import type { Reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { State } from '../server/state.ts'

export const tools: Tools<State> = createTools<State>()
export type DeviceDefect = Sabotaged<State>
export const foundBy: typeof defectsFoundBy<State> = defectsFoundBy<State>

/** Changes the record of a success, or each one of a page. */
export const inRecords =
  (edit: (record: JsonObject) => JsonObject) =>
  (reply: Reply): Reply => {
    const isPage = reply.status < 300 && 'items' in Object(reply.body)
    return isPage ? editRecords('items', edit)(reply) : editSuccess(edit)(reply)
  }
