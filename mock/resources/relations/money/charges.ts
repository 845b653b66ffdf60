import type { SchemaNode } from '../../../../spec/document.ts'
import { amountWordsOf } from '../../../../spec/inference/numbers/amounts.ts'
import { solePeriod } from '../../../../spec/inference/times/sole-period.ts'
import type { Reference } from '../../../../spec/resources.ts'
import { numericProperties } from '../../../../spec/schemas/properties.ts'
import type { CrudOptions } from '../../options.ts'
import { resourceNamed } from '../../resource-index.ts'
import type { Repeated } from '../copies/repeated.ts'

const perDay = /^(?:(?:base )?(?:price|rate|cost) per (?:night|day)|(?:nightly|daily) (?:price|rate|cost))$/
const total = /^(?:total|(?:total|full) (?:price|amount|cost)|price|amount|cost)$/

/**
 * What a record costs that takes another one for a time, at the price that this has for a night or a day: the `totalPrice` of a
 * booking. Undefined if the other one has no such price.
 */
export function chargeBy(
  { document, model, validator }: CrudOptions,
  properties: ReadonlyMap<string, SchemaNode>,
  record: SchemaNode,
  by: Reference,
): Repeated | undefined {
  const target = resourceNamed(model, by.resource)
  const source =
    target && numericProperties(document, target.record).find((each) => perDay.test(amountWordsOf(each)))
  const property = numericProperties(document, record).find((each) => total.test(amountWordsOf(each)))
  const node = properties.get(property ?? '')
  const during = source === undefined || !node ? undefined : solePeriod(document, record)
  if (!during || !node || property === undefined || source === undefined) return undefined
  return { property, by, sources: [source], during, accepts: validator.of(node, 'response').accepts }
}
