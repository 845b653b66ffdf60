import type { JsonObject } from '../../spec/json.ts'
import { differences, show } from '../records/compare.ts'
import type { Check, Violation } from '../check.ts'
import { judgeReadBack } from './created-readable.ts'

export interface UpdateEvidence {
  readonly sent: JsonObject
  readonly status: number
  readonly record: JsonObject | undefined
  readonly isDeclared: (property: string) => boolean
  /** Properties that clients write but that were not sent, as they were before; empty when all are replaced. */
  readonly untouched: JsonObject
  /** Properties that a replacement left out and the record has all the same, as they were. */
  readonly kept?: readonly string[]
  /** Id of another record that the change was made to as well. */
  readonly other?: string
}

/** An accepted update is what is read from then on; a partial one changes nothing else, and none another record. */
export const updateVisible: Check<UpdateEvidence> = {
  id: 'update-visible',
  title: 'Updates are visible',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.4 and RFC 5789 §2: a successful update changes the state of the resource',
  judge({ sent, status, record, isDeclared, untouched, kept = [], other }) {
    if (other !== undefined) return [changedOther(other)]
    if (kept.length > 0) return kept.map(keptProperty)
    const lost = judgeReadBack(sent, status, record, isDeclared)
    if (lost.length > 0 || record === undefined) return lost
    return differences(untouched, record).map(({ property, expected, actual }) => ({
      cause: `untouched:${property}`,
      expected: `${property} = ${show(expected)}, which was not sent, to stay`,
      actual: show(actual),
    }))
  },
}

const keptProperty = (name: string): Violation => ({
  cause: `kept:${name}`,
  expected: `no ${name}: the replacement left it out`,
  actual: 'what it was before',
  requirement:
    'RFC 9110 §9.3.4: PUT replaces the state of the resource with that of the representation enclosed',
})

const changedOther = (id: string): Violation => ({
  cause: 'others',
  expected: 'a change of one record to leave others as they are',
  actual: `what was sent in ${id} too, which it was not for`,
  requirement: 'RFC 9110 §9.3.4 and RFC 5789 §2: PUT and PATCH change the resource that their target names',
})
