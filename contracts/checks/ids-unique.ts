import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import { fine, type Check } from '../check.ts'

export interface IdEvidence {
  readonly id: Json
  /** `taken`: a record that is still there has it. `reused`: one that was deleted had it. `repeated`: twice in a list. `replaced`: that record was lost. */
  readonly conflict: 'taken' | 'reused' | 'repeated' | 'replaced' | undefined
}

/** An id names one record, and names no other one later. */
export const idsUnique: Check<IdEvidence> = {
  id: 'ids-unique',
  title: 'Ids are unique and never reused',
  severity: 'error',
  requirement: 'RFC 3986 §1.1: an identifier distinguishes what it identifies from all other things',
  judge({ id, conflict }) {
    if (conflict === undefined) return fine
    const actual = {
      taken: `${show(id)}, which an existing record has`,
      reused: `${show(id)}, which a deleted record had`,
      repeated: `${show(id)} twice in one list`,
      replaced: `${show(id)} for another one, and the record that had it is lost`,
    }
    return [
      {
        cause: conflict,
        expected: 'an id of its own for each record',
        actual: actual[conflict],
        // Many databases number so by themselves: bad for whoever remembers an id, and forbidden by nothing.
        ...(conflict === 'reused' && { severity: 'warning' as const }),
      },
    ]
  },
}
