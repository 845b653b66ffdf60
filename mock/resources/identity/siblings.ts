import type { Positions } from '../../../spec/inference/numbers/positions.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { RequestContext } from '../endpoint.ts'
import { numberIn } from '../values/number-in.ts'
import { idOf } from './identity.ts'

/** The records that are numbered together with one, in their order. */
export async function siblings(
  { within, property }: Positions,
  records: RequestContext['records'],
  container: JsonObject,
): Promise<readonly JsonObject[]> {
  const value = within === undefined ? undefined : idOf(container[within])
  if (within !== undefined && value === undefined) return []
  const where = within === undefined || value === undefined ? [] : [{ property: within, values: [value] }]
  const { items } = await records.list({ where })
  return items.toSorted((one, other) => numberIn(one, property) - numberIn(other, property))
}
