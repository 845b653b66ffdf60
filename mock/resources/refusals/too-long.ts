import { soleRange } from '../../../spec/inference/constraints/named-ranges.ts'
import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { longestDuration } from '../../../spec/inference/times/described-durations.ts'
import { instantOf } from '../../../spec/inference/times/time-formulas.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/** Refuses a period that is longer than the document allows: "A shift lasts at most 12 hours". Undefined where it sets no limit. */
export function tooLong(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, resource, accepted } = endpoint
  const creation = recordCreation(options.document, resource)
  const limit = longestDuration(declared) ?? (creation && longestDuration(creation.operation))
  const status = declaredStatus(declared, [limit?.status, 422, 400, 409])
  const range =
    accepted && soleRange(options.document, declared, creation?.sent ?? accepted, creation?.operation)
  if (!limit || !range || status === undefined) return undefined
  const { lower, upper } = range
  return (context) =>
    after(writtenRecord(endpoint, context), ({ record }) => {
      const [start, end] = [instantOf(record[lower]), instantOf(record[upper])]
      return start !== undefined && end !== undefined && end - start > limit.milliseconds
        ? refuseValue(declared, status, 'too_long', `${upper} is too long after ${lower}.`, [upper])
        : undefined
    })
}
