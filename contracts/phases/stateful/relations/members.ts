import type { Operation } from '../../../../spec/document.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor, type Api, type RoleOperation } from '../../../api/api.ts'
import { relation, type RelationEvidence } from '../../../checks/relation.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { fixtureAt, itemDraft } from '../../../draft.ts'
import type { Answer } from '../../../interaction.ts'
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
 * Adds a record to the list of a new parent twice, and deletes it from there: the list must contain it once, and then no
 * longer.
 */
export async function putIntoList(context: Context, resource: Resource, put: RoleOperation): Promise<void> {
  const removal = operationFor(context.api, resource, 'delete')
  const member = await idOfMember(context, resource, put, { fresh: true })
  const hasParent = await createParent(context, resource)
  const parent = resource.parent && context.group.fixtures.get(resource.parent.resource)
  const [template] = templatesOf(context.api, put.operation)
  if (member === undefined || !hasParent || !parent || !template || !removal)
    throw inconclusive('No new record is available to put another one below.')
  const at = fixtureAt(resource.name, [...parent.key, member])
  const look = async (another = false): Promise<ListedRecord> => {
    const listed = await findInList(context, resource, at, { another })
    if (!listed) throw inconclusive('The list cannot be read.')
    return listed
  }
  const times = ({ listing }: ListedRecord): number =>
    listing.items.filter((item) => sameId(idIn(item, resource), member)).length
  if (times(await look()) > 0) throw inconclusive('The item is in the list already.')
  const draft = await context.instantiate(put.operation, template, { at })
  const sent: Answer[] = []
  const judgeStep = async (
    request: typeof draft,
    action: RelationEvidence['action'],
    isFine: (count: number) => boolean,
  ): Promise<void> => {
    const answer = await context.send(request, 'valid')
    if (!isSuccess(answer.status) || answer.status === 202)
      throw inconclusive(`The request was answered with ${String(answer.status)}.`)
    sent.push(answer)
    const first = await look()
    const seen = isFine(times(first)) ? first : await look(true)
    if (isFine(times(seen))) return
    const property = `the list of ${resource.name}`
    context.judge(
      relation,
      { action, status: answer.status, property, times: times(seen) },
      { answer: seen.answer, operation: request.operation, after: [...sent] },
    )
    throw inconclusive('The list does not reflect the request.')
  }
  await judgeStep(draft, 'put', (count) => count > 0)
  await judgeStep(draft, 'again', (count) => count < 2)
  await judgeStep(itemDraft(removal, at), 'delete', (count) => count === 0)
}
