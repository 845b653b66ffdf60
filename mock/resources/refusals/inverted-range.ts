import type { Document, Operation } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import {
  describedQueryRanges,
  describedRanges,
  type DescribedRange,
} from '../../../spec/inference/constraints/described-ranges.ts'
import { compareOrdered } from '../../../spec/inference/lists/matching.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/** Refuses values whose order the document forbids, such as a period that ends before it begins. Undefined where it demands no order. */
export function invertedRange(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, resource, accepted } = endpoint
  const { document, byId } = options
  const creation = byId.get(resource.operations.find(({ role }) => role === 'create')?.operationId ?? '')
  const described = accepted ? describedRanges(document, declared, accepted, creation) : []
  const ranges = refusable(declared, described)
  if (ranges.length === 0) return undefined
  return (context) =>
    after(writtenRecord(endpoint, context), ({ record }) => {
      const broken = brokenIn(ranges, (name) => record[name])
      return (
        broken && refuseValue(declared, broken.status, 'invalid_range', messageOf(broken), [broken.upper])
      )
    })
}

/**
 * Refuses parameters of the query whose order the document forbids, and likewise values in the body of a search or a calculation.
 * Undefined where it demands no order.
 */
export function invertedQuery(
  document: Document,
  declared: Operation,
): ((request: RequestValues) => Refused | undefined) | undefined {
  const body = requestSchema(declared)
  const ranges = refusable(declared, [
    ...describedQueryRanges(document, declared),
    ...(body ? describedRanges(document, declared, body) : []),
  ])
  if (ranges.length === 0) return undefined
  return (request) => {
    const sent = jsonSent(request)
    const values = { ...(isJsonObject(sent) && sent), ...request.query }
    const broken = brokenIn(ranges, (name) => values[name])
    return broken && refuse(broken.status, 'invalid_range', messageOf(broken))
  }
}

interface RefusableRange extends DescribedRange {
  readonly status: number
}

/** The ranges and the status with which the operation refuses them: like other invalid requests, if it declares none. */
const refusable = (declared: Operation, ranges: readonly DescribedRange[]): readonly RefusableRange[] =>
  ranges.map((range) => ({
    ...range,
    status: declaredStatus(declared, [range.status, 422, 400, 409]) ?? 400,
  }))

const brokenIn = (
  ranges: readonly RefusableRange[],
  valueOf: (name: string) => Json | undefined,
): RefusableRange | undefined =>
  ranges.find((range) => isBroken(range, valueOf(range.lower), valueOf(range.upper)))

const messageOf = ({ lower, upper, isStrict }: DescribedRange): string =>
  isStrict ? `${upper} must be after ${lower}.` : `${upper} must not be before ${lower}.`

function isBroken({ isStrict }: DescribedRange, lower: Json | undefined, upper: Json | undefined): boolean {
  const order = compareOrdered(lower, upper ?? null)
  return order !== undefined && (order > 0 || (isStrict && order === 0))
}
