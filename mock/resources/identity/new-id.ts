import type { Resource } from '../../../spec/resources.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { nested } from '../records/lookup.ts'
import { idsOf, type Ids } from './ids.ts'

/** Returns an id that no record of the collection has or had, as long as there is one. */
export function newId(
  options: CrudOptions,
  resource: Resource,
  collection: Collection,
  scope: readonly Id[],
): MaybePromise<Id> {
  const ids = idsOf(options, resource)
  const next = (): MaybePromise<number> => nextNumber(options, resource, collection)
  return after(next(), (number) =>
    after(ids.idOf(number, scope), (id) =>
      // The collection guarantees that the number is free.
      id === number
        ? id
        : after(collection.get(id), (taken) =>
            taken === undefined ? id : nextFreeId(ids, collection, scope, next),
          ),
    ),
  )
}

/** The number of a new record: among all of its resource, or among those below its parent. */
export const nextNumber = (
  options: CrudOptions,
  resource: Resource,
  collection: Collection,
): MaybePromise<number> =>
  resource.scope.length === 0
    ? collection.nextId()
    : after(nested(), ({ isNumberedAcross }) => collection.nextId(isNumberedAcross(options, resource)))

/** Maximum number of ids to try when one is taken. */
const maxAttempts = 200

/**
 * Finds another id if the first one is taken, which is rare. If a schema allows so few ids that all are taken, returns the last one
 * tried: the new record replaces its record.
 */
async function nextFreeId(
  ids: Ids,
  collection: Collection,
  scope: readonly Id[],
  next: () => MaybePromise<number>,
): Promise<Id> {
  let id: Id = ''
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    id = await ids.idOf(await next(), scope)
    if ((await collection.get(id)) === undefined) return id
  }
  return id
}
