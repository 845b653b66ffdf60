import { amountWordsOf } from '../../../spec/inference/numbers/amounts.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import type { CrudOptions } from '../options.ts'
import { isSettable } from '../records/settable.ts'

const opening = /^(?:initial|opening|starting|original|face) (?:balance|value|amount|credit|deposit)$/
const current =
  /^(?:(?:current|remaining|available) )?balance$|^(?:current|remaining|available) (?:value|amount|credit)$/

/** What sets the balance of a record that begins with an amount. */
export interface SetBalance {
  /** A new record has all of it: the `balance` of a gift card is its `initialValue`. */
  readonly setInNew: (members: Record<string, Json>) => void
  /** What is left is not more than there was. */
  readonly setInGenerated: (members: Record<string, Json>) => void
}

/**
 * Undefined if clients send no such amount, or if nothing or several things could be the balance.
 * @param derived the names of properties that other records tell
 */
export function createSetBalance(
  options: CrudOptions,
  resource: Resource,
  derived: ReadonlySet<string>,
): SetBalance | undefined {
  const named = (pattern: RegExp, isSent: boolean): readonly string[] =>
    [...possiblePropertiesOf(options.document, resource.record).keys()].filter(
      (name) =>
        pattern.test(amountWordsOf(name)) &&
        !derived.has(name) &&
        isSettable(options, resource, name) === isSent,
    )
  const [[first, ...firsts], [balance, ...balances]] = [named(opening, true), named(current, false)]
  if (first === undefined || balance === undefined || firsts.length + balances.length > 0) return undefined
  const set = (members: Record<string, Json>, isWhole: boolean): void => {
    const [whole, left] = [amountIn(members[first]), amountIn(members[balance])]
    if (whole !== undefined && left !== undefined && (isWhole || left > whole))
      members[balance] = withAmount(members[balance], whole)
  }
  return {
    setInNew: (members) => {
      set(members, true)
    },
    setInGenerated: (members) => {
      set(members, false)
    },
  }
}
