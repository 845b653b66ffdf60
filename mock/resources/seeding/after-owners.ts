import type { JsonObject } from '../../../spec/json.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { isCreationTimestamp } from '../../../spec/inference/records/timestamps.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { timestamp } from '../../data/realistic/dates.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from '../records/identity.ts'
import { recordTypeOf } from '../records/record-type.ts'
import { resourceNamed } from '../resource-index.ts'
import type { Scope } from './seeded-ids.ts'

/** A resource whose records others are listed below. */
interface Owner {
  readonly resource: Resource
  /** The property with its id; undefined if it is in the path. */
  readonly property: string | undefined
  /** The id in the record that the property shows, if it is no id itself. */
  readonly shown: Pick<Reference, 'idProperty'>
  /** The property with the time of its creation. */
  readonly created: string
}

/** Moves the past times of a generated record behind the creation of the records that it belongs to. */
type MoveTimes = (resource: Resource, scope: Scope, record: JsonObject) => JsonObject

/** Generated times lie at most so long before now. */
const longest = 402 * 86_400_000

/** @param read returns a seeded record; undefined while it is being generated */
export function createAfterOwners(
  { document, model, byId, fake }: CrudOptions,
  read: (resource: Resource, scope: Scope, id: Id) => JsonObject | undefined,
): MoveTimes {
  const instantsOf = perObject(({ record }: Resource): readonly string[] =>
    [...recordTypeOf(document, record).properties.values()].flatMap(({ name, isInstant }) =>
      isInstant ? [name] : [],
    ),
  )
  const ownersOf = perObject(({ parent, operations, references }: Resource): readonly Owner[] => {
    const listed = new Set(
      operations.flatMap(({ within, operationId }) =>
        byId.get(operationId)?.method === 'GET' ? within.map(({ property }) => property) : [],
      ),
    )
    const named = references.filter(({ property }) => listed.has(property))
    const owners = [
      ...(parent ? [{ resource: parent.resource, property: undefined, shown: {} }] : []),
      ...named.map((each) => ({ resource: each.resource, property: each.property, shown: each })),
    ]
    return owners.flatMap(({ resource: name, property, shown }): readonly Owner[] => {
      const resource = resourceNamed(model, name)
      const created = resource && instantsOf(resource).find(isCreationTimestamp)
      return resource && created !== undefined ? [{ resource, property, shown, created }] : []
    })
  })
  const creationOf = (
    { resource, property, shown, created }: Owner,
    scope: Scope,
    record: JsonObject,
  ): number => {
    const id =
      property === undefined ? scope[resource.scope.length] : idOf(referencedIds(record[property], shown)[0])
    const above = property === undefined ? scope.slice(0, resource.scope.length) : []
    const isFound = id !== undefined && above.length === resource.scope.length
    const value = isFound ? read(resource, above, id)?.[created] : undefined
    return typeof value === 'string' ? Date.parse(value) : NaN
  }
  return (resource, scope, record) => {
    const names = instantsOf(resource)
    const owners = names.length === 0 ? [] : ownersOf(resource)
    const creations = owners.map((owner) => creationOf(owner, scope, record)).filter(Number.isFinite)
    if (creations.length === 0) return record
    const now = fake.now.getTime()
    const [least, start] = [Math.max(...creations), now - longest]
    const moved = names.flatMap((name) => {
      const value = record[name]
      const time = typeof value === 'string' ? Date.parse(value) : NaN
      if (!(time >= start && time <= now) || least > now) return []
      // All keep their order, those of other records that belong to the same one included.
      const later = least + ((time - start) / longest) * (now - least)
      return [[name, timestamp(new Date(Math.floor(later / 1000) * 1000))] as const]
    })
    return { ...record, ...Object.fromEntries(moved) }
  }
}
