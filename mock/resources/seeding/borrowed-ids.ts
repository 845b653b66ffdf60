import type { Resource } from '../../../spec/resources.ts'
import { spread } from '../../data/random.ts'
import type { Id } from '../../store/store.ts'
import { composed, compositeOf } from '../identity/composite-ids.ts'
import { identityReference } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'
import { hasRecords, keyOf, type Scope } from './scopes.ts'

/** Number of records whose ids begin with that of one other record. */
const perOwner = 3

/** The collection that a list's records are at home in, if the list knows them by the same ids. */
function sharedReference(options: CrudOptions, list: Resource): { readonly resource: string } | undefined {
  const home = options.sharing?.homeOf(options, list)
  return home && home.idProperty === list.idProperty ? { resource: home.name } : undefined
}

/**
 * Up to `count` ids that are those of other records, as of the users who are members, or begin with them; none if the
 * resource has ids of its own.
 *
 * @param topIds The ids of a top-level collection.
 */
export function borrowedIds(
  options: CrudOptions,
  resource: Resource,
  scope: Scope,
  count: number,
  topIds: (resource: Resource) => readonly Id[],
): readonly Id[] {
  const composite = compositeOf(options, resource)
  const { resource: name } =
    composite?.reference ?? identityReference(resource) ?? sharedReference(options, resource) ?? {}
  const target = name === undefined ? undefined : resourceNamed(options.model, name)
  const targets = target?.scope.length === 0 && hasRecords(target) ? topIds(target) : []
  if (targets.length === 0) return []
  if (!composite) {
    const first = spread(keyOf([resource.name, ...scope]), targets.length)
    return [...targets.slice(first), ...targets.slice(0, first)].slice(0, count)
  }
  // Several belong to one record.
  const owners = targets.slice(0, Math.max(1, Math.ceil(count / perOwner)))
  return Array.from({ length: count }, (_, index) =>
    composed(composite, owners[index % owners.length] ?? '', Math.floor(index / owners.length) + 1),
  )
}
