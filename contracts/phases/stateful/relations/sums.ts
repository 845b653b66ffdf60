import { describedSumOf, type DescribedSum } from '../../../../spec/inference/numbers/described-sums.ts'
import { singularNounOf } from '../../../../spec/inference/prose/words.ts'
import { stateNamed, type NamedState } from '../../../../spec/inference/states/words/named-states.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { rounded } from '../../../../spec/util/amount.ts'
import { isSuccess } from '../../../answer.ts'
import { sameId } from '../../../answers/answer-records.ts'
import { show } from '../../../answers/compare.ts'
import {
  changeFor,
  operationFor,
  operationsFor,
  recordProperties,
  writableIn,
  writableProperties,
  type Api,
} from '../../../api/api.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readPages } from '../../../records/lists.ts'
import { ownerIn } from '../../../records/owned-records.ts'
import { ownerOf } from '../../../records/parameter-resource.ts'
import { readOrFind } from '../../../records/read-record.ts'
import { createVaried } from '../../../records/steps/create-with.ts'
import { changesTo } from '../../../records/steps/reach-state.ts'
import { withProperty } from '../../../requests/validity.ts'

/** A number that is the sum or the mean of a number of the records that belong to its record, by its description. */
export interface Sum extends Pick<DescribedSum, 'summed' | 'isMean' | 'decimals'> {
  readonly property: string
  readonly member: Resource
  /** The property that refers to the record; undefined for members below it. */
  readonly by: string | undefined
  /** The state of the members that count; undefined if all do. */
  readonly among?: MemberState | undefined
}

/** The members that are, or are not, in a state. */
export interface MemberState extends NamedState {
  readonly isNot: boolean
}

/** Whether a member counts. */
export const isAmong = (among: MemberState | undefined, member: JsonObject): boolean =>
  among === undefined || (member[among.property] === among.value) !== among.isNot

/** The sums and means of a resource that clients cannot set, and whose members can be listed. */
export function sumsOf(api: Api, resource: Resource): readonly Sum[] {
  const writable = writableProperties(api, resource)
  const members = api.model.resources.flatMap((member): readonly Pick<Sum, 'member' | 'by'>[] => {
    if (member === resource || !operationFor(api, member, 'list') || member.idProperty === undefined)
      return []
    if (ownerOf(api, member) === resource) return [{ member, by: undefined }]
    const [reference, ...others] = member.references.filter((each) => each.resource === resource.name)
    const isListed = member.scope.length === 0 && reference?.idProperty === undefined
    return reference && others.length === 0 && isListed ? [{ member, by: reference.property }] : []
  })
  return [...recordProperties(api, resource)].flatMap(([property, node]): readonly Sum[] => {
    if (members.length === 0 || writable.has(property)) return []
    const sums = members.flatMap((each) => {
      const { name, record } = each.member
      const described = describedSumOf(
        api.document,
        node,
        singularNounOf(name),
        record,
        singularNounOf(resource.name),
      )
      const among = memberState(api, each.member, described)
      return described && among !== null ? [{ ...each, ...described, property, among }] : []
    })
    return sums.length === 1 ? sums : []
  })
}

/** The state that members are said to be in; undefined if none is said, null if they have no such state. */
export function memberState(
  { document }: Api,
  { record }: Resource,
  said: { readonly state?: string | undefined; readonly isNot: boolean } | undefined,
): MemberState | undefined | null {
  if (said?.state === undefined) return undefined
  const state = stateNamed(document, record, said.state)
  return state ? { ...state, isNot: said.isNot } : null
}

/** Adds members to a new record, changes one and deletes one; the sum has to follow each time. */
export async function judgeSums(context: Context, resource: Resource): Promise<void> {
  for (const sum of sumsOf(context.api, resource)) await followSum({ context, resource, sum })
}

interface Followed {
  readonly context: Context
  readonly resource: Resource
  readonly sum: Sum
}

async function followSum(of: Followed): Promise<void> {
  const { context, resource, sum } = of
  const made = await context.fixture(resource, { fresh: true })
  if (!made?.creation) throw inconclusive(`No record of ${resource.name} is available to add to.`)
  const first = await context.fixture(sum.member, { fresh: true })
  // Members may be added only to a record in another state.
  const owner = (first && ownerIn(first, resource.name)) ?? made
  context.group.fixtures.set(resource.name, owner)
  const last = await createVaried(context, sum.member)
  if (!first?.creation || !last?.creation)
    throw inconclusive(`No records of ${sum.member.name} can be created for it.`)
  if (!(await isRight(of, owner, last.creation))) return
  const change = await changed(of, last)
  if (change && !(await isRight(of, owner, change))) return
  const moved = sum.among && (await moveInto(context, sum.member, sum.among, last))
  if (moved && !(await isRight(of, owner, moved))) return
  const second = moved && (await setApart(of, first, last))
  if (second && !(await isRight(of, owner, second))) return
  const removal = operationFor(context.api, sum.member, 'delete')
  const deletion = removal && (await context.send(itemDraft(removal, first), 'valid'))
  if (deletion && isSuccess(deletion.status)) await isRight(of, owner, deletion)
}

/** Brings a member into a state; the request that did so, if any does. */
export async function moveInto(
  context: Context,
  member: Resource,
  { property, value }: MemberState,
  record: Fixture,
): Promise<Answer | undefined> {
  for (const change of changesTo(context, member, { property, states: [value] })) {
    const answer = (await change(record))?.at(-1)
    if (answer) return answer
  }
  return undefined
}

/** Changes the number of a member, or those that it may follow from; undefined if it cannot be changed. */
async function changed({ context, sum }: Followed, member: Fixture): Promise<Answer | undefined> {
  const { api, group } = context
  const change = changeFor(api, sum.member)
  if (!change || change.role.requestPath.length > 0) return undefined
  const writable = writableIn(api, change)
  const before = (await readOrFind(context, sum.member, member))?.record ?? {}
  const { template } = await context.control(change.operation)
  const names = writable.includes(sum.summed) ? [sum.summed] : writable
  const numbers = names.flatMap((name) => {
    const value = before[name]
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  if (!template) return undefined
  group.fixtures.set(sum.member.name, member)
  const draft = await acceptedDraft(context, change.operation)
  const other = numbers.reduce(
    (sofar, [name, value]) =>
      withProperty(api, sofar, name, value + 1) ?? withProperty(api, sofar, name, value - 1) ?? sofar,
    draft,
  )
  const answer = other === draft ? undefined : await context.send(other, 'valid')
  return answer && isSuccess(answer.status) && answer.status !== 202 ? answer : undefined
}

/** Gives a member another number than that of the last one by an action that is sent it: the mean of equal grades is any of them. */
async function setApart(
  { context, sum }: Followed,
  member: Fixture,
  last: Fixture,
): Promise<Answer | undefined> {
  const { summed } = sum
  const value = (await readOrFind(context, sum.member, last))?.record?.[summed]
  if (typeof value !== 'number') return undefined
  for (const change of changesTo(context, sum.member, { property: summed, states: [value - 1, value + 1] })) {
    const answer = (await change(member))?.at(-1)
    if (answer) return answer
  }
  return undefined
}

/** In words, which of the members count. */
export const amongText = (among: MemberState | undefined): string =>
  among ? ` with ${among.property} ${among.isNot ? '≠' : '='} ${show(among.value)}` : ''

/** More than the error of adding decimal fractions, and than amounts or means that are rounded. */
function toleranceOf({ isMean, decimals }: Sum): number {
  if (decimals !== undefined) return 0.5 * 10 ** -decimals + 0.001
  return isMean ? 1 : 0.011
}

/** Whether the record shows the sum of its members, as far as that is known; reports if it does not, twice. */
async function isRight(of: Followed, owner: Fixture, after: Answer): Promise<boolean> {
  const { context, resource, sum } = of
  const look = async (): Promise<{ readonly says: string; readonly answer: Answer } | undefined> => {
    const listed = await membersOf(context, { resource, ...sum }, owner)
    const members = listed?.filter((each) => isAmong(sum.among, each))
    const seen = await readOrFind(context, resource, owner)
    const shown = seen?.record?.[sum.property]
    const numbers = members?.map((each) => each[sum.summed])
    if (!seen || typeof shown !== 'number' || !numbers?.every((each) => typeof each === 'number'))
      return undefined
    const total = numbers.reduce((partial, each) => partial + each, 0)
    const right = sum.isMean ? total / numbers.length : total
    const says = `${String(shown)} instead of ${String(rounded(right))} for ${String(numbers.length)} of them`
    // Without any members, there is no mean.
    const isRight = Number.isNaN(right) || Math.abs(shown - right) < toleranceOf(sum)
    return isRight ? undefined : { says, answer: seen.answer }
  }
  // Read twice, because the sum may be computed a little later.
  const wrong = (await look()) && (await look())
  if (!wrong) return true
  const evidence = {
    rule: `${sum.property} of ${resource.name} is the ${sum.isMean ? 'mean' : 'sum'} of ${sum.summed} of ${sum.member.name}${amongText(sum.among)}`,
    cause: `sum ${sum.property} ${resource.name}`,
    after: `${after.method} ${after.draft.operation.path}`,
    contradiction: wrong.says,
    severity: 'error',
  } as const
  return !context.judge(aggregate, evidence, { answer: wrong.answer, after: [after] })
}

/** The records that belong to those of a resource. */
export interface Membership extends Pick<Sum, 'member'> {
  readonly resource: Resource
  /** The property that refers to the record; undefined for members below it. */
  readonly by?: string | undefined
}

/** The members of a record; undefined if they cannot be read completely. */
export async function membersOf(
  context: Context,
  { resource, member, by }: Membership,
  owner: Fixture,
): Promise<readonly JsonObject[] | undefined> {
  const lists = operationsFor(context.api, member, 'list')
  const ofAll = lists.find(({ role }) => role.within.length === 0)
  const below = lists.find(({ role }) => role.within.some(({ property }) => property === by))
  const list = by === undefined ? lists[0] : (below ?? ofAll)
  if (!list || !isTrusted(context.run, list.operation)) return undefined
  const { template } = await context.control(list.operation)
  if (!template) return undefined
  context.group.fixtures.set(resource.name, owner)
  const start = await context.instantiate(list.operation, template)
  const listing = await readPages({ context, resource: member, list, start })
  if (!listing?.complete) return undefined
  return by === undefined ? listing.items : listing.items.filter((each) => sameId(each[by], owner.id))
}
