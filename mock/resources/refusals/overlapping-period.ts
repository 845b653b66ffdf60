import type { Document, SchemaNode } from '../../../spec/document.ts'
import { namedRanges, soleRange, type NamedRange } from '../../../spec/inference/constraints/named-ranges.ts'
import { compareOrdered } from '../../../spec/inference/lists/matching.ts'
import { normalizeName, wordsOf } from '../../../spec/inference/prose/words.ts'
import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { describedOverlap, sharedPlaces } from '../../../spec/inference/times/described-overlaps.ts'
import { likelyTimesOf } from '../../../spec/inference/times/time-formulas.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nounOf } from '../identity/identity.ts'
import { recordTypeOf } from '../records/record-type.ts'
import { pathOf } from '../relations/path-of.ts'
import { settableIn } from '../values/amounts.ts'
import { isAnother, keeps, writtenRecord } from './written-record.ts'

/**
 * Refuses a record whose period would overlap that of another one: "Bookings of one room may not overlap". Undefined where the
 * document says nothing of the kind, or the record has no period, or several.
 */
export function overlappingPeriod(endpoint: Endpoint): WriteCheck | undefined {
  const rule = ruleOf(endpoint)
  if (!rule) return undefined
  const { resource } = endpoint
  const { range, shared, values, status, withEnd } = rule
  const states = endStates(endpoint.options.document, resource.record)
  const places = [
    range.lower,
    range.upper,
    ...shared.map(({ property }) => property),
    ...values,
    ...states.keys(),
  ]
  return (context) =>
    after(writtenRecord(endpoint, context), (written) => {
      const record = withEnd(written.record)
      const where = [
        ...shared.map((reference) => ({
          property: pathOf(shownFor(reference, resource)),
          values: referencedIds(record[reference.property], reference).flatMap((id) => idOf(id) ?? []),
        })),
        ...values.map((property) => ({ property, values: [record[property] ?? []].flat() })),
      ]
      if (
        where.some((each) => each.values.length === 0) ||
        hasEnded(record, states) ||
        keeps({ ...written, record }, places)
      )
        return undefined
      return after(context.records.list({ where }), ({ items }) => {
        const isTaken = items
          .filter(isAnother(endpoint, context))
          .some((other) => !hasEnded(other, states) && overlaps(record, other, range))
        return isTaken
          ? refuse(status, 'overlapping', `Another ${nounOf(resource)} has a part of this period.`)
          : undefined
      })
    })
}

/** The reference by which records show what clients send by its id: `room` for `roomId`; else the same. */
const shownFor = (reference: Reference, { references }: Resource): Reference =>
  references.find(
    ({ property, resource, idProperty }) =>
      idProperty !== undefined &&
      resource === reference.resource &&
      normalizeName(property) === referencedNoun(reference.property),
  ) ?? reference

interface OverlapRule {
  readonly range: NamedRange
  /** The references that records share whose periods must not overlap. */
  readonly shared: readonly Reference[]
  /** Names of other properties that they share. */
  readonly values: readonly string[]
  readonly status: number
  /** A record that was sent with the end that is computed from its length. */
  readonly withEnd: (record: JsonObject) => JsonObject
}

function ruleOf(endpoint: Endpoint): OverlapRule | undefined {
  const { options, declared, operation, resource } = endpoint
  const { document } = options
  // A partial update, or an action, may take only one end of the period.
  const creation = recordCreation(document, resource)
  const isChange = operation.role === 'update' || operation.role === 'action'
  const sent = isChange ? (creation?.sent ?? endpoint.accepted) : endpoint.accepted
  if (!endpoint.accepted || !sent || operation.role === 'delete') return undefined
  const overlap = describedOverlap(declared, creation?.operation)
  const status = declaredStatus(declared, [overlap?.status, 409, 422, 400])
  if (!overlap || status === undefined) return undefined
  const settable = settableIn(document, sent)
  const formulas = likelyTimesOf(document, resource.record).filter(({ property }) => !settable.has(property))
  const computed = namedRanges(document, resource.record).filter(({ upper }) =>
    formulas.some(({ property }) => property === upper),
  )
  const range =
    soleRange(document, declared, sent, creation?.operation) ??
    (computed.length === 1 ? computed[0] : undefined)
  if (!range) return undefined
  const properties = possiblePropertiesOf(document, sent)
  const isKnown = ({ property }: Reference): boolean =>
    properties.has(property) || operation.within.some((each) => each.property === property)
  const { references, values } = sharedPlaces(document, overlap, resource, sent)
  const shared = references.filter(isKnown)
  const end = formulas.find(({ property }) => property === range.upper)
  const defaults = isChange ? {} : defaultsOf(document, sent)
  const withEnd = (sentOnly: JsonObject): JsonObject => {
    const record = { ...defaults, ...sentOnly }
    const instant = end?.valueIn(record)
    return instant === undefined ? record : { ...record, [range.upper]: new Date(instant).toISOString() }
  }
  return { range, shared, values, status, withEnd }
}

/** The values that a new record has if they are not sent. */
const defaultsOf = (document: Document, sent: SchemaNode): JsonObject =>
  Object.fromEntries(
    [...recordTypeOf(document, sent).properties.values()].flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** Whether the periods of two records have a part in common. */
export function overlaps(one: JsonObject, other: JsonObject, { lower, upper }: NamedRange): boolean {
  const isBefore = (first: JsonObject, second: JsonObject): boolean => {
    const order = compareOrdered(first[upper], second[lower] ?? null)
    return order === undefined || order <= 0
  }
  return !isBefore(one, other) && !isBefore(other, one)
}

/** States in which a record no longer takes up its period. */
const ended = /^(?:cancel|declin|reject|expir|withdr|no show|void|abandon)/

/** The values of a record's enumerations that are such states, by property. */
export function endStates(document: Document, record: SchemaNode): ReadonlyMap<string, ReadonlySet<unknown>> {
  return new Map(
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
      const states = enumValues(document, node).filter(
        (each) => typeof each === 'string' && ended.test(wordsOf(each).join(' ')),
      )
      return states.length === 0 ? [] : [[name, new Set<unknown>(states)] as const]
    }),
  )
}

/** Whether a record is in one of these states. */
export const hasEnded = (record: JsonObject, states: ReturnType<typeof endStates>): boolean =>
  [...states].some(([property, values]) => values.has(record[property]))
