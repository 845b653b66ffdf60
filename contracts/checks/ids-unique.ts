import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check } from '../check.ts'

export interface IdEvidence {
  readonly id: Json
  /**
   * Who else has the id. `taken`: an existing record. `reused`: a deleted one. `repeated`: another item of the list.
   * `replaced`: a record that was lost when the new one took its id.
   */
  readonly conflict: 'taken' | 'reused' | 'repeated' | 'replaced' | undefined
}

/** An id identifies one record and is not given to another one later. */
export const idsUnique: Check<IdEvidence> = {
  id: 'ids-unique',
  title: 'Ids are unique and never reused',
  severity: 'error',
  requirement: 'RFC 3986 §1.1: an identifier distinguishes what it identifies from everything else',
  judge({ id, conflict }) {
    if (conflict === undefined) return fine
    const actual = {
      taken: `${show(id)}, the id of an existing record`,
      reused: `${show(id)}, the id of a deleted record`,
      repeated: `${show(id)} twice in one list`,
      replaced: `${show(id)} again, which replaced the record that had it`,
    }
    return [
      {
        cause: conflict,
        expected: 'a unique id for each record',
        actual: actual[conflict],
        // Some databases reuse ids by default: a trap for clients that keep them, but nothing forbids it.
        reason: conflict,
        ...(conflict === 'reused' && { severity: 'warning' as const }),
      },
    ]
  },
}
