import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { stateName } from '../../spec/inference/states/action-outcome.ts'
import { versionOf } from '../../spec/inference/records/version.ts'
import { setOwn } from '../../spec/util/object.ts'
import { createBag } from '../../spec/parameters/bag.ts'
import { requiredOf } from '../../spec/schemas/properties.ts'
import type { Resource } from '../../spec/resources.ts'
import { allows } from '../../spec/validate.ts'
import { withoutWriteOnly } from '../../spec/schemas/write-only.ts'
import type { CrudOptions } from './crud.ts'
import { nounOf } from './identity.ts'
import { createLengthen } from './lengthened.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Property, RecordType } from './record-type.ts'
import type { Others } from './others.ts'
import { overlay } from './overlay.ts'
import { beginning, comesLater, nothingOf, recordTypeOf, stampOf } from './record-type.ts'
import type { Id } from '../store/store.ts'
import { kindOf, noteSuits } from './suited.ts'
import { talliesOf } from './tally.ts'
import { firstVersion, nextVersion } from './versions.ts'

/** Which record it is, and which others there are. */
export interface Place {
  readonly id: Id
  readonly scope: readonly Id[]
  readonly others: Others
  /** What it tells of the records that belong to it. */
  readonly tallies?: JsonObject
}

interface Change extends Place {
  /** What the client sent. */
  readonly sent: JsonObject
  /** The record as it was, whose server-assigned properties stay. */
  readonly before: JsonObject | undefined
  /** For a change in part: what was not sent stays as it was, but for these properties, which the client removed. */
  readonly removed: ReadonlySet<string> | undefined
  /** Properties fixed by the path. */
  readonly fixed: JsonObject
  readonly now: Date
}

/** Makes records that are valid answers. A promise only while data is being loaded, or the store asked. */
export interface Composer {
  /** A record nobody asked for: it has every property. */
  invent(place: Place): MaybePromise<JsonObject>
  /** What was sent, what the server assigns, and what the schema demands besides. */
  compose(change: Change): MaybePromise<JsonObject>
}

/** `accepted`: the schema of what clients may send. */
export function createComposer(options: CrudOptions, resource: Resource, accepted?: SchemaNode): Composer {
  const { document, fake, validator } = options
  const type = recordTypeOf(document, resource.record)
  const offered = accepted && recordTypeOf(document, accepted).properties
  const properties = [...type.properties.values()]
  const asked: ReadonlySet<string> = accepted ? requiredOf(document, accepted) : new Set()
  const owned = new Set(
    properties.filter((each) => isServerOwned(each, offered, asked)).map(({ name }) => name),
  )
  const version = versionOf(document, resource, options.byId)?.property
  const counter = properties.find(({ name }) => name === version)
  if (counter) owned.add(counter.name)
  const tallies = talliesOf(options, resource)
  const beginnings = new Map<string, Json | undefined>(
    tallies.map(({ property, shown }) => [property, shown ? [] : 0]),
  )
  if (counter) beginnings.set(counter.name, firstVersion(options, counter.node))
  const begins = (property: Property, { before }: Change): Json | undefined => {
    const { name } = property
    if (before !== undefined && owned.has(name)) return undefined
    if (!beginnings.has(name))
      beginnings.set(name, (owned.has(name) ? beginning : nothingOf)(document, property))
    return beginnings.get(name)
  }
  const validate = validator.of(resource.record, 'response')
  const isValid = (record: JsonObject): boolean => allows(validate, record)
  const kind = kindOf(options, resource.record)
  const isSound = (record: JsonObject): boolean => {
    const found = isValid(record)
    if (found) noteSuits(record, kind)
    return found
  }
  const lengthen = createLengthen(options, type)
  /** Validity wins: where what was put together breaks the schema, each property that does is the generated one. */
  const sound = (record: JsonObject, made: JsonObject, place: Place): MaybePromise<JsonObject> =>
    isSound(record)
      ? record
      : after(lengthen(made, record, keyOf(place)), (longer) =>
          finish(overlay(isValid(longer) ? longer : made, record, isValid)),
        )

  const linker = options.linking?.createLinker(options, resource, accepted)
  const keyOf = ({ id, scope }: Place): string => `${resource.name} ${scope.join('/')} ${String(id)}`
  const generate = (place: Place): MaybePromise<JsonObject> => {
    const made = fake.value(resource.record, 'response', { name: nounOf(resource), key: keyOf(place) })
    return after(made, (value) => {
      const record = isJsonObject(value) ? value : {}
      return linker ? linker.link(record, place) : record
    })
  }
  const addOwn = (record: Members, place: Place): Members => {
    addScope(record, resource, type.properties, place)
    if (resource.idProperty !== undefined) record[resource.idProperty] = place.id
    return record
  }
  const order = new Set([resource.idProperty ?? '', ...type.properties.keys()])
  const finish = (record: JsonObject): JsonObject => ordered(order, record)
  const counts = type.counts.filter(([name]) => !tallies.some(({ property }) => property === name))
  // Where nothing may be sent, no count is.
  const ownCounts = offered ? counts.filter(([name]) => owned.has(name)) : counts
  const complete = (known: Members, change: Change): MaybePromise<JsonObject> => {
    addOwn(Object.assign(known, change.fixed), change)
    const needed = properties.filter((each) => isNeeded(each, owned, change, known))
    const fill = (made: JsonObject): JsonObject => {
      for (const each of needed) {
        const first = begins(each, change)
        const value = first === undefined ? made[each.name] : first
        if (value !== undefined) known[each.name] = value
      }
      return finish(counted(known, ownCounts))
    }
    // Generated data is costly: most changes do without.
    if (needed.every((each) => begins(each, change) !== undefined)) {
      const record = fill({})
      if (isSound(record)) return record
    }
    return after(generate(change), (made) => sound(fill(made), made, change))
  }

  return {
    invent: (place) =>
      after(generate(place), (made) =>
        sound(
          finish(counted({ ...made, ...place.tallies, ...addOwn(createBag(), place) }, counts)),
          made,
          place,
        ),
      ),
    compose: (change) => {
      const said = createBag()
      const reached = reachedBy(change)
      for (const property of properties) {
        const value = assigned(property, owned, offered, change, reached)
        if (value !== undefined) said[property.name] = value
      }
      const next = counter && nextVersion(change.before?.[counter.name])
      if (counter && next !== undefined) said[counter.name] = next
      addStored(said, type, owned, change, withoutWriteOnly(document, resource.record, change.sent))
      if (!linker?.adopt) return complete(said, change)
      return after(linker.adopt(said, { ...change, owned }, change.others), (adopted) =>
        complete(Object.assign(createBag(), adopted), change),
      )
    },
  }
}

type Members = Record<string, Json>

/** Where a record has a list and a count of its items, they agree. */
function counted(record: Members, counts: RecordType['counts']): Members {
  for (const [name, list] of counts) {
    const items = record[list]
    if (isArray(items) && Object.hasOwn(record, name)) record[name] = items.length
  }
  return record
}

type Offered = ReadonlyMap<string, Property> | undefined

/** Clients cannot set it: it is not among what they may send, or read-only there; where nothing says, where it is read. */
function isServerOwned(
  { name, isReadOnly }: Property,
  offered: Offered,
  asked: ReadonlySet<string>,
): boolean {
  if (offered === undefined || offered.size === 0) return isReadOnly
  return offered.get(name)?.isReadOnly ?? !asked.has(name)
}

/** Names of properties that only the server sets. */
type Owned = ReadonlySet<string>

/** What the server says of a property, and the value of one that was not sent. */
function assigned(
  property: Property,
  owned: Owned,
  offered: Offered,
  { before, removed, sent, now }: Change,
  reached: ReadonlySet<string>,
): Json | undefined {
  const { name } = property
  const isOurs = owned.has(name) || (offered === undefined && !Object.hasOwn(sent, name))
  const stamp = isOurs ? stampOf(property, now, !before, reached) : undefined
  if (stamp !== undefined) return stamp
  const stays = before?.[name]
  if (owned.has(name)) return stays
  if (removed) return removed.has(name) ? undefined : stays
  return offered?.get(name)?.default ?? property.default
}

/** What the record becomes by the change: `cancelled`. */
function reachedBy({ sent, fixed, before }: Change): ReadonlySet<string> {
  const changed = Object.entries({ ...sent, ...fixed }).filter(([name, value]) => before?.[name] !== value)
  return new Set(changed.flatMap(([name, value]) => stateName(name, value) ?? []))
}

/** Adds what clients sent and may set; what an answer can never show is not kept. */
function addStored(
  known: Members,
  type: RecordType,
  owned: Owned,
  { before, removed }: Change,
  sent: JsonObject,
): void {
  const all = removed && type.isMap ? { ...before, ...sent } : sent
  for (const name of Object.keys(all)) {
    if (removed?.has(name)) continue
    const property = type.properties.get(name)
    if (property ? !property.isWriteOnly && !owned.has(name) : type.isMap) known[name] = all[name] as Json
  }
}

/** Still missing, though it is required, or what the server gives a new record. */
function isNeeded(property: Property, owned: Owned, { before }: Change, known: JsonObject): boolean {
  if (Object.hasOwn(known, property.name) || property.isWriteOnly) return false
  return property.isRequired || (!before && owned.has(property.name) && !comesLater(property))
}

/** The id first, then as the document orders properties, then the rest. */
function ordered(names: ReadonlySet<string>, record: JsonObject): JsonObject {
  const members: Members = {}
  for (const name of names) if (Object.hasOwn(record, name)) setMember(members, name, record[name] as Json)
  for (const name of Object.keys(record)) if (!names.has(name)) setMember(members, name, record[name] as Json)
  return members
}

function setMember(members: Members, name: string, value: Json): void {
  if (name === '__proto__') setOwn(members, name, value)
  else members[name] = value
}

/** Path parameters that the record has as properties: `/shelves/{shelfId}/books`, or `{id}`, makes books with that shelfId. */
function addScope(
  record: Members,
  resource: Resource,
  properties: ReadonlyMap<string, Property>,
  { scope }: Place,
): void {
  for (const [index, name] of resource.scope.entries()) {
    const value = scope[index]
    if (value !== undefined && name !== resource.idProperty && properties.has(name)) record[name] = value
  }
  const { parent, references } = resource
  const owner = parent && scope[parent.parameters.length - 1]
  if (owner === undefined) return
  const reference = references.find(
    ({ property, resource: name, idProperty }) =>
      name === parent?.resource && idProperty === undefined && properties.has(property),
  )
  if (reference) record[reference.property] = owner
}
