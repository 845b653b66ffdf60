import type { Document, SchemaNode } from '../../../spec/document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { stateName } from '../../../spec/inference/states/action-outcome.ts'
import { versionOf } from '../../../spec/inference/records/version.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { setOwn } from '../../../spec/util/object.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { requiredOf } from '../../../spec/schemas/properties.ts'
import type { Resource } from '../../../spec/resources.ts'
import { allows } from '../../../spec/validate.ts'
import { withoutWriteOnly } from '../../../spec/schemas/write-only.ts'
import type { CrudOptions } from '../options.ts'
import { createSetAmounts } from './amounts.ts'
import { nounOf } from './identity.ts'
import { createLengthen } from './lengthen.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Property, RecordType } from './record-type.ts'
import type { RecordLookup } from '../relations/linker.ts'
import { overlay } from './overlay.ts'
import { emptyValue, initialValue, isFirstState, isSetLater, timestampOf } from './initial-values.ts'
import { recordTypeOf } from './record-type.ts'
import type { Id } from '../../store/store.ts'
import { recordName } from './resource-names.ts'
import { noteValid, schemaKeyOf } from './known-valid.ts'
import { derivedPropertiesOf } from '../relations/derived.ts'
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
  const { document, fake, validator } = options
  const type = recordTypeOf(document, resource.record)
  const settable = accepted && recordTypeOf(document, accepted).properties
  const properties = [...type.properties.values()]
  const requiredInRequest: ReadonlySet<string> = accepted ? requiredOf(document, accepted) : new Set()
  const owned = new Set(
    properties
      .filter((property) => isServerOwned(property, settable, requiredInRequest))
      .map(({ name }) => name),
  )
  const version = versionOf(document, resource, options.byId)?.property
  const counter = properties.find(({ name }) => name === version)
  if (counter) owned.add(counter.name)
  const derivedProperties = derivedPropertiesOf(options, resource)
  const initialValues = new Map<string, Json | undefined>(
    derivedProperties.map(({ property, empty }) => [property, empty]),
  )
  if (counter) initialValues.set(counter.name, firstVersion(document, counter.node))
  const initialOf = (property: Property, { before }: Change): Json | undefined => {
    const { name } = property
    if (before !== undefined && owned.has(name)) return undefined
    if (!initialValues.has(name))
      initialValues.set(name, (owned.has(name) ? initialValue : emptyValue)(document, property))
    return initialValues.get(name)
  }
  const validate = validator.of(resource.record, 'response')
  const isValid = (record: JsonObject): boolean => allows(validate, record)
  const schemaKey = schemaKeyOf(options, resource.record)
  const checkValid = (record: JsonObject): boolean => {
    const valid = isValid(record)
    if (valid) noteValid(record, schemaKey)
    return valid
  }
  const lengthen = createLengthen(options, type)
  /** Returns a valid record: properties that violate the schema are replaced by the generated ones. */
  const ensureValid = (
    record: JsonObject,
    generated: JsonObject,
    context: RecordContext,
  ): MaybePromise<JsonObject> =>
    checkValid(record)
      ? record
      : after(lengthen(generated, record, keyOf(context)), (longer) =>
          inOrder(overlay(isValid(longer) ? longer : generated, record, isValid)),
        )

  const linker = options.linking?.createLinker(options, resource, accepted)
  const keyOf = ({ id, scope }: RecordContext): string => `${resource.name} ${scope.join('/')} ${String(id)}`
  const generateLinked = (context: RecordContext): MaybePromise<JsonObject> => {
    const hints = { name: nounOf(resource), key: keyOf(context) }
    return after(fake.value(resource.record, 'response', hints), (value) => {
      const record = isJsonObject(value) ? value : {}
      return linker ? linker.link(record, context) : record
    })
  }
  const path = options.model.names.get(resource.name)
  const addIdentity = (record: Members, context: RecordContext): Members => {
    addScope(record, resource, type.properties, context)
    if (resource.idProperty !== undefined)
      record[resource.idProperty] = recordName(path, context.scope, context.id)
    return record
  }
  const order = new Set([resource.idProperty ?? '', ...type.properties.keys()])
  const inOrder = (record: JsonObject): JsonObject => ordered(order, record)
  const counts = type.counts.filter(([name]) => !derivedProperties.some(({ property }) => property === name))
  // Clients that can send nothing cannot send counts either.
  const ownCounts = settable ? counts.filter(([name]) => owned.has(name)) : counts
  const setAmounts = createSetAmounts(document, resource.record, accepted)
  const complete = (known: Members, change: Change): MaybePromise<JsonObject> => {
    addIdentity(Object.assign(known, change.fixed), change)
    const missing = properties.filter((property) => isMissing(property, owned, change, known))
    const fill = (generated: JsonObject): JsonObject => {
      for (const property of missing) {
        const initial = initialOf(property, change)
        const value = initial === undefined ? generated[property.name] : initial
        if (value !== undefined) known[property.name] = value
      }
      withCounts(known, ownCounts)
      setAmounts?.(known)
      return inOrder(known)
    }
    // Generating values is expensive, and most changes do not need them.
    if (missing.every((property) => initialOf(property, change) !== undefined)) {
      const record = fill({})
      if (checkValid(record)) return record
    }
    return after(generateLinked(change), (generated) => ensureValid(fill(generated), generated, change))
  }

  return {
    generate: (context) =>
      after(generateLinked(context), (generated) => {
        const record = { ...generated, ...context.derived, ...addIdentity(createDictionary(), context) }
        withCounts(record, counts)
        setAmounts?.(record)
        return ensureValid(inOrder(record), generated, context)
      }),
    compose: (change) => {
      const known = createDictionary()
      const newStates = newStatesOf(change)
      const leftStates = leftStatesOf(change)
      for (const property of properties) {
        const value = assignedValue(property, owned, settable, change, newStates)
        if (value !== undefined) known[property.name] = value
        if (leftStates.size > 0 && isOfState(property, leftStates)) clear(document, known, property)
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

/** Sets counts to the lengths of the lists in the same record. */
function withCounts(record: Members, counts: RecordType['counts']): void {
  for (const [name, list] of counts) {
    const items = record[list]
    if (isArray(items) && Object.hasOwn(record, name)) record[name] = items.length
  }
}

/** The properties in the schema of what clients may send. */
type Settable = ReadonlyMap<string, Property> | undefined

/**
 * Whether only the server sets a property: clients may not send it, or it is read-only in what they send. If the document does not
 * say what clients may send, whether it is read-only in the record.
 */
function isServerOwned(
  { name, isReadOnly }: Property,
  settable: Settable,
  requiredInRequest: ReadonlySet<string>,
): boolean {
  if (settable === undefined || settable.size === 0) return isReadOnly
  return settable.get(name)?.isReadOnly ?? !requiredInRequest.has(name)
}

/** Names of properties that only the server sets. */
type Owned = ReadonlySet<string>

/** The value that the server assigns to a property, or that it has when it is not sent. */
function assignedValue(
  property: Property,
  owned: Owned,
  settable: Settable,
  { before, removed, sent, now }: Change,
  newStates: ReadonlySet<string>,
): Json | undefined {
  const { name } = property
  const isAssigned = owned.has(name) || (settable === undefined && !Object.hasOwn(sent, name))
  const timestamp = isAssigned ? timestampOf(property, now, !before, newStates) : undefined
  if (timestamp !== undefined) return timestamp
  const current = before?.[name]
  if (owned.has(name)) return current
  if (removed) return removed.has(name) ? undefined : current
  return settable?.get(name)?.default ?? property.default
}

/** The states that a record enters by a change: `cancelled`. */
function newStatesOf({ sent, fixed, before }: Change): ReadonlySet<string> {
  const changed = Object.entries({ ...sent, ...fixed }).filter(([name, value]) => before?.[name] !== value)
  return new Set(changed.flatMap(([name, value]) => stateName(name, value) ?? []))
}

/** The states that a record leaves by a change back to where it began: `closed` when it is reopened, `starred` without its star. */
function leftStatesOf({ sent, fixed, before }: Change): ReadonlySet<string> {
  if (!before) return noStates
  const changed = Object.entries({ ...sent, ...fixed }).filter(
    ([name, value]) => before[name] !== value && (value === false || isFirstState(value)),
  )
  return changed.length === 0
    ? noStates
    : new Set(changed.flatMap(([name]) => stateName(name, before[name]) ?? []))
}

const noStates: ReadonlySet<string> = new Set()

/** Whether a property tells when a record entered one of these states, or who brought it there: `closedAt`, `trashedTime`, `closed_by`. */
function isOfState({ name }: Property, states: ReadonlySet<string>): boolean {
  const words = wordsOf(name)
  return /^(?:at|on|date|time|by)$/.test(words.at(-1) ?? '') && states.has(words.slice(0, -1).join(''))
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

/** Orders members: the id, the others in the order of the document, then the rest. */
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
