import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import type { Resource } from '../../../spec/resources.ts'
import { after, mapAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, Id } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'
import { list } from './list.ts'
import { filtered } from './narrowed.ts'

/** A list of those who have a record in a list of their own: the `members` of a group, beside the groups of each user. */
export interface Opposite {
  /** The record that they have: the group. */
  readonly owner: Resource
  /** Who has it: the users. */
  readonly holder: Resource
  /** Their lists: the groups of a user. */
  readonly held: Resource
}

/** What a resource lists that has no other operations; undefined unless only the lists of others tell. */
export function oppositeOf({ document, model }: CrudOptions, resource: Resource): Opposite | undefined {
  const owner = resource.parent && resourceNamed(model, resource.parent.resource)
  if (!owner || resource.operations.some(({ role }) => role !== 'list')) return undefined
  const changed = new Set([...model.batches.values()].map((batch) => batch.resource.name))
  for (const held of model.resources) {
    const holder = held.parent && resourceNamed(model, held.parent.resource)
    const isChanged = changed.has(held.name) || held.operations.some(({ role }) => role === 'put')
    if (!holder || holder === owner || !isChanged) continue
    const isInPlace = [held, holder].every(({ scope }) =>
      owner.scope.every((parameter, at) => scope[at] === parameter),
    )
    const isPair =
      isSameSchema(document, held.record, owner.record) &&
      isSameSchema(document, holder.record, resource.record)
    if (isInPlace && isPair && holder.scope.length === owner.scope.length) return { owner, holder, held }
  }
  return undefined
}

/** Lists those who have the record in the path in their own lists. */
export const oppositeList =
  (opposite: Opposite): Handler =>
  (endpoint, context) =>
    after(holdersOf(endpoint, context, opposite), (records) => list(endpoint, { ...context, records }))

function holdersOf(
  { resource }: Endpoint,
  { store, scope }: RequestContext,
  { owner, holder, held }: Opposite,
): MaybePromise<Collection> {
  const [above, id] = [scope.slice(0, owner.scope.length), scope.at(-1)]
  const holders = store.collection(holder.name, above)
  const where = [{ property: owner.idProperty ?? 'id', values: id === undefined ? [] : [id] }]
  const holds = (holderId: Id): MaybePromise<readonly Id[]> =>
    after(store.collection(held.name, [...above, holderId]).list({ where, limit: 0 }), ({ total }) =>
      total > 0 ? [holderId] : [],
    )
  return after(holders.list(), ({ items }) =>
    after(
      mapAfter(items, (each) => holds(idOf(each[holder.idProperty ?? 'id']) ?? '')),
      (found) => {
        const ids = new Set(found.flat().map(String))
        return filtered(holders, {
          selection: {
            key: `${resource.name} of ${String(id)} ${[...ids].join(' ')}`,
            matches: (record) => ids.has(String(idOf(record[holder.idProperty ?? 'id']))),
            compare: undefined,
            lastFirst: false,
          },
        })
      },
    ),
  )
}
