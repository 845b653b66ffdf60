import { isCreationTimestamp } from '../../../spec/inference/times/timestamps.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { spread } from '../../data/random.ts'
import { timestamp } from '../../data/realistic/dates.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf } from '../records/record-type.ts'
import { resourceNamed } from '../resource-index.ts'
import type { Scope } from './scopes.ts'
import type { SeededIds } from './seeded-ids.ts'

/** Moves the past times of a generated record to where it has its place among those of its resource. */
type MoveTimes = (resource: Resource, scope: Scope, id: Id, record: JsonObject) => JsonObject

/** Generated times lie at most so long before now. */
const longest = 402 * 86_400_000

/** The parts of that time in which records are created that others belong to, those that belong to these, and so on. */
const eras = [0, 0.6, 0.85, 0.95]

/**
 * Records are created in the order of their ids, and after all records that they may refer to: first the customers, then their orders, then
 * the payments of these.
 */
export function createAfterOwners({ document, model, fake }: CrudOptions, ids: SeededIds): MoveTimes {
  const instantsOf = perObject(({ record }: Resource): readonly string[] =>
    [...recordTypeOf(document, record).properties.values()].flatMap(({ name, instant }) =>
      instant === 'date-time' ? [name] : [],
    ),
  )
  const ownersOf = ({ name, parent, references }: Resource): readonly Resource[] =>
    [...new Set([parent?.resource, ...references.map(({ resource }) => resource)])].flatMap((each) => {
      const owner = each === undefined || each === name ? undefined : resourceNamed(model, each)
      return owner && instantsOf(owner).some(isCreationTimestamp) ? [owner] : []
    })
  const pending = new Set<Resource>()
  /** How many records of other resources lead to a record, one after the other; those that refer to each other count once. */
  const depthOf = perObject((resource: Resource): number => {
    if (pending.has(resource)) return -1
    pending.add(resource)
    const depth = Math.max(-1, ...ownersOf(resource).map((owner) => depthOf(owner))) + 1
    pending.delete(resource)
    return Math.min(depth, eras.length - 1)
  })
  const owning = perObject(({ resources }: CrudOptions['model']) => new Set(resources.flatMap(ownersOf)))
  const eraOf = perObject((resource: Resource) => {
    const depth = depthOf(resource)
    const isLast = !owning(model).has(resource)
    return { from: eras[depth] ?? 0, to: isLast ? 1 : (eras[depth + 1] ?? 1) }
  })
  return (resource, scope, id, record) => {
    const names = instantsOf(resource)
    const created = names.find(isCreationTimestamp)
    const value = created === undefined ? undefined : record[created]
    const was = typeof value === 'string' ? Date.parse(value) : NaN
    const now = fake.now.getTime()
    const start = now - longest
    if (!(was > start && was < now)) return record
    const { index, count } = ids.placeOf(resource, scope, id)
    const { from, to } = eraOf(resource)
    const within = 0.15 + (0.7 * spread([resource.name, ...scope, id].join('/'), 1000)) / 1000
    const is = start + longest * (from + ((to - from) * (index + within)) / count)
    // All others keep their order.
    const moved = (time: number): number =>
      time < was
        ? start + ((time - start) / (was - start)) * (is - start)
        : is + ((time - was) / (now - was)) * (now - is)
    const changed = names.flatMap((name) => {
      const own = record[name]
      const time = typeof own === 'string' ? Date.parse(own) : NaN
      return time >= start && time <= now
        ? [[name, timestamp(new Date(Math.floor(moved(time) / 1000) * 1000))] as const]
        : []
    })
    return { ...record, ...Object.fromEntries(changed) }
  }
}
