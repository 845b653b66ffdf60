import type { Operation } from '../../../spec/document.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import type { Resource } from '../../../spec/resources.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { Collection, ListFilter, Page } from '../../store/store.ts'
import type { BehaviourOf, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'
import { listAt } from './list-at.ts'
import { list } from './list.ts'

/** The behaviour of a list of the records below all others: `GET /pods` beside `GET /namespaces/{namespace}/pods`. */
export function listInAll(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  for (const resource of options.model.resources) {
    const parent = resourceNamed(options.model, resource.parent?.resource ?? '')
    const isMeant =
      parent?.scope.length === 0 &&
      resource.scope.length === 1 &&
      lastSegment(resource.name) === lastPart(operation.path)
    const entry = isMeant ? listAt(options, operation, resource) : undefined
    if (parent && entry)
      return behaviourOf(entry, async (endpoint, context) =>
        list(endpoint, { ...context, records: await recordsBelow(parent, resource, context) }),
      )
  }
  return undefined
}

/** The records below all those of another resource, in one collection. */
async function recordsBelow(
  { name, idProperty = '' }: Resource,
  resource: Resource,
  { store, records }: RequestContext,
): Promise<Collection> {
  const owners = await store.collection(name).list()
  const collections = owners.items.flatMap((owner) => {
    const id = idOf(owner[idProperty])
    return id === undefined ? [] : [store.collection(resource.name, [id])]
  })
  const all = async ({ where, selection }: ListFilter): Promise<Page['items']> => {
    const filter = { ...(where && { where }), ...(selection && { selection }) }
    const pages = await Promise.all(collections.map(async (each) => each.list(filter)))
    const items = pages.flatMap((page) => page.items)
    return selection?.compare ? items.sort(selection.compare) : items
  }
  return {
    ...records,
    list: async ({ offset = 0, limit = Infinity, ...filter } = {}) => {
      const items = await all(filter)
      return { items: items.slice(offset, offset + limit), total: items.length }
    },
  }
}
