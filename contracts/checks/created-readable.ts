import type { JsonObject } from '../../spec/json.ts'
import { isSuccess } from '../answer.ts'
import { differences, innermost, isRecased, isReordered, show, type Difference } from '../answers/compare.ts'
import type { Check, Violation } from '../check.ts'
import type { ReadBackEvidence } from '../records/as-sent.ts'

/** A created record can be read and has every property that was sent. */
export const createdReadable: Check<ReadBackEvidence> = {
  id: 'created-readable',
  title: 'Created records can be read',
  severity: 'error',
  requirement: 'RFC 9110 §15.3.2: 201 means that the resource has been created',
  judge: ({ sent, status, record, isDeclared }) => judgeReadBack(sent, status, record, isDeclared),
}

/** From this many lost values on they probably have one cause: a request of which the server takes only a part. */
const several = 4

/** Compares a record with what was sent to create or change it. */
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
        expected: '200 with the record',
        actual: isSuccess(status) ? 'no record in the response' : String(status),
      },
    ]
  }
  const lost = differences(sent, record, isDeclared)
  return lost.map((each) => {
    const { property, expected, actual } = innermost(each)
    return {
      cause: `property:${each.property}`,
      expected: `${property} = ${show(expected)}, as sent`,
      actual: show(actual),
      ...(lost.length >= several && { reason: `loses ${lost.map(({ property }) => property).join()}` }),
      ...byConvention(each),
    }
  })
}

/** Services may normalize case or reorder lists, which no RFC forbids: such a difference is only a warning. */
export function byConvention({ expected, actual }: Difference): Pick<Violation, 'severity' | 'requirement'> {
  if (isRecased(expected, actual))
    return { severity: 'warning', requirement: 'Convention: text keeps the case in which it was sent' }
  if (isReordered(expected, actual))
    return { severity: 'warning', requirement: 'Convention: a list keeps the order in which it was sent' }
  return {}
}
