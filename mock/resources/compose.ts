import type { Document, SchemaNode } from '../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf, requiredOf, resolveRef } from '../../spec/refs.ts'
import type { Resource } from '../../spec/resources.ts'
import type { Id, Transaction } from './store.ts'
import type { CrudOptions } from './crud.ts'

export interface Composition {
  readonly id: Id
  readonly scope: readonly Id[]
  /** What the client sent; undefined for a record nobody asked for, which has every property. */
  readonly sent?: JsonObject
  /** The record as it was, whose server-assigned properties stay. */
  readonly before?: JsonObject
  /** Properties that were not sent stay as they were, rather than take their defaults. */
  readonly isPartial?: boolean
  /** Properties fixed by the path. */
  readonly fixed?: JsonObject
  /** The schema of what the client may send. */
  readonly accepted?: SchemaNode
  readonly now: Date
  readonly store: Transaction
}

/** Makes whole records of a resource: what was sent, what the server assigns, and what the schema demands besides. */
export type Composer = (composition: Composition) => Promise<JsonObject>

const createdName =
  /^(?:created|creation|inserted|added|registered)(?:[_-]?(?:at|on|date|time|datetime|timestamp))?$/i
const changedName =
  /^(?:updated|modified|changed|last[_-]?(?:updated|modified|changed))(?:[_-]?(?:at|on|date|time|datetime|timestamp))?$/i

export function createComposer(options: CrudOptions, resource: Resource): Composer {
  const { document, fake, validator } = options
  const declared = possiblePropertiesOf(document, resource.record)
  const required = requiredOf(document, resource.record)
  const isValid = (record: JsonObject): boolean =>
    validator.of(resource.record, 'response')(record).length === 0
  const singular = (resource.name.split('/').findLast((part) => part !== '') ?? '').replace(/s$/, '')

  const invented = async ({ id, scope, store }: Composition): Promise<JsonObject> => {
    const key = `${resource.name} ${scope.join('/')} ${String(id)}`
    const made = await fake.value(resource.record, 'response', { name: singular, key })
    const record = isJsonObject(made) ? made : {}
    return { ...record, ...(await references(options, resource, record, store, id)) }
  }

  return async (composition) => {
    const { id, sent, before, isPartial = false, fixed, accepted, now } = composition
    const own = { ...scopeProperties(resource, declared, composition), ...fixed, ...identity(resource, id) }
    const invention = await invented(composition)
    if (!sent)
      return sound({ ...identity(resource, id), ...invention, ...before, ...own }, invention, isValid)
    const offered = accepted ? possiblePropertiesOf(document, accepted) : new Map<string, SchemaNode>()
    const stamp = (name: string): Json | undefined =>
      isTimestamp(document, declared.get(name)) &&
      (changedName.test(name) || (createdName.test(name) && !before))
        ? now.toISOString()
        : undefined
    const server: Record<string, Json> = {}
    for (const [name, node] of declared) {
      const assigned = isReadOnly(document, node) || !offered.has(name)
      const unsent = isPartial ? before?.[name] : defaultOf(document, offered.get(name) ?? node)
      const value = assigned ? (stamp(name) ?? before?.[name]) : unsent
      if (value !== undefined) server[name] = value
      else if (((assigned && !isPartial) || required.has(name)) && invention[name] !== undefined)
        server[name] = invention[name]
    }
    const kept =
      declared.size === 0
        ? { ...(isPartial && before), ...sent }
        : Object.fromEntries(Object.entries(sent).filter(([name]) => isStored(document, declared, name)))
    return sound({ ...identity(resource, id), ...server, ...kept, ...own }, invention, isValid)
  }
}

/** Validity wins: where what was put together breaks the schema, each property that does is the invented one. */
function sound(
  record: JsonObject,
  invention: JsonObject,
  isValid: (record: JsonObject) => boolean,
): JsonObject {
  if (isValid(record)) return record
  return overlay(invention, record, isValid)
}

/** As many properties of `wanted` over `base` as stay valid. */
export function overlay(
  base: JsonObject,
  wanted: JsonObject,
  isValid: (record: JsonObject) => boolean,
): JsonObject {
  let result = base
  for (const [name, value] of Object.entries(wanted)) {
    const next = { ...result, [name]: value }
    if (isValid(next)) result = next
  }
  for (const name of Object.keys(result).filter((each) => !Object.hasOwn(wanted, each))) {
    const { [name]: _, ...rest } = result
    if (isValid(rest)) result = rest
  }
  return result
}

const identity = ({ idProperty }: Resource, id: Id): JsonObject =>
  idProperty === undefined ? {} : { [idProperty]: id }

/** A path parameter that the record has as a property: `/shelves/{shelfId}/books` makes books with that shelfId. */
function scopeProperties(
  resource: Resource,
  declared: ReadonlyMap<string, SchemaNode>,
  { scope }: Composition,
): JsonObject {
  const named = resource.scope.flatMap((name, index) => {
    const value = scope[index]
    return value !== undefined && name !== resource.idProperty && declared.has(name)
      ? [[name, value] as const]
      : []
  })
  return Object.fromEntries(named)
}

/** Ids of records that exist, for the properties that refer to others. */
async function references(
  { model }: CrudOptions,
  resource: Resource,
  record: JsonObject,
  store: Transaction,
  id: Id,
): Promise<JsonObject> {
  const found: Record<string, Json> = {}
  for (const { property, resource: name } of resource.references) {
    const other = model.resources.find((each) => each.name === name)
    if (record[property] === undefined || Array.isArray(record[property]) || other?.idProperty === undefined)
      continue
    const collection = store.collection(name)
    const { total } = await collection.list({ limit: 0 })
    if (total === 0) continue
    const { items } = await collection.list({ offset: spread(String(id), total), limit: 1 })
    const value = items[0]?.[other.idProperty]
    if (value !== undefined) found[property] = value
  }
  return found
}

/** A place within `size` that depends on the text alone. */
function spread(text: string, size: number): number {
  let hash = 7
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0
  return hash % size
}

function isStored(document: Document, declared: ReadonlyMap<string, SchemaNode>, name: string): boolean {
  const node = declared.get(name)
  if (!node) return false
  const { schema } = resolveRef(document, node)
  return typeof schema === 'boolean' || (schema['writeOnly'] !== true && schema['readOnly'] !== true)
}

function isReadOnly(document: Document, node: SchemaNode): boolean {
  return [node, resolveRef(document, node)].some(
    ({ schema }) => typeof schema === 'object' && schema['readOnly'] === true,
  )
}

function defaultOf(document: Document, node: SchemaNode): Json | undefined {
  const { schema } = resolveRef(document, node)
  const own = typeof node.schema === 'object' ? node.schema['default'] : undefined
  return (own ?? (typeof schema === 'object' ? schema['default'] : undefined)) as Json | undefined
}

function isTimestamp(document: Document, node: SchemaNode | undefined): boolean {
  const schema = node && resolveRef(document, node).schema
  return typeof schema === 'object' && schema['format'] === 'date-time'
}
