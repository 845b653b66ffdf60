import type { Operation, Pointer } from '../../../../spec/document.ts'
import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { neededParts } from '../../../../spec/inference/states/refusals/needed-parts.ts'
import { isJsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { lastPart } from '../../../../spec/routing/path-template.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, type Api } from '../../../api/api.ts'
import { invalidRefused } from '../../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Fixture } from '../../../interaction.ts'
import { listOwnerOf, ownerOf } from '../../../records/parameter-resource.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep } from '../../../records/steps/steps.ts'
import { isValid } from '../../../requests/validity.ts'
import { membersOf } from '../relations/sums.ts'

/** An action that the document refuses for records without any members. */
interface Demand {
  readonly action: Operation
  readonly member: Resource
  readonly pointer: Pointer
}

/** The actions on a resource that need something to belong to the record. */
export const demandsOf = (api: Api, resource: Resource): readonly Demand[] =>
  api.model.resources
    .filter(
      (member) =>
        (ownerOf(api, member) ?? listOwnerOf(api, member)) === resource &&
        operationFor(api, member, 'list') !== undefined,
    )
    .flatMap((member) =>
      actionsOn(api, resource).flatMap((action) => {
        const pointer = neededParts(action, singularNounOf(member.name))
        return pointer === undefined ? [] : [{ action, member, pointer }]
      }),
    )

/** Tries each of these actions on a new record that nothing belongs to: it has to be refused. */
export async function actOnEmpty(context: Context, resource: Resource): Promise<void> {
  let isJudged = false
  for (const demand of demandsOf(context.api, resource))
    isJudged = (await judgeDemand(context, resource, demand)) || isJudged
  if (!isJudged) throw inconclusive('No new record without members takes the action.')
}

async function judgeDemand(
  context: Context,
  resource: Resource,
  { action, member, pointer }: Demand,
): Promise<boolean> {
  const { api, group } = context
  // It has to be accepted for another record.
  const { template, steps = [] } = await context.control(action)
  const record = template && (await createEmpty(context, resource, member))
  if (!template || !record) return false
  const isEmpty = async (): Promise<boolean> =>
    (await membersOf(context, { resource, member, by: undefined }, record))?.length === 0
  const addition = operationFor(api, member, 'create')?.operation
  for (const step of steps.filter((each) => each !== addition))
    if (!(await takeStep(context, step, record))) return false
  if (!(await isEmpty())) return false
  group.fixtures.set(resource.name, record)
  const answer = await context.send(await context.instantiate(action, template), 'valid')
  if (!isSuccess(answer.status) || !(await isEmpty())) return true
  const title = `a record of ${resource.name} without ${lastPart(member.name)}`
  const evidence = { answer, forbiddenBy: pointer, cause: `empty ${member.name}`, title } as const
  const after = [...(record.creation ? [record.creation] : []), ...(record.steps ?? [])]
  context.judge(invalidRefused, { ...evidence, severity: 'error' }, { answer, after: after.slice(0, -1) })
  return true
}

/** A new record, created without the property that lists the members, where it can be left out. */
async function createEmpty(
  context: Context,
  resource: Resource,
  member: Resource,
): Promise<Fixture | undefined> {
  const create = operationFor(context.api, resource, 'create')
  const { template } = create ? await context.control(create.operation) : {}
  if (!create || !template) return undefined
  const draft = await context.instantiate(create.operation, template, { fresh: true, attempt: 1 })
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return undefined
  const noun = singularNounOf(member.name)
  const least = Object.fromEntries(Object.entries(body).filter(([name]) => singularWordsOf(name) !== noun))
  const empty = withBody(draft, least)
  const answer = await context.send(isValid(context.api, empty) ? empty : draft, 'valid')
  return isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
}
