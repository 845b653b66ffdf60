import type { Resource } from '../../../../spec/resources.ts'
import { after, mapAfter, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id, ListQuery, Page, Transaction } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { resourceNamed } from '../../resource-index.ts'

/** The records of a resource that a query finds, in one collection, or in each of those below all records that contain some. */
export const listEverywhere = (
  options: CrudOptions,
  resource: Resource,
  query: ListQuery,
  store: Transaction,
): MaybePromise<readonly Page[]> =>
  after(scopesOf(options, resource, store), (scopes) =>
    mapAfter(scopes, (scope) => store.collection(resource.name, scope).list(query)),
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
