import type { Operation } from '../../../../../spec/document.ts'
import { ownerStates, type OwnerState } from '../../../../../spec/inference/states/refusals/owner-states.ts'
import type { Json } from '../../../../../spec/json.ts'
import { isSuccess } from '../../../../answer.ts'
import { sameId } from '../../../../answers/answer-records.ts'
import { show } from '../../../../answers/compare.ts'
import type { Api } from '../../../../api/api.ts'
import { accepted } from '../../../../attempts/accepted-request.ts'
import { invalidRefused } from '../../../../checks/invalid-refused.ts'
import { CaseEnd, inconclusive, type Context } from '../../../../context.ts'
import type { Answer, Draft, Fixture } from '../../../../interaction.ts'
import { changesTo, stateOf } from '../../../../records/steps/reach-state.ts'

/** The states of records above that of a write in which the document excludes it. */
export const ownerStatesOf = ({ document, model }: Api, operation: Operation): readonly OwnerState[] =>
  ownerStates(document, model, operation)

/** Sends an accepted write once more, below a record in a state in which the document excludes it. */
export async function writeBelowExcluded(context: Context, operation: Operation): Promise<void> {
  const reasons: CaseEnd[] = []
  const rules = ownerStatesOf(context.api, operation)
  for (const rule of rules) {
    try {
      await judgeBelow(context, operation, rule)
    } catch (error) {
      if (!(error instanceof CaseEnd)) throw error
      reasons.push(error)
    }
  }
  const [reason] = reasons
  if (reason && reasons.length === rules.length) throw reason
}

async function judgeBelow(context: Context, operation: Operation, rule: OwnerState): Promise<void> {
  const { template } = await accepted(context, operation)
  // Whatever the request needs is then created below the new owner.
  context.group.fixtures.clear()
  const owner = await context.fixture(rule.owner, { fresh: true })
  const draft = await context.instantiate(operation, template)
  const before = owner?.creation && (await stateOf(context, rule.owner, owner, rule.property))
  if (!owner || before === undefined || !isBelow(draft, owner))
    throw inconclusive(`No new record of ${rule.owner.name} with a readable ${rule.property} is available.`)
  const isIn = rule.certain.includes(before)
  const entered = isIn ? { state: before, done: [] } : await enter(context, owner, rule, rule.certain)
  if (!entered) throw inconclusive(`${rule.property} of ${rule.owner.name} could not be changed.`)
  const answer = await context.send(draft, 'valid', { after: entered.done })
  if (
    isSuccess(answer.status) &&
    (await stateOf(context, rule.owner, owner, rule.property)) === entered.state
  )
    reportAccepted(context, rule, entered, answer)
  // So that the records below it can be deleted.
  if (!isIn) await enter(context, owner, rule, [before])
}

/** Whether a request is about a record that was created below the owner, or creates one there. */
const isBelow = ({ bindings }: Draft, owner: Fixture): boolean =>
  bindings.some(
    ({ in: place, fixture }) =>
      place === 'path' &&
      ((fixture.resource === owner.resource && sameId(fixture.id, owner.id)) ||
        isNested(fixture, owner) ||
        (fixture.creation !== undefined && isBelow(fixture.creation.draft, owner))),
  )

/** Whether the path of a record, such as a member that PUT has added, runs through the owner. */
const isNested = ({ resource, key }: Fixture, owner: Fixture): boolean =>
  resource.startsWith(`${owner.resource}/`) && owner.key.every((id, index) => sameId(id, key[index]))

interface Entered {
  readonly state: Json
  readonly done: readonly Answer[]
}

/** Brings a record into one of the states; undefined if no change leads there. */
async function enter(
  context: Context,
  record: Fixture,
  { owner, property }: OwnerState,
  states: readonly Json[],
): Promise<Entered | undefined> {
  for (const change of changesTo(context, owner, { property, states })) {
    const done = await change(record)
    const state = done && (await stateOf(context, owner, record, property))
    if (done && state !== undefined && states.includes(state)) return { state, done }
  }
  return undefined
}

function reportAccepted(
  context: Context,
  { owner, property, pointer }: OwnerState,
  { state, done }: Entered,
  answer: Answer,
): void {
  const title = `a record of ${owner.name} with ${property} = ${show(state)} above it`
  const cause = `${owner.name} in another ${property}`
  context.judge(
    invalidRefused,
    { answer, forbiddenBy: pointer, cause, title, severity: 'error' },
    { answer, after: done },
  )
}
