import type { SchemaNode } from '../../../spec/document.ts'
import { normalizeName, singular } from '../../../spec/inference/prose/words.ts'
import { referencedNoun, resourceNoun } from '../../../spec/inference/references/names.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { after, mapAfter, settled, type MaybePromise } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { idsOf } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'
import { describedStart } from '../values/described-start.ts'
import { firstStateOf } from '../values/initial-values.ts'
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
      ? [createPart(options, resource, sentItem(options, accepted, property), property, item)]
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

/** The schema of what clients send of the items of a list. */
function sentItem(
  { document }: CrudOptions,
  accepted: SchemaNode | undefined,
  property: string,
): SchemaNode | undefined {
  const sent = propertyAt(document, accepted, [property])
  return sent && itemsOf(document, sent)
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
  sent: SchemaNode | undefined,
  property: string,
  item: SchemaNode,
): Part {
  const { document } = options
  // A schema that is that of the items, too, does not tell what clients set.
  const settable =
    sent && !isSameSchema(document, sent, item) ? recordTypeOf(document, sent).properties : undefined
  const properties = [...recordTypeOf(document, item).properties.values()]
  const initial = properties.flatMap((each): (readonly [string, Json])[] => {
    const { name, node } = each
    const value =
      settable?.get(name)?.default ??
      each.default ??
      (settable?.has(name) === true
        ? undefined
        : (describedStart(document, node) ?? firstStateOf(document, each))) ??
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
  const noun = normalizeName(singular(property))
  const id = properties.find(
    ({ name }) => (name === 'id' || normalizeName(name) === `${noun}id`) && !settable?.has(name),
  )
  const isNumber = id !== undefined && isNumeric(typesOf(document, id.node))
  const ids = id && !isNumber ? idsOf(options, partAs(resource, property, item)) : undefined
  return {
    property,
    ready: () => ids?.idOf(1, []),
    initial: Object.fromEntries(initial),
    identity: (ownerId, index) => ({
      ...(id && { [id.name]: isNumber ? index + 1 : settled(ids?.idOf(index + 2, [ownerId]) ?? index) }),
      ...Object.fromEntries(owners.map(({ name }) => [name, ownerId])),
    }),
  }
}

/** The lists of a resource's records, and the schema of what clients send. */
interface Lists {
  readonly options: CrudOptions
  readonly resource: Resource
  readonly accepted: SchemaNode | undefined
}

/** More than the items that a record is created with, which are numbered by their place. */
const mostSent = 1000

/** What an item that is added to a list later has that was not sent: an id that none has had, if items have ids of their own. */
export function membersOfAdded(
  { options, resource, accepted }: Lists,
  property: string,
  ownerId: Id,
  store: Transaction,
): MaybePromise<JsonObject> {
  const { document } = options
  const node = possiblePropertiesOf(document, resource.record).get(property)
  const item = node && itemsOf(document, node)
  if (!item) return {}
  const { initial } = createPart(options, resource, accepted, property, item)
  const id = possiblePropertiesOf(document, item).get('id')
  if (!id) return initial
  return after(store.collection(`${resource.name}/${property}`, [ownerId]).nextId(), (number) =>
    after(
      isNumeric(typesOf(document, id))
        ? mostSent + number
        : idsOf(options, partAs(resource, property, item)).idOf(mostSent + number, [ownerId]),
      (own) => ({ id: own, ...initial }),
    ),
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
