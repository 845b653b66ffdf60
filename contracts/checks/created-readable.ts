import type { JsonObject } from '../../spec/json.ts'
import { show, differences } from '../compare.ts'
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
  return differences(sent, record, isDeclared).map(({ property, expected, actual }) => ({
    cause: `property:${property}`,
    expected: `${property} = ${show(expected)}, as sent`,
    actual: show(actual),
  }))
}
