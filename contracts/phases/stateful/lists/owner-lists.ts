import type { Resource } from '../../../../spec/resources.ts'
import { parameterNames } from '../../../../spec/routing/path-template.ts'
import { idIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor, operationsFor, resourceNamed, type Api, type RoleOperation } from '../../../api/api.ts'
import { hierarchy } from '../../../checks/hierarchy.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { bindTo } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { listedFixtures } from '../../../records/fixtures.ts'
import { readPages } from '../../../records/lists.ts'
import { ownerIn } from '../../../records/owned-records.ts'
import { readItem } from '../../../records/read-record.ts'
import { checkListed } from '../life-cycle/stale-reads.ts'

/** A list below a record that its items name: `/users/{userId}/orders` of orders with a `userId`. */
export interface OwnerList {
  readonly list: RoleOperation
  readonly owner: Resource
  /** The items' property that refers to the record, and the path parameter with its id. */
  readonly property: string
  readonly parameter: string
}

/** The lists of a resource's records below the records they refer to. */
export function ownerLists(api: Api, resource: Resource): readonly OwnerList[] {
  return operationsFor(api, resource, 'list').flatMap((list) => {
    const [narrowing] = list.role.within
    if (narrowing === undefined || list.role.within.length > 1) return []
    const { property, parameter } = narrowing
    const reference = resource.references.find((each) => each.property === property && !each.idProperty)
    const owner = reference && resourceNamed(api, reference.resource)
    return owner ? [{ list, owner, property, parameter }] : []
  })
}

/** Checks that an item is in the list below the record it refers to, and not in that below another. */
export async function judgeOwnerList(
  context: Context,
  resource: Resource,
  { list, owner, property, parameter }: OwnerList,
): Promise<void> {
  if (!isTrusted(context.run, list.operation)) throw inconclusive('No reliable list is available.')
  const { template } = await context.control(list.operation)
  if (!template) throw inconclusive('The list cannot be read.')
  const first = await context.fixture(owner, { fresh: true })
  if (!first) throw inconclusive('No record can be created to list below.')
  const item = await createBelow(context, resource, { owner, property, parameter }, first)
  // Records may be added only to another one, which was brought into the right state.
  const named = ownerIn(item, owner.name) ?? first
  context.group.fixtures.set(owner.name, named)
  if (list.operation !== operationFor(context.api, resource, 'list')?.operation)
    await checkListed({ context, resource }, item, {}, item.creation, list)
  context.group.fixtures.set(owner.name, named)
  const other = await otherThan(context, owner, named)
  const draft = await context.instantiate(list.operation, template)
  const path = bindTo(other, parameterNames(list.operation.path))
  const below = await readPages({ context, resource, list, start: { ...draft, ...path } })
  const answer = below?.answers.find((_, index) =>
    below.pages[index]?.some((each) => sameId(idIn(each, resource), item.id)),
  )
  if (answer)
    context.judge(hierarchy, { answer, parent: 'other', use: 'listed' }, { answer, after: [item.creation] })
}

/** Creates a record that refers to the owner, with what a read shows of it. */
async function createBelow(
  context: Context,
  resource: Resource,
  { owner, property, parameter }: Omit<OwnerList, 'list'>,
  first: Fixture,
): Promise<Fixture & { readonly creation: Answer }> {
  if (owner === resource) context.group.parents.set(resource.name, first)
  const item = await context.fixture(resource, { fresh: true })
  if (!item?.creation) throw inconclusive('No record can be created for the list.')
  const record = (await readItem(context, resource, item))?.record ?? item.record
  const named = record?.[property] ?? item.creation.draft.path[parameter]
  const { id } = ownerIn(item, owner.name) ?? first
  if (named === undefined || !sameId(named, id))
    throw inconclusive(`The ${property} of the new record does not name its owner.`)
  return { ...item, record, creation: item.creation }
}

/** Another record of the resource, a new one or one from its list. */
async function otherThan(context: Context, resource: Resource, { id }: Fixture): Promise<Fixture> {
  const isOther = (each: Fixture | undefined): boolean => each !== undefined && !sameId(each.id, id)
  const made = await context.fixture(resource, { fresh: true })
  const other = isOther(made) ? made : (await listedFixtures(context, resource)).find(isOther)
  if (!other) throw inconclusive('There are no two owners to compare.')
  return other
}
