import type { Operation } from '../../../../spec/document.ts'
import type { Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor, type Api, type RoleOperation } from '../../../api/api.ts'
import { relation, type RelationEvidence } from '../../../checks/relation.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { fixtureAt, itemDraft } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { idOfMember, membersOf } from '../../../records/members.ts'
import { findInList, type ListedRecord } from '../../../records/read-record.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { createParent } from '../lists/unnamed-items.ts'

/** Matches memberships that need consent before they take effect. */
const consent = /\b(?:invit|pending|request(?:s|ed)? (?:to|for|that)|approv|accept)/i

export function needsConsent({ summary = '', description = '', responses }: Operation): boolean {
  return [summary, description, ...responses.map((each) => each.description)].some((text) =>
    consent.test(text),
  )
}

/** The resource whose records a PUT without content adds to a list; undefined if they cannot be created elsewhere. */
export function memberOf(api: Api, resource: Resource, put: RoleOperation): Resource | undefined {
  const { operation, role } = put
  const isListed = operationFor(api, resource, 'list') && resource.idProperty !== undefined
  if (!isListed || role.idParameter === undefined || needsConsent(operation)) return undefined
  return membersOf(api, resource, put)
}

/**
 * Adds a record to the list of a new parent twice, then another one, and deletes the first from there: the list must contain each once,
 * and then only the other.
 */
export async function putIntoList(context: Context, resource: Resource, put: RoleOperation): Promise<void> {
  const removal = operationFor(context.api, resource, 'delete')
  const member = await idOfMember(context, resource, put, { fresh: true })
  const other = await idOfMember(context, resource, put, { fresh: true })
  const hasParent = await createParent(context, resource)
  const parent = resource.parent && context.group.fixtures.get(resource.parent.resource)
  const [template] = templatesOf(context.api, put.operation)
  if (member === undefined || !hasParent || !parent || !template || !removal)
    throw inconclusive('No new record is available to put another one below.')
  const keyOf = (id: Json): Fixture => fixtureAt(resource.name, [...parent.key, id])
  const putting = async (id: Json): Promise<Draft> =>
    context.instantiate(put.operation, template, { at: keyOf(id) })
  const look = async (another = false): Promise<ListedRecord> => {
    const listed = await findInList(context, resource, keyOf(member), { another })
    if (!listed) throw inconclusive('The list cannot be read.')
    return listed
  }
  const times = ({ listing }: ListedRecord, id: Json): number =>
    listing.items.filter((item) => sameId(idIn(item, resource), id)).length
  if (times(await look(), member) > 0) throw inconclusive('The item is in the list already.')
  const sent: Answer[] = []
  const judgeStep = async (request: Draft, demands: readonly Demand[]): Promise<void> => {
    const answer = await context.send(request, 'valid')
    if (!isSuccess(answer.status) || answer.status === 202)
      throw inconclusive(`The request was answered with ${String(answer.status)}.`)
    sent.push(answer)
    const first = await look()
    const isMet = (seen: ListedRecord, each: Demand): boolean => each.isFine(times(seen, each.id))
    const seen = demands.every((each) => isMet(first, each)) ? first : await look(true)
    const failed = demands.find((each) => !isMet(seen, each))
    if (!failed) return
    const property = `the list of ${resource.name}`
    context.judge(
      relation,
      { action: failed.action, status: answer.status, property, times: times(seen, failed.id) },
      { answer: seen.answer, operation: request.operation, after: [...sent] },
    )
    throw inconclusive('The list does not reflect the request.')
  }
  const draft = await putting(member)
  await judgeStep(draft, [{ action: 'put', id: member, isFine: (count) => count > 0 }])
  await judgeStep(draft, [{ action: 'again', id: member, isFine: (count) => count < 2 }])
  const another = other === undefined || sameId(other, member) ? undefined : other
  if (another !== undefined)
    await judgeStep(await putting(another), [{ action: 'beside', id: member, isFine: (count) => count > 0 }])
  await judgeStep(itemDraft(removal, keyOf(member)), [
    { action: 'delete', id: member, isFine: (count) => count === 0 },
    ...(another === undefined
      ? []
      : [{ action: 'other-deleted', id: another, isFine: (count: number) => count > 0 } as const]),
  ])
}

/** How often an item has to be in the list after a request. */
interface Demand {
  readonly action: RelationEvidence['action']
  readonly id: Json
  isFine(count: number): boolean
}
