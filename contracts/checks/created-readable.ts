import type { JsonObject } from '../../spec/json.ts'
import { differences, isRecased, isReordered, show, type Difference } from '../records/compare.ts'
import type { Check, Violation } from '../check.ts'
import { isSuccess } from '../answer.ts'

export interface ReadBackEvidence {
  /** What was sent. */
  readonly sent: JsonObject
  /** Status of the read that followed. */
  readonly status: number
  /** The record as read; undefined when there is none. */
  readonly record: JsonObject | undefined
  /** Whether the document gives the record that property. */
  readonly isDeclared: (property: string) => boolean
}

/** What was created can be read, with every property that was sent. */
export const createdReadable: Check<ReadBackEvidence> = {
  id: 'created-readable',
  title: 'What was created can be read',
  severity: 'error',
  requirement: 'RFC 9110 §15.3.2: 201 means that the resource has been created',
  judge: ({ sent, status, record, isDeclared }) => judgeReadBack(sent, status, record, isDeclared),
}

export function judgeReadBack(
  sent: JsonObject,
  status: number,
  record: JsonObject | undefined,
  isDeclared: (property: string) => boolean,
): readonly Violation[] {
  if (!isSuccess(status) || record === undefined) {
    return [
      {
        cause: 'not-found',
        expected: 'the record with 200',
        actual: isSuccess(status) ? 'no record' : String(status),
      },
    ]
  }
  return differences(sent, record, isDeclared).map((each) => ({
    cause: `property:${each.property}`,
    expected: `${each.property} = ${show(each.expected)}, as sent`,
    actual: show(each.actual),
    ...unlessKept(each),
  }))
}

/** Some services keep texts in one case, and lists in no order, which no RFC forbids: that is worth knowing, and no more. */
export function unlessKept({ expected, actual }: Difference): Pick<Violation, 'severity' | 'requirement'> {
  const broken = isRecased(expected, actual)
    ? 'a text comes back in the case'
    : isReordered(expected, actual)
      ? 'a list comes back in the order'
      : undefined
  if (broken === undefined) return {}
  return {
    severity: 'warning',
    requirement: `Convention: ${broken} in which it was sent, unless the document says so`,
  }
}
