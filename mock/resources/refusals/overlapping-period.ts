import type { Document, SchemaNode } from '../../../spec/document.ts'
import { compareOrdered } from '../../../spec/inference/lists/matching.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { describedOverlap, sharedReferences } from '../../../spec/inference/records/described-overlaps.ts'
import { describedRanges } from '../../../spec/inference/records/described-ranges.ts'
import { namedRanges, type NamedRange } from '../../../spec/inference/records/named-ranges.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { declaredStatus, idOf, nounOf, sentRecord } from '../records/identity.ts'

/**
 * Refuses a new record whose period overlaps that of another one: "Bookings of one room may not overlap". Undefined where the
 * document says nothing of the kind, or the record has no period, or several.
 */
export function overlappingPeriod({
  options: { document },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  const overlap = accepted && operation.role === 'create' ? describedOverlap(declared) : undefined
  const status = declaredStatus(declared, [overlap?.status, 409, 422, 400])
  if (!accepted || !overlap || status === undefined) return undefined
  const described = describedRanges(document, declared, accepted)
  const [range, ...others] = described.length > 0 ? described : namedRanges(document, accepted)
  if (!range || others.length > 0) return undefined
  const properties = possiblePropertiesOf(document, accepted)
  const shared = sharedReferences(overlap, resource).filter(({ property }) => properties.has(property))
  const states = endStates(document, resource.record)
  return ({ request, records }) => {
    const sent = sentRecord(operation, request) ?? {}
    const where = shared.flatMap((reference) => {
      const [id] = referencedIds(sent[reference.property], reference).map(idOf)
      return id === undefined ? [] : [{ property: reference.property, values: [id] }]
    })
    if (where.length < shared.length) return undefined
    return after(records.list({ where }), ({ items }) => {
      const isTaken = items.some((other) => !hasEnded(other, states) && overlaps(sent, other, range))
      return isTaken
        ? refuse(status, 'overlapping', `Another ${nounOf(resource)} has a part of this period.`)
        : undefined
    })
  }
}

function overlaps(one: JsonObject, other: JsonObject, { lower, upper }: NamedRange): boolean {
  const isBefore = (first: JsonObject, second: JsonObject): boolean => {
    const order = compareOrdered(first[upper], second[lower] ?? null)
    return order === undefined || order <= 0
  }
  return !isBefore(one, other) && !isBefore(other, one)
}

/** States in which a record no longer takes up its period. */
const ended = /^(?:cancel|declin|reject|expir|withdr|no show|void|abandon)/

/** The values of a record's enumerations that are such states, by property. */
function endStates(document: Document, record: SchemaNode): ReadonlyMap<string, ReadonlySet<unknown>> {
  return new Map(
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
      const states = enumValues(document, node).filter(
        (each) => typeof each === 'string' && ended.test(wordsOf(each).join(' ')),
      )
      return states.length === 0 ? [] : [[name, new Set<unknown>(states)] as const]
    }),
  )
}

const hasEnded = (record: JsonObject, states: ReturnType<typeof endStates>): boolean =>
  [...states].some(([property, values]) => values.has(record[property]))
