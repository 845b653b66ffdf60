import type { Operation } from '../../../../spec/document.ts'
import {
  describedEffects,
  effectRefusals,
  givesBack,
  type DescribedEffect,
} from '../../../../spec/inference/numbers/described-effects.ts'
import { isJsonObject, type Json } from '../../../../spec/json.ts'
import { appendPointer } from '../../../../spec/json/pointer.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import type { Api, RoleOperation } from '../../../api/api.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { judgeForbidden } from '../../../attempts/judge-forbidden.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep } from '../../../records/steps/steps.ts'
import { isValid } from '../../../requests/validity.ts'

/** The effects of a creation on amounts of the records that the new one refers to. */
export const effectsOfCreation = (
  { document, model }: Api,
  resource: Resource,
  { operation }: RoleOperation,
): readonly DescribedEffect[] => describedEffects(document, model, resource, operation)

/** A new record that has changed the amount of another one. */
interface Taken {
  readonly effect: DescribedEffect
  readonly other: Fixture
  /** The request that created it. */
  readonly draft: Draft
  readonly answer: Answer
  /** By how much the amount has to have changed. */
  readonly change: number
  /** The amount before. */
  readonly before: number
}

/**
 * Creates a record and checks the amounts that the document says it changes, that more than is left is refused, and that actions give
 * back what it took.
 */
export async function judgeCreationEffects(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const effects = effectsOfCreation(context.api, resource, create)
  for (const effect of effects) {
    const taken = await takeFrom(context, create.operation, effect)
    const contradiction = await otherThan(context, taken, taken.before + taken.change)
    report(context, taken, taken.answer, contradiction)
    if (contradiction !== undefined) continue
    await takeTooMuch(context, resource, taken, effects)
    for (const action of actionsOn(context.api, resource)) {
      if (givesBack(action, effect)) await giveBack(context, create.operation, action, effect)
    }
  }
}

/** Creates a record that refers to a new one. */
async function takeFrom(context: Context, creation: Operation, effect: DescribedEffect): Promise<Taken> {
  const draft = await acceptedDraft(context, creation, { freshReferences: true, attempt: 1 })
  const at = appendPointer('', effect.reference)
  const other = draft.bindings.find((each) => each.in === 'body' && each.at === at)?.fixture
  const before = other && (await amountOf(context, effect, other))
  const answer = before === undefined ? undefined : await context.send(draft, 'valid')
  const body = bodyValue(draft)
  const amount = body !== undefined && isJsonObject(body) ? body[effect.amount] : undefined
  // What was accepted with 202 may be done later.
  const isDone = answer !== undefined && isSuccess(answer.status) && answer.status !== 202
  if (!other || before === undefined || !isDone || typeof amount !== 'number')
    throw inconclusive(`No record could be created that changes ${effect.property}.`)
  return { effect, other, draft, answer, before, change: effect.direction * amount }
}

async function amountOf(
  context: Context,
  { resource, property }: DescribedEffect,
  other: Fixture,
): Promise<number | undefined> {
  const value: Json | undefined = (await readItem(context, resource, other))?.record?.[property]
  return typeof value === 'number' ? value : undefined
}

/** What an amount is instead of what it has to be, in two reads; undefined if it is that. */
async function otherThan(
  context: Context,
  { effect, other }: Taken,
  due: number,
): Promise<string | undefined> {
  let amount = await amountOf(context, effect, other)
  if (amount !== undefined && !isNear(amount, due)) amount = await amountOf(context, effect, other)
  return amount === undefined || isNear(amount, due)
    ? undefined
    : `${effect.property} = ${show(amount)} instead of ${show(due)}`
}

/** Whether two amounts are the same but for the errors of adding decimal fractions. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6

function report(
  context: Context,
  { effect, change }: Taken,
  answer: Answer,
  contradiction: string | undefined,
): void {
  const { property, resource, amount } = effect
  const { method, operation } = answer.draft
  const rule = `${property} of ${resource.name} ${change < 0 ? 'falls' : 'rises'} by the ${amount}`
  const after = `${method ?? operation.method} ${operation.path}`
  const evidence = { rule, cause: rule, after, contradiction, severity: 'error' } as const
  context.judge(aggregate, evidence, { answer })
}

/** Asks for more than is left. */
async function takeTooMuch(
  context: Context,
  resource: Resource,
  { effect, draft, before, change, answer: first }: Taken,
  effects: readonly DescribedEffect[],
): Promise<void> {
  const { operation } = draft
  const { tooLow } = effectRefusals(context.api.model, resource, operation, effects)
  const body = bodyValue(draft)
  if (tooLow?.effect.property !== effect.property || body === undefined || !isJsonObject(body)) return
  const left = before + change
  const more = withBody(draft, { ...body, [effect.amount]: left + 1 })
  if (left >= 0 && !isValid(context.api, more)) return
  // The first request may have taken more than there was.
  const [answer, asked, had] =
    left < 0 ? [first, -change, before] : [await context.send(more, 'valid'), left + 1, left]
  const title = `${effect.amount} = ${show(asked)}, above ${effect.property} = ${show(had)}`
  const cause = `body/${effect.amount} above ${effect.property}`
  const forbidden = { forbiddenBy: operation.pointer, status: tooLow.status, cause, title }
  await judgeForbidden(context, answer, forbidden, left < 0 ? [] : [first])
}

/** Takes an action on another new record, which gives back what that took. */
async function giveBack(
  context: Context,
  creation: Operation,
  action: Operation,
  effect: DescribedEffect,
): Promise<void> {
  await context.control(action)
  const taken = await takeFrom(context, creation, effect)
  const record = context.run.records.createdBy(taken.answer)
  if (!record || !(await takeStep(context, action, record))) return
  const answer = record.steps?.at(-1)
  if (!answer || !isSuccess(answer.status) || answer.status === 202) return
  const back = { ...taken, change: -taken.change }
  report(context, back, answer, await otherThan(context, taken, taken.before))
}
