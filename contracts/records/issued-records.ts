import type { Operation } from '../../spec/document.ts'
import { issuedRecords } from '../../spec/inference/states/effects/issued-records.ts'
import type { Resource } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { perObject } from '../../spec/util/memo.ts'
import { isSuccess } from '../answer.ts'
import { idIn, recordsIn } from '../answers/answer-records.ts'
import { operationsFor, type Api } from '../api/api.ts'
import { creatorOf } from '../api/creators.ts'
import { isTrusted, type Context } from '../context.ts'
import { bindTo, fixtureAt, plainDraft } from '../draft.ts'
import type { Fixture } from '../interaction.ts'
import { resourceOfAction } from './steps/step-candidates.ts'
import { takePreparedStep } from './steps/steps.ts'

/** The action that makes records of a resource, which no operation creates: an order that is paid gets its tickets. */
interface Issue {
  readonly action: Operation
  readonly owner: Resource
  /** The property by which they refer to the record that they are issued for. */
  readonly property: string
}

const issuesOf = perObject((api: Api) =>
  perObject((resource: Resource): Issue | undefined => {
    if (creatorOf(api, resource) || resource.scope.length > 0) return undefined
    const [issue, ...others] = api.operations.flatMap((action): readonly Issue[] => {
      const owner = resourceOfAction(api, action)
      const issued = owner ? issuedRecords(api.document, action, owner, api.model.resources) : []
      const property = issued.find(({ member }) => member === resource)?.property
      return owner && property !== undefined ? [{ action, owner, property }] : []
    })
    return others.length === 0 ? issue : undefined
  }),
)

/** Whether an action on records of another resource makes those of a resource. */
export const isIssued = (api: Api, resource: Resource): boolean => issuesOf(api)(resource) !== undefined

/** A record that an action on a new record of another resource has made. */
export async function findIssued(context: Context, resource: Resource): Promise<Fixture | undefined> {
  const issue = issuesOf(context.api)(resource)
  const list = operationsFor(context.api, resource, 'list').find(({ role }) =>
    role.within.some(({ property }) => property === issue?.property),
  )
  if (!issue || !list || !isTrusted(context.run, list.operation)) return undefined
  const owner = await context.fixture(issue.owner, { fresh: true })
  if (!owner?.creation || !(await takePreparedStep(context, issue.action, owner))) return undefined
  const draft = plainDraft(list.operation, bindTo(owner, parameterNames(list.operation.path)))
  const answer = await context.send(draft, 'valid')
  const [record] = isSuccess(answer.status) ? (recordsIn(answer, list.role) ?? []) : []
  const id = record && idIn(record, resource)
  if (!record || id === undefined) return undefined
  return { ...fixtureAt(resource.name, [id]), record, creation: owner.creation }
}
