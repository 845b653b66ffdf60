import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { describedMoments } from '../../../spec/inference/times/described-moments.ts'
import type { Json } from '../../../spec/json.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/**
 * Refuses a date on the wrong side of the present: "Must be in the future". A record may keep the date that it has. Undefined where the
 * document demands nothing of the kind.
 */
export function wrongMoment(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, accepted, resource } = endpoint
  if (!accepted) return undefined
  const rules = describedMoments(
    options.document,
    declared,
    accepted,
    recordCreation(options.document, resource)?.operation,
  )
    .filter(({ isRequired }) => isRequired)
    // As for what breaks the schema where no refusal is declared.
    .map((rule) => ({ ...rule, status: declaredStatus(declared, [rule.status, 422, 400, 409]) ?? 400 }))
  if (rules.length === 0) return undefined
  return (context) =>
    after(writtenRecord(endpoint, context), ({ before, record }) => {
      const present = context.now().toISOString()
      const broken = rules.find(
        ({ property, time }) =>
          record[property] !== before?.[property] && sideOf(record[property], present) === otherSide[time],
      )
      if (!broken) return undefined
      const { property, time, status } = broken
      return refuseValue(declared, status, 'wrong_time', `${property} must be in the ${time}.`, [property])
    })
}

const otherSide = { future: 'past', past: 'future' } as const

/** The side of the present that a date is on; undefined for today, and for what is no date. */
function sideOf(value: Json | undefined, present: string): 'future' | 'past' | undefined {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return undefined
  const [date, now] =
    value.length === 10 ? [value, present.slice(0, 10)] : [Date.parse(value), Date.parse(present)]
  if (date === now) return undefined
  return date > now ? 'future' : 'past'
}
