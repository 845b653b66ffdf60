import { equalJson, type Json, type JsonObject } from '../../spec/json.ts'
import { differences, show, type Difference } from '../answers/compare.ts'
import type { Check, Violation } from '../check.ts'
import { judgeReadBack } from './created-readable.ts'

export interface UpdateEvidence {
  readonly sent: JsonObject
  readonly status: number
  readonly record: JsonObject | undefined
  readonly isDeclared: (property: string) => boolean
  /** Writable properties that were not sent, with their values before the update; empty for a full replacement. */
  readonly untouched: JsonObject
  /** The defaults of the properties that the request may have: a reset to one is announced, if hardly meant. */
  readonly defaults?: ReadonlyMap<string, Json>
  /** Properties that a full replacement omitted and that still have their old values. */
  readonly kept?: readonly string[]
  /** Id of another record that was changed as well. */
  readonly other?: string
  /** The time of the record's creation, which moved with the update. */
  readonly creationTime?: { readonly property: string; readonly before: Json; readonly after: Json }
  /** What a patch did that it does not say, or did not do that it says. */
  readonly patch?: Violation
}

/** An update shows in later reads, and changes no other property or record. */
export const updateVisible: Check<UpdateEvidence> = {
  id: 'update-visible',
  title: 'Updates are visible in later reads',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.4 and RFC 5789 §2: a successful update changes the state of the resource',
  judge({ sent, status, record, isDeclared, untouched, defaults, kept = [], other, creationTime, patch }) {
    if (patch) return [patch]
    if (creationTime) {
      const { property, before, after } = creationTime
      return [untouchedProperty({ property, expected: before, actual: after })]
    }
    if (other !== undefined) return [changedOther(other)]
    if (kept.length > 0) return kept.map(keptProperty)
    const lost = judgeReadBack(sent, status, record, isDeclared)
    if (lost.length > 0 || record === undefined) return lost
    return differences(untouched, record).map((each) =>
      isDefault(each, defaults) ? resetProperty(each) : untouchedProperty(each),
    )
  },
}

const untouchedProperty = ({ property, expected, actual }: Difference): Violation => ({
  cause: `untouched:${property}`,
  expected: `${property} = ${show(expected)}, which the update did not include`,
  actual: show(actual),
})

const isDefault = (
  { property, actual }: Difference,
  defaults: ReadonlyMap<string, Json> | undefined,
): boolean =>
  actual !== undefined &&
  defaults?.has(property) === true &&
  equalJson(actual, defaults.get(property) ?? null)

const resetProperty = (difference: Difference): Violation => ({
  ...untouchedProperty(difference),
  actual: `${show(difference.actual)}, the default in the schema of the request`,
  severity: 'warning',
})

const keptProperty = (name: string): Violation => ({
  cause: `kept:${name}`,
  expected: `no ${name}, which the replacement omits`,
  actual: 'its old value',
  requirement: 'RFC 9110 §9.3.4: PUT replaces the state of the resource with the enclosed representation',
  reason: 'keeps what the replacement omits',
})

const changedOther = (id: string): Violation => ({
  cause: 'others',
  expected: 'other records to stay unchanged',
  actual: `the same change in record ${id}`,
  requirement: 'RFC 9110 §9.3.4 and RFC 5789 §2: PUT and PATCH change their target resource',
})
