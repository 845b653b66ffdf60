import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { attributePath, nameIn, scimFilter } from '../lists/filters/scim-filter.ts'

/** A change in the body of a PATCH, `{"op": "replace", "path": "name.familyName", "value": "Roe"}` (RFC 7644 §3.5.2). */
export interface PatchOperation {
  readonly op: string
  readonly path?: string | undefined
  readonly value?: Json | undefined
}

/** The list of such changes in a body; undefined if it has none. */
export function operationsIn(body: JsonObject): readonly PatchOperation[] | undefined {
  const lists = Object.values(body).filter(
    (value): value is readonly Json[] => isArray(value) && value.length > 0 && value.every(isOperation),
  )
  return lists.length === 1 ? lists[0]!.map(operationOf) : undefined
}

const isOperation = (value: Json): value is JsonObject =>
  isJsonObject(value) && typeof value['op'] === 'string' && /^(?:add|remove|replace)$/i.test(value['op'])

const operationOf = (value: Json): PatchOperation => {
  const { op, path, value: given } = value as JsonObject
  return {
    op: typeof op === 'string' ? op.toLowerCase() : '',
    path: typeof path === 'string' && path !== '' ? path : undefined,
    value: given,
  }
}

/** The record after the changes, or why one of them cannot be made. */
export function applyOperations(
  record: JsonObject,
  operations: readonly PatchOperation[],
): { readonly value: JsonObject } | { readonly problem: string } {
  let value = record
  for (const { op, path, value: given } of operations) {
    const changes =
      path === undefined && isJsonObject(given)
        ? Object.entries(given).map(([name, each]) => ({ op, path: name, value: each }))
        : [{ op, path, value: given }]
    for (const change of changes) {
      const next = applyOne(value, change)
      if (!isJsonObject(next)) return { problem: `'${change.path ?? op}' is no target of a change.` }
      value = next
    }
  }
  return { value }
}

/** `emails[type eq "work"].value`: an attribute, a filter for the items of a list, and an attribute of these. */
const target = /^([^[\]]+)(?:\[(.*)\](?:\.([\w$.-]+))?)?$/

function applyOne(record: JsonObject, { op, path = '', value }: PatchOperation): Json | undefined {
  const [, attribute, filter, inner] = target.exec(path) ?? []
  if (attribute === undefined || (op !== 'remove' && value === undefined)) return undefined
  const names = attributePath(attribute)
  // The URN of a record's own schema leads to the record.
  const own = names.length > 1 && /:core:/i.test(names[0] ?? '') ? names.slice(1) : names
  if (filter === undefined) return changedAt(record, own, (current) => changed(op, current, value))
  const matches = scimFilter(filter)
  if (!matches) return undefined
  return changedAt(record, own, (current) =>
    changedItems(isArray(current) ? current : [], { matches, filter, inner, op, value }),
  )
}

/** A copy in which the value at a path is another; undefined removes it. */
function changedAt(
  object: JsonObject,
  [attribute = '', ...rest]: readonly string[],
  change: (current: Json | undefined) => Json | undefined,
): JsonObject {
  const name = nameIn(object, attribute) ?? attribute
  const current = object[name]
  const next =
    rest.length === 0 ? change(current) : changedAt(isJsonObject(current) ? current : {}, rest, change)
  const { [name]: _, ...others } = object
  return next === undefined ? others : { ...object, [name]: next }
}

function changed(op: string, current: Json | undefined, value: Json | undefined): Json | undefined {
  if (op === 'remove') return isArray(current) && value !== undefined ? without(current, value) : undefined
  if (isArray(current)) {
    const items = value !== undefined && isArray(value) ? value : [value as Json]
    return op === 'add' ? [...current, ...items.filter((item) => !contains(current, item))] : items
  }
  return isJsonObject(current) && isJsonObject(value) ? { ...current, ...value } : value
}

/** Whether two items of a list are the same one. */
const isSame = (one: Json, other: Json): boolean =>
  isJsonObject(one) && isJsonObject(other) && other['value'] !== undefined
    ? equalJson(one['value'] ?? null, other['value'])
    : equalJson(one, other)

const contains = (items: readonly Json[], item: Json): boolean => items.some((each) => isSame(each, item))

const without = (items: readonly Json[], removed: Json): Json | undefined =>
  items.filter((each) => !contains(isArray(removed) ? removed : [removed], each))

interface ItemChange {
  readonly matches: (item: JsonObject) => boolean
  readonly filter: string
  readonly inner: string | undefined
  readonly op: string
  readonly value: Json | undefined
}

/** A list in which those items that match are changed. If none does, one with a value is added. */
function changedItems(
  items: readonly Json[],
  { matches, filter, inner, op, value }: ItemChange,
): readonly Json[] {
  const isMeant = (item: Json): item is JsonObject => isJsonObject(item) && matches(item)
  if (op === 'remove' && inner === undefined) return items.filter((item) => !isMeant(item))
  const change = (item: JsonObject): Json =>
    inner === undefined
      ? (changed('replace', item, value) ?? item)
      : changedAt(item, inner.split('.'), (current) => changed(op, current, value))
  if (op === 'remove' || items.some(isMeant))
    return items.map((item) => (isMeant(item) ? change(item) : item))
  const [, name, text] = /^\s*([\w$-]+) eq "([^"\\]*)"\s*$/i.exec(filter) ?? []
  return [...items, change(name === undefined ? {} : { [name]: text ?? '' })]
}
