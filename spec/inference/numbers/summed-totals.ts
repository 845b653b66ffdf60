import type { Document, Operation } from '../../document.ts'
import type { ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { describedSum } from './described-sums.ts'
import { computedResponse, type Total } from './totals.ts'

/** A number in a response of its own that adds up a number of records: `revenue` of `GET /stats`, "The sum of the totals of the orders". */
export interface SummedTotal extends Total {
  /** The number of the records that is added up. */
  readonly summed: string
}

/** The sums in the response of a GET that reads no resource, by their descriptions; of the records that `totalsOf` counts. */
export function summedTotalsOf(
  document: Document,
  model: ResourceModel,
  operation: Operation,
): readonly SummedTotal[] {
  const computed = computedResponse(document, model, operation)
  if (!computed) return []
  return [...possiblePropertiesOf(document, computed.schema)].flatMap(([property, node]) => {
    const sums = [...computed.countable].flatMap(([noun, counted]): readonly SummedTotal[] => {
      const summed = counted.state ? undefined : describedSum(document, node, noun, counted.resource.record)
      return summed === undefined ? [] : [{ path: [property], ...counted, isDescribed: true, summed }]
    })
    return sums.length === 1 ? sums : []
  })
}
