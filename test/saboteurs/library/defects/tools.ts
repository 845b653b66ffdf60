import { editRecords } from '../../document-service/reply-edits.ts'
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
export type LibraryDefect = Sabotaged<State>
export const foundBy: typeof defectsFoundBy<State> = defectsFoundBy<State>

/** Changes the record or records in `data`. */
export const inData = (edit: (record: JsonObject) => JsonObject): ((reply: Reply) => Reply) =>
  editRecords('data', edit)
