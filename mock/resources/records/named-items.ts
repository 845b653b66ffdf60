import type { SchemaNode } from '../../../spec/document.ts'
import { keyNamed } from '../../../spec/inference/identity/key-name.ts'
import { singular } from '../../../spec/inference/prose/words.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'
import type { RecordContext } from './change.ts'

type Finder = Pick<RecordContext, 'lookup' | 'scope'>

/** Makes the object that a name stands for: the label called so if there is one, else another one with that name. */
export type NamedItem = (name: string, context: Finder) => MaybePromise<Json>

/** @param key the property with the name */
export function createNamedItem(
  { document, model, fake }: CrudOptions,
  owner: Resource,
  property: string,
  item: SchemaNode,
  key: string,
): NamedItem {
  // Where the list may have names as well, the objects are one of the alternatives.
  const object = partsOf(document, item, ['oneOf', 'anyOf']).find(
    (part) => [...typesOf(document, part)].join() === 'object',
  )
  const target = model.resources.find(
    ({ kind, record, scope, idProperty }) =>
      kind === 'collection' &&
      idProperty !== undefined &&
      scope.every((parameter, at) => owner.scope[at] === parameter) &&
      isSameSchema(document, record, object ?? item),
  )
  return (name, { lookup, scope }) => {
    const within = target && scope.slice(0, target.scope.length)
    const known = target && lookup.pickId(target.name, name, { property: key, value: name }, within)
    return after(known, (id) =>
      after(target && id !== undefined ? lookup.find(target.name, id, within) : undefined, (record) => {
        if (record) return record
        const hints = { name: singular(property), key: `${owner.name} ${property} ${name}` }
        return after(fake.value(object ?? item, 'response', hints), (made) =>
          isJsonObject(made) ? { ...made, [key]: name } : name,
        )
      }),
    )
  }
}

/** Replaces the names that clients send by the objects that records show: `labels: ["bug"]` of an issue. */
export type NamedMembers = (sent: JsonObject, context: Finder) => MaybePromise<JsonObject>

/** Undefined if clients send no names of objects. */
export function createNamedMembers(
  options: CrudOptions,
  resource: Resource,
  accepted: SchemaNode | undefined,
): NamedMembers | undefined {
  const { document } = options
  const isText = (node: SchemaNode): boolean => [...typesOf(document, node)].join() === 'string'
  const shown = possiblePropertiesOf(document, resource.record)
  const members = [...(accepted ? possiblePropertiesOf(document, accepted) : [])].flatMap(([name, node]) => {
    const list = shown.get(name)
    const [given, item] = [itemsOf(document, node), list && itemsOf(document, list)]
    const isReference = resource.references.some(({ property }) => property === name)
    if (isReference || !given || !item || !isText(given) || !typesOf(document, item).has('object')) return []
    const key = keyNamed(document, item)
    return key === undefined ? [] : [[name, createNamedItem(options, resource, name, item, key)] as const]
  })
  if (members.length === 0) return undefined
  return (sent, context) =>
    reduceAfter<(typeof members)[number], JsonObject>(members, sent, (partial, [name, itemFor]) => {
      const names = partial[name]
      if (names === undefined || !isArray(names)) return partial
      return after(
        mapAfter(names, (each) => (typeof each === 'string' ? itemFor(each, context) : each)),
        (items) => ({ ...partial, [name]: items }),
      )
    })
}
