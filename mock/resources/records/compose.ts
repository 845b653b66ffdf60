import type { Document, SchemaNode } from '../../../spec/document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { versionOf } from '../../../spec/inference/records/version.ts'
import { likelyNulls } from '../../../spec/inference/states/described-nulls.ts'
import { stateName } from '../../../spec/inference/states/action-outcome.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import type { Resource } from '../../../spec/resources.ts'
import { withoutWriteOnly } from '../../../spec/schemas/write-only.ts'
import type { CrudOptions } from '../options.ts'
import { createSetAmounts } from './amounts.ts'
import { compositeOf, partsOf } from './composite-ids.ts'
import { createSetNulls } from './described-nulls.ts'
import { nounOf } from './identity.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Property, RecordType } from './record-type.ts'
import type { RecordLookup } from '../relations/linker.ts'
import { leftStates, newStates, tellsOfStates } from './changed-states.ts'
import { createFinish } from './finish.ts'
import {
  createInitialValues,
  isSetLater,
  isTally,
  reachedByActions,
  statesIn,
  startsAtZero,
  timestampOf,
} from './initial-values.ts'
import { recordTypeOf } from './record-type.ts'
import type { Id } from '../../store/store.ts'
import { recordName } from './resource-names.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import { derivedPropertiesOf, type DerivedProperty } from '../relations/derived.ts'
import { withOneCurrency } from './currencies.ts'
import { createSetSlug } from './slug.ts'
import { firstVersion, nextVersion } from './version.ts'

/** The identity of a record, and the records it can refer to. */
export interface RecordContext {
  readonly id: Id
  readonly scope: readonly Id[]
  readonly lookup: RecordLookup
  /** Values of the properties that are derived from records that belong to it. */
  readonly derived?: JsonObject
}

interface Change extends RecordContext {
  /** The properties that the client sent. */
  readonly sent: JsonObject
  /** The record before the change, whose server-assigned properties stay; undefined for a new one. */
  readonly before: JsonObject | undefined
  /** For a partial change: the properties that the client removed. All others that were not sent stay. */
  readonly removed: ReadonlySet<string> | undefined
  /** Properties with values from the path, or set by the operation itself. */
  readonly fixed: JsonObject
  readonly now: Date
}

/** Makes valid records. Returns a promise only while data for generated values is loaded, or the store is asynchronous. */
export interface Composer {
  /** Generates a record with all of its properties. */
  generate(context: RecordContext): MaybePromise<JsonObject>
  /** Combines what was sent, what the server assigns, and generated values for required properties that are still missing. */
  compose(change: Change): MaybePromise<JsonObject>
}

/** @param accepted schema of the record that clients may send */
export function createComposer(options: CrudOptions, resource: Resource, accepted?: SchemaNode): Composer {
  const { document, fake } = options
  const type = recordTypeOf(document, resource.record)
  const properties = [...type.properties.values()].map((each) =>
    withDescribedStates(document, resource, each),
  )
  const settable = accepted && recordTypeOf(document, accepted).properties
  const version = versionOf(document, resource, options.byId)?.property
  const counter = properties.find(({ name }) => name === version)
  const owned = ownedProperties(document, properties, accepted)
  if (counter) owned.add(counter.name)
  const derivedOnes = derivedPropertiesOf(options, resource)
  const sums = derivedOnes.filter(({ summed }) => summed !== undefined)
  const derived = new Map(
    derivedOnes.flatMap(({ property, empty, summed }) => (summed ? [] : [[property, empty] as const])),
  )
  const counts = type.counts.filter(([name]) => !derived.has(name))
  // Clients that can send nothing cannot send counts either.
  const ownCounts = settable ? counts.filter(([name]) => owned.has(name)) : counts
  const setAmounts = createSetAmounts(document, resource.record, accepted)
  const setNulls = createSetNulls(document, resource.record, accepted)
  const reached = reachedByActions(options, resource)
  const setLater = statesIn(reached)
  const setSlug = createSetSlug(options, resource)
  const initialOf = createInitialValues(
    document,
    settable?.size ? owned : new Set(type.properties.keys()),
    [...derived, ...(counter ? [[counter.name, firstVersion(document, counter.node)] as const] : [])],
    reached,
  )
  const { inOrder, isValid, makeValid } = createFinish(options, resource, type)
  const linker = options.linking?.createLinker(options, resource, accepted)
  const path = options.model.names.get(resource.name)

  const composite = compositeOf(options, resource)
  const identifiesOther =
    composite !== undefined || resource.references.some(({ property }) => property === resource.idProperty)
  const keyOf = ({ id, scope }: RecordContext): string => `${resource.name} ${scope.join('/')} ${String(id)}`
  const addIdentity = (record: Members, context: RecordContext): Members => {
    addScope(record, resource, type.properties, context)
    if (resource.idProperty !== undefined)
      record[resource.idProperty] = recordName(path, context.scope, context.id)
    if (composite) Object.assign(record, partsOf(composite, context.id))
    return record
  }
  const generateLinked = (context: RecordContext): MaybePromise<JsonObject> => {
    const hints = { name: nounOf(resource), key: keyOf(context) }
    return after(fake.value(resource.record, 'response', hints), (value) => {
      const record = isJsonObject(value) ? value : {}
      if (!linker) return record
      // The id of a member may be that of a user whom the record embeds.
      return linker.link(identifiesOther ? addIdentity({ ...record }, context) : record, context)
    })
  }
  const complete = (known: Members, change: Change): MaybePromise<JsonObject> => {
    const completed = linker?.completeParts
      ? after(linker.completeParts(change.fixed, change.lookup), (fixed) =>
          filledUp(known, { ...change, fixed }),
        )
      : filledUp(known, change)
    if (!linker?.imply) return completed
    const { before, lookup, fixed } = change
    const implied = new Set([...owned].filter((name) => !Object.hasOwn(fixed, name)))
    return after(completed, (record) => linker.imply?.(record, { before, owned: implied }, lookup) ?? record)
  }
  const filledUp = (known: Members, change: Change): MaybePromise<JsonObject> => {
    addIdentity(Object.assign(known, change.fixed), change)
    for (const property of properties)
      if (change.fixed[property.name] === null) clear(document, known, property)
    const missing = properties.filter((property) => isMissing(property, owned, change, known))
    const fill = (generated: JsonObject): JsonObject => {
      for (const property of missing) {
        const initial = initialOf(property, !change.before)
        const value =
          initial === undefined ? generatedValue(property, generated, owned, !change.before) : initial
        if (value !== undefined) known[property.name] = value
      }
      if (!change.before && !Object.hasOwn(change.sent, setSlug?.property ?? '')) setSlug?.set(known)
      setCounts(known, ownCounts)
      if (!change.before) startSums(known, sums)
      setAmounts?.(known)
      setNulls?.(known)
      return inOrder(withOneCurrency(known, (name) => !missing.some((property) => property.name === name)))
    }
    // Generating values is expensive, and most changes do not need them.
    if (missing.every((property) => initialOf(property, !change.before) !== undefined)) {
      const record = fill({})
      if (isValid(record)) return record
    }
    return after(generateLinked(change), (generated) => makeValid(fill(generated), generated, keyOf(change)))
  }

  return {
    generate: (context) =>
      after(generateLinked(context), (generated) => {
        const record = { ...generated, ...context.derived, ...addIdentity(createDictionary(), context) }
        setSlug?.set(record)
        setCounts(record, counts)
        setAmounts?.(record)
        setNulls?.(record)
        const even = withOneCurrency(record, () => false)
        return makeValid(inOrder(even), generated, keyOf(context))
      }),
    compose: (change) => {
      const known = createDictionary()
      const changed = { ...change.sent, ...change.fixed }
      const entered = newStates(change.before, changed)
      const left = leftStates(change.before, changed)
      for (const property of properties) {
        const value = assignedValue(property, owned, settable, change, entered, setLater)
        if (value !== undefined) known[property.name] = value
        if (left.size > 0 && tellsOfStates(property.name, left)) clear(document, known, property)
      }
      const next = counter && nextVersion(change.before?.[counter.name])
      if (counter && next !== undefined) known[counter.name] = next
      addSent(known, type, owned, change, withoutWriteOnly(document, resource.record, change.sent))
      if (!linker?.adopt) return complete(known, change)
      return after(linker.adopt(known, { ...change, owned }, change.lookup), (adopted) =>
        complete(Object.assign(createDictionary(), adopted), change),
      )
    },
  }
}

type Members = Record<string, Json>

/** A time with the states in which it is set according to its description: "Null unless the ticket is closed". */
function withDescribedStates(document: Document, { record }: Resource, property: Property): Property {
  const described = property.isInstant
    ? likelyNulls(document)(record).find((each) => each.property === property.name)
    : undefined
  const state = described && possiblePropertiesOf(document, record).get(described.state)
  if (!described || !state) return property
  const states = enumValues(document, state).filter((value) => !described.values.includes(value))
  const events = states.flatMap((value) => stateName(described.state, value) ?? [])
  // Only the first one: a time is that of entering the states.
  return { ...property, events: [...property.events, ...events.slice(0, 1)] }
}

/** Sets counts to the lengths of the lists in the same record. */
function setCounts(record: Members, counts: RecordType['counts']): void {
  for (const [name, list] of counts) {
    const items = record[list]
    if (isArray(items) && Object.hasOwn(record, name)) record[name] = items.length
  }
}

/** The generated value of a property; amounts that nothing has been added to yet are zero. */
function generatedValue(
  { name }: Property,
  generated: JsonObject,
  owned: Owned,
  isNew: boolean,
): Json | undefined {
  const value = generated[name]
  if (!isNew || !owned.has(name)) return value
  if (startsAtZero(name) && amountIn(value) !== undefined) return withAmount(value, 0)
  return isJsonObject(value) && isTally(value)
    ? Object.fromEntries(Object.keys(value).map((each) => [each, 0]))
    : value
}

/** Sums of what belongs to a new record start with what they are added to. */
function startSums(record: Members, sums: readonly DerivedProperty[]): void {
  for (const { property, summed } of sums)
    record[property] = withAmount(record[property], amountIn(record[summed?.base ?? '']) ?? 0)
}

/** The properties in the schema of what clients may send. */
type Settable = ReadonlyMap<string, Property> | undefined

/**
 * The names of properties that only the server sets: clients may not send them, or they are read-only in what they send. If the
 * document does not say what clients may send, those that are read-only in the record.
 */
function ownedProperties(
  document: Document,
  properties: readonly Property[],
  accepted: SchemaNode | undefined,
): Set<string> {
  const settable = accepted && recordTypeOf(document, accepted).properties
  const required: ReadonlySet<string> = accepted ? requiredOf(document, accepted) : new Set()
  const isOwned = ({ name, isReadOnly }: Property): boolean =>
    settable === undefined || settable.size === 0
      ? isReadOnly
      : (settable.get(name)?.isReadOnly ?? !required.has(name))
  return new Set(properties.filter(isOwned).map(({ name }) => name))
}

/** Names of properties that only the server sets. */
type Owned = ReadonlySet<string>

/** The value that the server assigns to a property, or that it has when it is not sent. */
function assignedValue(
  property: Property,
  owned: Owned,
  settable: Settable,
  { before, removed, sent, now }: Change,
  entered: ReadonlySet<string>,
  setLater: ReadonlySet<string>,
): Json | undefined {
  const { name } = property
  const isAssigned = owned.has(name) || (settable === undefined && !Object.hasOwn(sent, name))
  const timestamp = isAssigned ? timestampOf(property, now, !before, entered, setLater) : undefined
  if (timestamp !== undefined) return timestamp
  const current = before?.[name]
  if (owned.has(name)) return current
  if (removed) return removed.has(name) ? undefined : current
  return settable?.get(name)?.default ?? property.default
}

/** Makes a property null, or removes it; leaves it if neither is allowed. */
function clear(document: Document, known: Members, { name, node, isRequired }: Property): void {
  if (typesOf(document, node).has('null')) known[name] = null
  else if (!isRequired) delete known[name]
}

/** Adds the properties that clients sent and may set. Write-only ones are not stored. */
function addSent(
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

/** Whether the record still lacks a property that is required, or that the server sets in a new record. */
function isMissing(property: Property, owned: Owned, { before }: Change, known: JsonObject): boolean {
  if (Object.hasOwn(known, property.name) || property.isWriteOnly) return false
  return property.isRequired || (!before && owned.has(property.name) && !isSetLater(property))
}

/** Sets the properties that refer to containing records: books in `/shelves/{shelfId}/books` get the `shelfId` of the path. */
function addScope(
  record: Members,
  resource: Resource,
  properties: ReadonlyMap<string, Property>,
  { scope }: RecordContext,
): void {
  for (const [index, name] of resource.scope.entries()) {
    const value = scope[index]
    if (value !== undefined && name !== resource.idProperty && properties.has(name)) record[name] = value
  }
  const { parent, references } = resource
  const parentId = parent && scope[parent.parameters.length - 1]
  if (parentId === undefined) return
  const reference = references.find(
    ({ property, resource: name, idProperty }) =>
      name === parent?.resource && idProperty === undefined && properties.has(property),
  )
  if (reference) record[reference.property] = parentId
}
