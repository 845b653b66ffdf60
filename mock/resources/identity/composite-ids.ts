import { compositeIdOf, type CompositeId } from '../../../spec/inference/identity/composite-ids.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from './identity.ts'

const known = new WeakMap<Resource, CompositeId | 'none'>()

/** How the ids of a resource are made of those of others; undefined if they are not. */
export function compositeOf({ document, model }: CrudOptions, resource: Resource): CompositeId | undefined {
  const composite = known.get(resource) ?? compositeIdOf(document, resource, model.resources) ?? 'none'
  known.set(resource, composite)
  return composite === 'none' ? undefined : composite
}

/** The id of the record with a number that belongs to another one. */
export const composed = ({ separator }: CompositeId, owner: Id, number: number): string =>
  `${String(owner)}${separator}${String(number)}`

/** The properties of a record that its id consists of. */
export function partsOf({ reference, separator, number }: CompositeId, id: Id): JsonObject {
  const text = String(id)
  const at = text.lastIndexOf(separator)
  const count = Number(text.slice(at + separator.length))
  if (at < 0 || !Number.isInteger(count)) return {}
  return { [reference.property]: text.slice(0, at), ...(number === undefined ? {} : { [number]: count }) }
}

/** The next id of a new record, by the record that it belongs to; undefined if that is unknown. */
export function nextComposite(
  composite: CompositeId,
  owner: Id | undefined,
  { idProperty = '' }: Resource,
  collections: readonly Collection[],
): MaybePromise<Id | undefined> {
  if (owner === undefined) return undefined
  const prefix = composed(composite, owner, 0).slice(0, -1)
  const where = [{ property: composite.reference.property, values: [owner] }]
  const last = Promise.all(
    collections.map(async (collection) =>
      (await collection.list({ where })).items
        .map((record) => String(idOf(record[idProperty])))
        .reduce((most, id) => Math.max(most, Number(id.slice(prefix.length)) || 0), 0),
    ),
  )
  return after(last, (numbers) => composed(composite, owner, Math.max(...numbers) + 1))
}

/** The record that a new one belongs to, among the properties that are known of it. */
export const ownerAmong = ({ reference }: CompositeId, known: JsonObject): Id | undefined =>
  idOf(known[reference.property])
