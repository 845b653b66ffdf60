import { createTools, foundBy, type Sabotaged, type Tools } from '../../service/sabotage.ts'
import { records } from '../../service/edits.ts'
import type { JsonObject } from '../../json.ts'
import type { Reply } from '../../exchange.ts'
import type { State } from '../state.ts'

export const tools: Tools<State> = createTools<State>()
export type LibraryDefect = Sabotaged<State>
export const found: typeof foundBy<State> = foundBy<State>

/** Changes what is under `data`. */
export const inData = (edit: (record: JsonObject) => JsonObject): ((reply: Reply) => Reply) =>
  records('data', edit)
