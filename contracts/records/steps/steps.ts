import type { Operation } from '../../../spec/document.ts'
import { type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { kindOfAnswer, isSuccess } from '../../answer.ts'
import { recordIn } from '../../answers/answer-records.ts'
import { type Api } from '../../api/api.ts'
import { stateProperties } from '../../api/state-values.ts'
import type { Context } from '../../context.ts'
import type { Answer, Fixture } from '../../interaction.ts'
import { templatesOf } from '../../requests/templates.ts'
import type { Control } from '../case-group.ts'
import { workOn } from '../owned-records.ts'
import { addedTo } from './step-candidates.ts'

/** How often a step is taken in a row: applications pass several stages by one action. */
const mostRepetitions = 4

/** A new record on which a sequence of steps is tried. */
interface StepTrial {
  /** Whether a new record may need no steps: additions were tried on one that may have been in a later state. */
  readonly mayNeedNone: boolean
  /** Applies a step; whether it was accepted. */
  take(step: Operation): Promise<boolean>
  /** Whether the last step has led to another state, so that it may lead further. */
  mayGoOn(): boolean
  /** Whether the record now accepts the operation in question. */
  isReached(): Promise<boolean>
}

/**
 * Searches for the steps after which a record accepts an operation: an order is shipped once it is placed and paid, an offer is made
 * once an application has been advanced three times.
 * If the sequence that begins with one step fails, a new record begins with another.
 */
async function findSteps(
  beside: readonly Operation[],
  begin: () => Promise<StepTrial | undefined>,
): Promise<readonly Operation[] | undefined> {
  const deadEnds = new Set<Operation>()
  for (let trial = await begin(); trial; trial = await begin()) {
    const taken: Operation[] = []
    const next = async (): Promise<Operation | undefined> => {
      const last = taken.at(-1)
      const repetitions = taken.length - 1 - taken.findLastIndex((step) => step !== last)
      const again = last && repetitions < mostRepetitions && trial?.mayGoOn() ? [last] : []
      const others = beside.filter((step) => !deadEnds.has(step) && !taken.includes(step))
      for (const step of [...again, ...others]) if (await trial?.take(step)) return step
      return undefined
    }
    if (trial.mayNeedNone && deadEnds.size === 0 && (await trial.isReached())) return taken
    for (let step = await next(); step; step = await next()) {
      taken.push(step)
      if (await trial.isReached()) return taken
    }
    const [first] = taken
    if (!first || deadEnds.size + 1 === beside.length) return undefined
    deadEnds.add(first)
  }
  return undefined
}

/** Applies a step to a record; whether it was accepted. */
export async function takeStep(context: Context, step: Operation, record: Fixture): Promise<boolean> {
  const answer = await tryStep(context, step, record)
  return answer !== undefined && isSuccess(answer.status)
}

/** The answer to a step, of whatever status; undefined if no request can be built. */
export async function tryStep(
  context: Context,
  step: Operation,
  record: Fixture,
): Promise<Answer | undefined> {
  const template = context.group.controls.get(step.id)?.template ?? templatesOf(context.api, step)[0]
  if (!template) return undefined
  // What is added below a part of the record needs a part of this one.
  workOn(context, record)
  const answer = await context.send(await context.instantiate(step, template, { whole: true }), 'valid')
  if (!isSuccess(answer.status)) return answer
  // Only deletions that leave the record in another state are steps.
  record.gone = false
  noteStep(record, answer)
  return answer
}

/** Applies a step, after those that it needs itself; whether it was accepted. */
export async function takePreparedStep(context: Context, step: Operation, record: Fixture): Promise<boolean> {
  const isFirst = !context.group.controls.has(step.id)
  if (await takeStep(context, step, record)) return true
  const { template, steps = [] } = await controlOnOther(context, step, record)
  // The search may have found other values that are accepted, or what the records that it refers to need.
  if (steps.length === 0 && !(isFirst && template)) return false
  for (const each of [...steps, step]) if (!(await takeStep(context, each, record))) return false
  return true
}

/** An accepted request of an operation, searched for on other records than this one, which would be changed by it. */
export function controlOnOther(
  context: Context,
  operation: Operation,
  { resource }: Fixture,
): Promise<Control> {
  context.group.fixtures.delete(resource)
  return context.control(operation)
}

/** Notes an accepted request that brought a record into another state. */
export function noteStep(record: Fixture, answer: Answer): void {
  record.steps = [...(record.steps ?? []), answer]
}

/** Whether the answer to the last step shows the record in another state than the answer before it. */
function hasOtherState(api: Api, resource: Resource, { creation, steps = [] }: Fixture): boolean {
  const [before, after] = [creation, ...steps].slice(-2).map((answer) => answer && shownRecord(api, answer))
  if (!before || !after) return false
  return stateProperties(api, resource).some((name) => before[name] !== after[name])
}

/** The record that an answer to an operation on it shows. */
export function shownRecord(api: Api, answer: Answer): JsonObject | undefined {
  const role = api.model.roles.get(answer.draft.operation.id)?.operation
  return role && recordIn(answer, role)
}

/** An accepted request of an operation on a new record, and the steps that led there; undefined if none of them do. */
export async function acceptedAfterSteps(
  context: Context,
  operation: Operation,
  resource: Resource,
  { steps, refused }: { readonly steps: readonly Operation[]; readonly refused: readonly Answer[] },
): Promise<Required<Control> | undefined> {
  let found: Pick<Control, 'template' | 'answer'> | undefined
  let reached: Fixture | undefined
  const before = new Set(refused.map(kindOfAnswer))
  await findSteps(steps, async () => {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation) return undefined
    return {
      mayNeedNone: addedTo(context.api, operation) !== undefined,
      take: (step) => takePreparedStep(context, step, record),
      mayGoOn: () => hasOtherState(context.api, resource, record),
      async isReached() {
        workOn(context, record)
        found = await acceptedNow(context, operation, before)
        if (found) reached = record
        return found !== undefined
      },
    }
  })
  if (!found || !reached) return undefined
  const taken = (reached.steps ?? []).map(({ draft }) => draft.operation)
  return { template: found.template, answer: found.answer, refused, steps: taken }
}

/** An accepted request on the group's records; other values are tried if they are refused for another reason than before. */
async function acceptedNow(
  context: Context,
  operation: Operation,
  before: ReadonlySet<string>,
): Promise<Pick<Control, 'template' | 'answer'> | undefined> {
  for (const template of templatesOf(context.api, operation)) {
    const answer = await context.send(await context.instantiate(operation, template), 'valid')
    if (isSuccess(answer.status)) return { template, answer }
    if (before.has(kindOfAnswer(answer))) return undefined
  }
  return undefined
}
