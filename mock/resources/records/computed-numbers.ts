import { formulasOf, type Formula } from '../../../spec/inference/records/formulas.ts'
import { isAmount } from '../../../spec/inference/records/money.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { withAmount } from '../../../spec/util/amount.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { rounded } from '../relations/derived-values.ts'
import { isSettable } from './settable.ts'

const known = new WeakMap<Resource, readonly Formula[]>()

/** A changed record of a resource with the numbers that, by their descriptions, follow from its others. */
export function withComputed(options: CrudOptions, resource: Resource, record: JsonObject): JsonObject {
  const formulas = getOrInsertComputed(known, resource, () =>
    formulasOf(options.document, resource.record, isAmount).filter(
      ({ property }) => !isSettable(options, resource, property),
    ),
  )
  const next: Record<string, Json> = { ...record }
  setComputed(formulas, next, (property, value) => {
    if (Object.hasOwn(next, property)) next[property] = withAmount(next[property], rounded(value))
  })
  return next
}

/** Sets what formulas compute, as many times as there are formulas, since one may need the value of another. */
export function setComputed(
  formulas: readonly Formula[],
  record: JsonObject,
  set: (property: string, value: number) => void,
): void {
  for (const _ of formulas)
    for (const { property, valueIn } of formulas) {
      const value = valueIn(record)
      if (value !== undefined) set(property, value)
    }
}
