import { parameterNames } from '../../../spec/routing/path-template.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, operationsFor, resourceNamed, type Api, type RoleOperation } from '../../api/api.ts'
import { hierarchy } from '../../checks/hierarchy.ts'
import { inconclusive, isTrusted, type Context } from '../../context.ts'
import { bindTo, type Fixture } from '../../draft.ts'
import type { Lane } from '../../records/lane.ts'
import { listed } from '../../records/fixtures.ts'
import { walk } from '../../records/lists.ts'
import { idIn, sameId } from '../../records/shown.ts'
import { listing } from './stale.ts'
import { readItem } from '../../records/view.ts'

/** A list below a record that its items name: `/users/{userId}/orders` of orders with a `userId`. */
export interface OwnedList {
  readonly list: RoleOperation
  readonly owner: Resource
  /** What the items name it by. */
  readonly property: string
}

/** The lists of a resource's records below those that they name. */
export function ownedLists(api: Api, resource: Resource): readonly OwnedList[] {
  return operationsFor(api, resource, 'list').flatMap((list) => {
    const [narrowing] = list.role.within
    if (narrowing === undefined || list.role.within.length > 1) return []
    const { property } = narrowing
    const reference = resource.references.find((each) => each.property === property && !each.idProperty)
    const owner = reference && resourceNamed(api, reference.resource)
    return owner ? [{ list, owner, property }] : []
  })
}

/** What names one record is in the list below it, and not in that below another. */
export async function listBelowOwner(
  context: Context,
  lane: Lane,
  resource: Resource,
  { list, owner, property }: OwnedList,
): Promise<void> {
  if (!isTrusted(context.run, list.operation)) throw inconclusive('No reliable list is available.')
  const { template } = await lane.control(context, list.operation)
  if (!template) throw inconclusive('The list cannot be read.')
  const first = await lane.fixture(context, owner, { fresh: true })
  if (first && owner === resource) lane.parents.set(resource.name, first)
  const item = first && (await lane.fixture(context, resource, { fresh: true }))
  if (!first || !item?.creation) throw inconclusive('No record can be created for the list.')
  const seen = await readItem(context, resource, item)
  const named = (seen?.record ?? item.record)?.[property]
  if (named === undefined || !sameId(named, first.id))
    throw inconclusive(`The ${property} of the new record does not name its owner.`)
  if (list.operation !== operationFor(context.api, resource, 'list')?.operation)
    await listing(
      { context, lane, resource },
      { ...item, record: seen?.record ?? item.record },
      {},
      item.creation,
      list,
    )
  lane.fixtures.set(owner.name, first)
  const isOther = (each: Fixture | undefined): boolean => each !== undefined && !sameId(each.id, first.id)
  const made = await lane.fixture(context, owner, { fresh: true })
  const other = isOther(made) ? made : (await listed(context, lane, owner)).find(isOther)
  if (!other) throw inconclusive('There are no two owners to compare.')
  const draft = await lane.instantiate(context, list.operation, template)
  const path = bindTo(other, parameterNames(list.operation.path))
  const below = await walk(context, resource, list, { ...draft, ...path })
  const answer = below?.answers.find((_, index) =>
    below.pages[index]?.some((each) => sameId(idIn(each, resource), item.id)),
  )
  if (answer)
    context.judge(hierarchy, { answer, parent: 'other', use: 'listed' }, { answer, after: [item.creation] })
}
