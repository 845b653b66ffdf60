import type { SchemaNode } from '../../../spec/document.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { referencedNoun, resourceNoun } from '../../../spec/inference/references/names.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { after, mapAfter, settled, type MaybePromise } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { idsOf } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'
import { describedStart } from '../values/described-start.ts'
import { recordTypeOf } from './record-type.ts'

/** Completes the objects in the lists of a record, such as the lines of an invoice. */
export interface NewParts {
  /** With the ids of their own and of the record. */
  readonly identify: (record: Record<string, Json>, id: Id) => void
  /** Those that a client sent, with defaults, and null for what was not sent. */
  readonly complete: (record: Record<string, Json>, sent: JsonObject, id: Id) => MaybePromise<void>
}

/**
 * Undefined if records have no such lists.
 * @param others the lists that show records of their own
 */
export function createNewParts(
  options: CrudOptions,
  resource: Resource,
  accepted: SchemaNode | undefined,
  others: ReadonlySet<string>,
): NewParts | undefined {
  const { document } = options
  const known = [...possiblePropertiesOf(document, resource.record)].flatMap(([property, node]) => {
    const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    return item && !others.has(property) && possiblePropertiesOf(document, item).size > 0
      ? [createPart(options, resource, accepted, property, item)]
      : []
  })
  if (known.length === 0) return undefined
  const setAll = (
    record: Record<string, Json>,
    set: (part: Part, item: JsonObject, index: number) => JsonObject,
  ): void => {
    for (const part of known) {
      const items = record[part.property]
      if (items !== undefined && isArray(items))
        record[part.property] = items.map((item, index) =>
          isJsonObject(item) ? set(part, item, index) : item,
        )
    }
  }
  return {
    identify: (record, id) => {
      setAll(record, (part, item, index) => ({ ...item, ...part.identity(id, index) }))
    },
    complete: (record, sent, id) => {
      const isSent = known.filter(({ property }) => Object.hasOwn(sent, property))
      return after(
        mapAfter(isSent, ({ ready }) => ready()),
        () => {
          setAll(record, (part, item, index) =>
            isSent.includes(part) ? { ...part.initial, ...part.identity(id, index), ...item } : item,
          )
        },
      )
    },
  }
}

interface Part {
  readonly property: string
  /** The defaults of what clients may send, and null for what may be null. */
  readonly initial: JsonObject
  /** The id of the item with an index, and that of the record, as far as items have them. */
  readonly identity: (id: Id, index: number) => JsonObject
  /** Loads what their ids are made from. */
  readonly ready: () => MaybePromise<unknown>
}

function createPart(
  options: CrudOptions,
  resource: Resource,
  accepted: SchemaNode | undefined,
  property: string,
  item: SchemaNode,
): Part {
  const { document } = options
  const sent = propertyAt(document, accepted, [property])
  const sentItem = sent && itemsOf(document, sent)
  const settable = sentItem && recordTypeOf(document, sentItem).properties
  const properties = [...recordTypeOf(document, item).properties.values()]
  const initial = properties.flatMap(({ name, node, default: given }): (readonly [string, Json])[] => {
    const value =
      settable?.get(name)?.default ??
      given ??
      (settable?.has(name) === true ? undefined : describedStart(document, node)) ??
      (typesOf(document, node).has('null') ? null : undefined)
    return value === undefined ? [] : [[name, value]]
  })
  const owners = properties.filter(
    ({ name, node }) =>
      !settable?.has(name) &&
      (referencedNoun(name) ?? normalizeName(name)) === resourceNoun(resource.name) &&
      typesOf(document, node).has(resource.idType ?? 'string') &&
      !typesOf(document, node).has('object'),
  )
  const id = properties.find(({ name }) => name === 'id' && !settable?.has(name))
  const isNumber = id !== undefined && isNumeric(typesOf(document, id.node))
  const ids = id && !isNumber ? idsOf(options, partAs(resource, property, item)) : undefined
  return {
    property,
    ready: () => ids?.idOf(1, []),
    initial: Object.fromEntries(initial),
    identity: (ownerId, index) => ({
      ...(id && { id: isNumber ? index + 1 : settled(ids?.idOf(index + 2, [ownerId]) ?? index) }),
      ...Object.fromEntries(owners.map(({ name }) => [name, ownerId])),
    }),
  }
}

/** More than the items that a record is created with, which are numbered by their place. */
const mostSent = 1000

/** The id of an item that is added to a list later, one that none has had: undefined if items have no ids of their own. */
export function idOfAdded(
  options: CrudOptions,
  resource: Resource,
  property: string,
  ownerId: Id,
  store: Transaction,
): MaybePromise<Id> | undefined {
  const { document } = options
  const node = possiblePropertiesOf(document, resource.record).get(property)
  const item = node && itemsOf(document, node)
  const id = item && possiblePropertiesOf(document, item).get('id')
  if (!item || !id) return undefined
  return after(store.collection(`${resource.name}/${property}`, [ownerId]).nextId(), (number) =>
    isNumeric(typesOf(document, id))
      ? mostSent + number
      : idsOf(options, partAs(resource, property, item)).idOf(mostSent + number, [ownerId]),
  )
}

const partAs = (resource: Resource, property: string, item: SchemaNode): Resource => ({
  ...resource,
  name: `${resource.name}/${property}`,
  record: item,
  idProperty: 'id',
  idType: 'string',
  scope: [],
  parent: undefined,
  operations: [],
  references: [],
})
