import { describedRanges, type DescribedRange } from '../../../spec/inference/records/described-ranges.ts'
import { compareOrdered } from '../../../spec/inference/lists/matching.ts'
import type { Json } from '../../../spec/json.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { declares, sentRecord, targetOf } from '../records/identity.ts'

/**
 * Refuses values whose order the document forbids, such as a period that ends before it begins. Undefined where it demands no
 * order, or declares no status for a refusal.
 */
export function invertedRange({
  options: { document, byId },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): ((context: RequestContext) => MaybePromise<Refused | undefined>) | undefined {
  const creation = byId.get(resource.operations.find(({ role }) => role === 'create')?.operationId ?? '')
  const described = accepted ? describedRanges(document, declared, accepted, creation) : []
  const ranges = described.flatMap((range) => {
    const status = [range.status, 422, 400, 409].find(
      (each) => each !== undefined && declares(declared, each),
    )
    return status === undefined ? [] : [{ ...range, status }]
  })
  if (ranges.length === 0) return undefined
  return ({ request, records }) => {
    const sent = sentRecord(operation, request)
    const id = operation.role === 'update' ? targetOf(resource, operation, request) : undefined
    // What a partial update leaves out stays as it is.
    return after(id === undefined ? undefined : records.get(id), (before) => {
      const valueOf = (name: string): Json | undefined =>
        sent && Object.hasOwn(sent, name) ? sent[name] : before?.[name]
      const broken = ranges.find((range) => isBroken(range, valueOf(range.lower), valueOf(range.upper)))
      return broken && refuse(broken.status, 'invalid_range', messageOf(broken))
    })
  }
}

const messageOf = ({ lower, upper, isStrict }: DescribedRange): string =>
  isStrict ? `${upper} must be after ${lower}.` : `${upper} must not be before ${lower}.`

function isBroken({ isStrict }: DescribedRange, lower: Json | undefined, upper: Json | undefined): boolean {
  const order = compareOrdered(lower, upper ?? null)
  return order !== undefined && (order > 0 || (isStrict && order === 0))
}
