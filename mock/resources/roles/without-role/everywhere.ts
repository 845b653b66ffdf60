import type { Resource } from '../../../../spec/resources.ts'
import { after, mapAfter, type MaybePromise } from '../../../maybe-promise.ts'
import type { Collection, Id, Transaction } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { resourceNamed } from '../../resource-index.ts'

/** The records of a resource, in one collection, or in those below all records that contain some. */
export const everywhere = (
  options: CrudOptions,
  resource: Resource,
  store: Transaction,
): MaybePromise<readonly Collection[]> =>
  after(scopesOf(options, resource, store), (scopes) =>
    scopes.map((scope) => store.collection(resource.name, scope)),
  )

function scopesOf(
  options: CrudOptions,
  { scope, parent }: Resource,
  store: Transaction,
): MaybePromise<readonly (readonly Id[])[]> {
  const above = scope.length === 0 || !parent ? undefined : resourceNamed(options.model, parent.resource)
  if (!above) return [[]]
  return after(scopesOf(options, above, store), (scopes) =>
    after(
      mapAfter(scopes, (ids) => store.collection(above.name, ids).list()),
      (pages) =>
        pages.flatMap(({ items }, index) =>
          items.map((record) => [...(scopes[index] ?? []), idOf(record[above.idProperty ?? '']) ?? '']),
        ),
    ),
  )
}
