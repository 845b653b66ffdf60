import type { DescribedLimit } from '../../spec/inference/numbers/described-limits.ts'
import { formulasOf } from '../../spec/inference/numbers/formulas.ts'
import { writableProperties, type Api } from './api.ts'

/** The number that clients set and a limit follows from: the `quantity` of tickets, of which some are `available`. */
export function limitSource(api: Api, { limit, resource }: DescribedLimit): string {
  if (writableProperties(api, resource).has(limit)) return limit
  const formula = formulasOf(api.document, resource.record).find(({ property }) => property === limit)
  return formula?.terms?.[0] ?? limit
}
