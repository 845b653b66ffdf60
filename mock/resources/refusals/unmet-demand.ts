import { distinctValues } from '../../../spec/inference/constraints/distinct-values.ts'
import { requiredWhen } from '../../../spec/inference/constraints/required-when.ts'
import { describedSigns } from '../../../spec/inference/numbers/described-signs.ts'
import { equalJson, type JsonObject } from '../../../spec/json.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/** What a record must be like, and what a refusal says of one that is not. */
interface Demand {
  readonly isMet: (record: JsonObject) => boolean
  readonly message: string
  /** What the message is about. */
  readonly property: string
}

/**
 * Refuses what sentences of the document demand otherwise: "`from` and `to` must be different", "A `note` is required if the reason is
 * `other`", "Must not be 0". Undefined where they demand nothing.
 */
export function unmetDemand(endpoint: Endpoint): WriteCheck | undefined {
  // As for what breaks the schema where no refusal is declared.
  const status = declaredStatus(endpoint.declared, [422, 400, 409]) ?? 400
  const demands = demandsOf(endpoint)
  if (demands.length === 0) return undefined
  return (context) =>
    after(writtenRecord(endpoint, context), ({ record }) => {
      const unmet = demands.find(({ isMet }) => !isMet(record))
      return unmet && refuseValue(endpoint.declared, status, 'unmet_demand', unmet.message, [unmet.property])
    })
}

function demandsOf({ options: { document }, declared, accepted }: Endpoint): readonly Demand[] {
  if (!accepted) return []
  const distinct = distinctValues(document, declared, accepted).map(({ first, second }): Demand => ({
    isMet: (record) => {
      const [one, other] = [record[first] ?? null, record[second] ?? null]
      return one === null || !equalJson(one, other)
    },
    message: `${first} and ${second} must be different.`,
    property: second,
  }))
  const required = requiredWhen(document, declared, accepted).map(({ property, when, value }): Demand => ({
    isMet: (record) => record[when] !== value || (record[property] ?? null) !== null,
    message: `${property} is required if ${when} is ${value}.`,
    property,
  }))
  const signs = describedSigns(document, accepted).map(({ property, demand, unless }): Demand => ({
    isMet: (record) => {
      const value = record[property]
      if (typeof value !== 'number' || (unless && record[unless.property] === unless.value)) return true
      return demand === 'positive' ? value > 0 : value !== 0
    },
    message: `${property} must be ${demand}.`,
    property,
  }))
  return [...distinct, ...required, ...signs]
}
