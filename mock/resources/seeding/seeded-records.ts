import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, settled as ready } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { RecordLookup } from '../linker.ts'
import { markersOf, marksOf, withFewMarks } from '../marks/members.ts'
import type { CrudOptions } from '../options.ts'
import { createComposer } from '../records/compose.ts'
import { withoutDeletionMarks } from '../records/soft-delete.ts'
import { settled, settlementOf } from '../relations/money/settlement.ts'
import { resourceNamed } from '../resource-index.ts'
import { withComputed } from '../values/computed-values.ts'
import { createAfterOwners } from './after-owners.ts'
import { withCompanions } from './companions.ts'
import { withOrderedRanges } from './ordered-ranges.ts'
import { withinRequestLimits } from './request-limits.ts'
import type { Scope } from './scopes.ts'
import { createSeededDerived, type DerivedDetail } from './seeded-derived.ts'
import { pickAmong, type SeededIds } from './seeded-ids.ts'
import { createSeededLevels } from './seeded-levels.ts'
import { createSeededMarks } from './seeded-marks.ts'
import { createSeededMembers } from './seeded-members.ts'
import { createSettlePayments } from './seeded-payments.ts'
import { withStateTimestamps } from './state-timestamps.ts'

/** Maximum number of embedded records that are cached. */
const maxEmbedded = 200

/** Maximum number of records that are cached because others follow their references. */
const maxPeeked = 5000

/** Generates a record, which refers to those that a lookup finds. */
type Generate = (
  resource: Resource,
  scope: Scope,
  id: Id,
  lookup: RecordLookup,
  detail: DerivedDetail,
) => JsonObject

/**
 * Returns a function that generates the record with an id.
 *
 * @param examples The records in the document's examples, by id; used unchanged.
 */
export function createSeededRecords(
  options: CrudOptions,
  ids: SeededIds,
  examples: (resource: Resource) => ReadonlyMap<Id, JsonObject>,
): (resource: Resource, scope: Scope, id: Id) => JsonObject {
  const composer = perObject((resource: Resource) => createComposer(options, resource))
  const embedded = new Map<string, JsonObject>()
  const peeked = new Map<string, JsonObject | undefined>()
  const firstIds = new Map<string, Id | undefined>()

  const userCount = (): number => {
    const users = markersOf(options)
    return users ? ids.existing(users, []).length : 0
  }

  /** The id of the first record in a scope. */
  const firstId = (resource: Resource, scope: Scope): Id | undefined => {
    const key = [resource.name, ...scope].join(' ')
    if (!firstIds.has(key) && firstIds.size < maxPeeked) firstIds.set(key, ids.inScope(resource, scope)[0])
    return firstIds.get(key)
  }

  const generate: Generate = (resource, scope, id, lookup, detail) => {
    const record = composer(resource).generate({
      id,
      scope,
      lookup: scope.length === 0 ? withKeys(lookup, levels.keysOf(resource, id)) : lookup,
      derived: derived.valuesOf(resource, scope, id, detail),
      isLater: id !== firstId(resource, scope),
      adjust: (generated) => afterOwners(resource, scope, id, generated),
    })
    const key = [...scope, id].join('/')
    return ready(after(record, (generated) => withinRequestLimits(options, resource, generated, key)))
  }

  /** With properties that fit one another: ranges in order, the times of what has happened. */
  const consistent = (resource: Resource, scope: Scope, id: Id, generated: JsonObject): JsonObject => {
    const live = withoutDeletionMarks(options, resource, generated)
    const marks = marksOf(options, resource)
    const marked = marks.length === 0 ? live : withFewMarks(marks, live, userCount())
    const ordered = withOrderedRanges(options, resource, marked)
    const paid = settlePayment(resource, scope, id, ordered)
    return withCompanions(options, resource, withStateTimestamps(options, resource, paid))
  }

  /** With what follows from other records: counts of marks, settlements and levels. */
  const tallied = (resource: Resource, scope: Scope, id: Id, record: JsonObject): JsonObject => {
    const completed = derived.completed(resource, scope, id, countMarks(resource, id, record))
    const settlement = settlementOf(options)(resource)
    const balanced = settlement ? settled(settlement, completed, undefined) : completed
    return validOr(completed, resource, withComputed(options, resource, levels.tallied(resource, balanced)))
  }

  const validOr = (known: JsonObject, resource: Resource, computed: JsonObject): JsonObject =>
    computed === known || !options.validator.of(resource.record, 'response').accepts(computed)
      ? known
      : computed

  const recordOf: Generate = (resource, scope, id, lookup, detail) => {
    const example = scope.length === 0 ? examples(resource).get(id) : undefined
    if (example) return example
    const record = consistent(resource, scope, id, generate(resource, scope, id, lookup, detail))
    return detail === 'none'
      ? validOr(record, resource, withComputed(options, resource, record))
      : tallied(resource, scope, id, record)
  }

  const peek = (name: string, id: Id): JsonObject | undefined => {
    const resource = resourceNamed(options.model, name)
    const scope = resource && ids.scopeOf(resource, id)
    if (!scope) return undefined
    const key = `${name} ${String(id)}`
    if (peeked.has(key)) return peeked.get(key)
    // Records that refer to one another do not depend on themselves.
    peeked.set(key, undefined)
    const record = recordOf(resource, scope, id, shallowLookup, 'none')
    if (peeked.size < maxPeeked) peeked.set(key, record)
    else peeked.delete(key)
    return record
  }

  const countMarks = createSeededMarks(options, ids, peek)
  const plain = (resource: Resource, scope: Scope, id: Id): JsonObject | undefined =>
    scope.length === 0 ? peek(resource.name, id) : recordOf(resource, scope, id, shallowLookup, 'none')
  const afterOwners = createAfterOwners(options, ids)
  const members = createSeededMembers(ids, plain)
  const levels = createSeededLevels(options, ids, members, peek)
  const settlePayment = createSettlePayments(options, members, plain)
  const derived = createSeededDerived(options, ids, members, (resource, scope, id, detail) =>
    recordOf(resource, scope, id, shallowLookup, detail),
  )

  // Embedded copies of records do not embed further records.
  const shallowLookup: RecordLookup = {
    pickId: (name, key, within, scope) => {
      const resource = within && resourceNamed(options.model, name)
      return resource && within
        ? pickAmong(members.withValue(resource, within.property, within.value), key)
        : ids.pickId(name, key, scope)
    },
    treeParentId: ids.treeParentId,
    find: () => undefined,
    peek,
  }
  const lookup: RecordLookup = {
    ...shallowLookup,
    find: (name, id, given) => {
      const resource = resourceNamed(options.model, name)
      const scope = given ?? (resource && ids.scopeOf(resource, id))
      if (!resource || resource.scope.length !== scope?.length) return undefined
      const key = [name, ...scope, id].join(' ')
      const record = embedded.get(key) ?? recordOf(resource, scope, id, shallowLookup, 'counts')
      if (embedded.size < maxEmbedded) embedded.set(key, record)
      return record
    },
  }
  return (resource, scope, id) => recordOf(resource, scope, id, lookup, 'all')
}

/** A lookup by which a record refers to certain records of others. */
const withKeys = (lookup: RecordLookup, keys: ReadonlyMap<string, Id>): RecordLookup =>
  keys.size === 0
    ? lookup
    : { ...lookup, pickId: (name, ...others) => keys.get(name) ?? lookup.pickId(name, ...others) }
