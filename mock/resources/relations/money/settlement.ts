import { amountsOf } from '../../../../spec/inference/numbers/amounts.ts'
import { timestampedEvent } from '../../../../spec/inference/states/words/state-properties.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues } from '../../../../spec/schemas/types.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { CrudOptions } from '../../options.ts'
import type { DerivedProperty } from '../derived/derivations.ts'
import { derivedPropertiesOf } from '../derived/derived.ts'

/** How the records of a resource are paid: the total of an invoice, by its payments. */
export interface Settlement {
  /** The property with what has been paid, derived from the payments. */
  readonly paid: DerivedProperty
  readonly total: string
  /** The property with what is left to pay, if there is one. */
  readonly due: string | undefined
  /** The property with the state, and its values for what is paid and for what is paid in part. */
  readonly state:
    | { readonly property: string; readonly whole: Json; readonly part: Json | undefined }
    | undefined
  /** The property with the time at which all was paid. */
  readonly time: string | undefined
}

/** How the records of a resource are paid; undefined if they are not. */
export const settlementOf: (options: CrudOptions) => (resource: Resource) => Settlement | undefined =
  perObject((options: CrudOptions) =>
    perObject((resource: Resource): Settlement | undefined => {
      const { document } = options
      const paid = derivedPropertiesOf(options, resource).find(({ isPaid }) => isPaid)
      const amounts = paid && amountsOf(document, resource.record)
      const total = amounts?.balance?.property
      if (!paid || total === undefined) return undefined
      const properties = [...possiblePropertiesOf(document, resource.record)]
      const [state] = properties.flatMap(([property, node]) => {
        const values = enumValues(document, node)
        const like = (pattern: RegExp): Json | undefined =>
          values.find((value) => typeof value === 'string' && pattern.test(value))
        const whole = like(/^paid$/i)
        return whole === undefined
          ? []
          : [{ property, whole, part: like(/^part(?:ial|ially|ly)?[ _-]?paid$/i) }]
      })
      const [time] = properties.find(([property]) => timestampedEvent(property) === 'paid') ?? []
      return { paid, total, due: amounts?.due?.property, state, time }
    }),
  )

const amount = (record: JsonObject, name: string): number => Number(record[name] ?? 0)

/**
 * A record with what follows from its payments: what is left to pay and, as soon as that is nothing, its state.
 * @param now the time of a payment; undefined for a seeded record, whose state is known already
 */
export function settled(
  { paid, total, due, state, time }: Settlement,
  record: JsonObject,
  now: Date | undefined,
): JsonObject {
  const left = amount(record, total) - amount(record, paid.property)
  const isWhole = left <= 0
  const next = { ...record, ...(due !== undefined && Object.hasOwn(record, due) && { [due]: left }) }
  if (
    !now &&
    state &&
    time !== undefined &&
    record[state.property] !== state.whole &&
    Object.hasOwn(record, time)
  )
    return { ...next, [time]: null }
  if (!now || !state || !(isWhole || state.part !== undefined)) return next
  if (!isWhole && amount(record, paid.property) <= 0) return next
  return {
    ...next,
    [state.property]: isWhole ? state.whole : (state.part ?? null),
    ...(isWhole && time !== undefined && { [time]: now.toISOString() }),
  }
}
