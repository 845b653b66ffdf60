import type { Document, SchemaNode } from '../../../spec/document.ts'
import { isEventTimestamp } from '../../../spec/inference/times/timestamps.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { isSetLater, timestampOf } from '../values/initial-values.ts'
import type { Change } from './change.ts'
import type { Property, RecordType } from './record-type.ts'

/** The properties in the schema of what clients may send. */
export type Settable = ReadonlyMap<string, Property> | undefined

/** Names of properties that only the server sets. */
export type Owned = ReadonlySet<string>

/**
 * The names of properties that only the server sets: clients may not send them, or they are read-only in what they send. If the
 * document does not say what clients may send, those that are read-only in the record.
 */
export function ownedProperties(
  document: Document,
  properties: readonly Property[],
  settable: Settable,
  accepted: SchemaNode | undefined,
): Set<string> {
  const required: ReadonlySet<string> = accepted ? requiredOf(document, accepted) : new Set()
  const isOwned = ({ name, isReadOnly }: Property): boolean =>
    settable === undefined || settable.size === 0
      ? isReadOnly
      : (settable.get(name)?.isReadOnly ?? !required.has(name))
  return new Set(properties.filter(isOwned).map(({ name }) => name))
}

/** The value that the server assigns to a property, or that it has when it is not sent. */
export function assignedValue(
  property: Property,
  isOwned: boolean,
  settable: Settable,
  { before, removed, sent, now }: Change,
  entered: ReadonlySet<string>,
  setLater: ReadonlySet<string>,
): Json | undefined {
  const { name } = property
  const current = before?.[name]
  const isOfClient = property.instant !== undefined && isTextOfClient(current)
  const isEvent = property.instant !== undefined && isEventTimestamp(`${name} at`) && !isOfClient
  const isAssigned = isOwned || ((settable === undefined || isEvent) && !Object.hasOwn(sent, name))
  const timestamp = isAssigned ? timestampOf(property, now, !before, entered, setLater) : undefined
  if (timestamp !== undefined && !isOfClient) return timestamp
  if (isOwned && !isOfClient) return current
  if (removed) return removed.has(name) ? undefined : current
  const given = settable?.get(name)?.default ?? property.default
  // A time that clients need not tell is that of the request: `occurredAt`.
  return given ?? (before || !property.isCertain ? undefined : timestampOf(property, now, true, entered))
}

/** Whether a value cannot be a time of the server, where only a description says that it is one. */
const isTextOfClient = (value: Json | undefined): boolean =>
  typeof value === 'string' && Number.isNaN(Date.parse(value))

/** Makes a property null, or removes it; leaves it if neither is allowed. */
export function clear(
  document: Document,
  known: Record<string, Json>,
  { name, node, isRequired }: Property,
): void {
  if (typesOf(document, node).has('null')) known[name] = null
  else if (!isRequired) delete known[name]
}

/** Adds the properties that clients sent and may set. Write-only ones are not stored. */
export function addSent(
  known: Record<string, Json>,
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

/** Whether the record still lacks a property that is required, or that the server sets in a new record, be it to null. */
export function isMissing(
  document: Document,
  property: Property,
  owned: Owned,
  { before }: Change,
  known: JsonObject,
): boolean {
  const { name, node, isRequired, isWriteOnly, isNullValid } = property
  if (Object.hasOwn(known, name) || isWriteOnly) return false
  const isSet =
    isNullValid || (owned.has(name) && (typesOf(document, node).has('null') || !isSetLater(property)))
  // Records that are known by a name have an id as well.
  return isRequired || (!before && (isSet || name === 'id' || name === 'uuid'))
}
