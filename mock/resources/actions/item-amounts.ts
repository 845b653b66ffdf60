import { itemAmountsIn, type ItemAmounts } from '../../../spec/inference/numbers/item-amounts.ts'
import { singular } from '../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { listIn } from '../roles/added-item.ts'
import { nothingRemoved, type Written } from '../roles/save.ts'
import { numberIn } from '../values/number-in.ts'

/** What an action does to the items of its record; undefined if it is no such action. */
export const itemAmountsOf: (endpoint: Endpoint) => ItemAmounts | undefined = perObject(
  ({ options, resource, declared, accepted }: Endpoint) =>
    itemAmountsIn(options.document, resource.record, declared, accepted),
)

/**
 * The change that an action makes to amounts of a record's items: `POST /orders/{id}/receive` with `{lines: [{lineId, quantity}]}` adds to
 * the `quantityReceived` of each line. Undefined for any other operation.
 */
export function itemAmounts(
  endpoint: Endpoint,
  request: RequestValues,
  before: JsonObject,
): Required<Pick<Written, 'states' | 'removed'>> | Refused | undefined {
  const amounts = itemAmountsOf(endpoint)
  const sent = amounts && sentRecord(endpoint.operation, request)?.[amounts.sentList]
  if (!amounts || sent === undefined || !isArray(sent)) return undefined
  const { list, key, sentKey, amount, tally, most, isLimited, status, state } = amounts
  const refusal = isLimited ? declaredStatus(endpoint.declared, [status, 409, 422, 400]) : undefined
  let items = listIn(before, list).filter(isJsonObject)
  for (const each of sent.filter(isJsonObject)) {
    const index = items.findIndex((item) => item[key] === each[sentKey])
    const item = items[index]
    const unknown = declaredStatus(endpoint.declared, [422, 404, 400])
    if (!item && unknown !== undefined)
      return refuse(unknown, 'not_found', `There is no ${singular(list)} with this ${sentKey}.`)
    if (!item) continue
    const next = { ...item, [tally]: numberIn(item, tally) + numberIn(each, amount) }
    if (most !== undefined && refusal !== undefined && numberIn(next, tally) > numberIn(item, most))
      return refuse(refusal, 'limit_exceeded', `${tally} must not exceed ${most}.`)
    items = items.with(index, next)
  }
  const isWhole = most !== undefined && items.every((item) => numberIn(item, tally) >= numberIn(item, most))
  const current = state && before[state.property]
  const reached = isWhole ? state?.whole : (state?.part ?? current)
  return {
    states: { [list]: items, ...(state && reached !== undefined && { [state.property]: reached }) },
    removed: nothingRemoved,
  }
}
