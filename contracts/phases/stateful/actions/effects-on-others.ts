import type { Operation } from '../../../../spec/document.ts'
import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import {
  effectsOnOthers,
  type EffectOnOther,
} from '../../../../spec/inference/states/effects/effects-on-others.ts'
import { equalJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import { resourceNamed, type Api } from '../../../api/api.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { fixtureAt, liveBindings } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep } from '../../../records/steps/steps.ts'

/** An action, and what it does to records that its own record refers to. */
interface Acting {
  readonly action: Operation
  readonly effects: readonly EffectOnOther[]
}

/** The actions on a resource with effects on other records. */
export const actingOnOthers = (api: Api, resource: Resource): readonly Acting[] =>
  actionsOn(api, resource).flatMap((action) => {
    const effects = effectsOnOthers(api.document, action, resource, api.model.resources)
    return effects.length > 0 ? [{ action, effects }] : []
  })

/** Performs each of these actions on a new record, and checks the records that it refers to. */
export async function judgeEffectsOnOthers(context: Context, resource: Resource): Promise<void> {
  let isJudged = false
  for (const { action, effects } of actingOnOthers(context.api, resource)) {
    // A record that other actions have changed would hide which of them have to come first.
    context.group.fixtures.delete(resource.name)
    const { steps = [] } = await context.control(action)
    const record = await context.fixture(resource, { fresh: true, freshReferences: true })
    if (!record?.creation || !(await takeAll(context, steps, record))) continue
    const own = (await readItem(context, resource, record))?.record
    const others = own ? await othersOf(context, record, own, effects) : []
    const answer =
      others.length > 0 && (await takeStep(context, action, record)) ? record.steps?.at(-1) : undefined
    // What was accepted with 202 may be done later.
    if (!answer || !isSuccess(answer.status) || answer.status === 202) continue
    isJudged = true
    for (const other of others) await judgeEffect(context, other, answer)
  }
  if (!isJudged) throw inconclusive('No action could be taken on a record with readable references.')
}

async function takeAll(context: Context, steps: readonly Operation[], record: Fixture): Promise<boolean> {
  for (const step of steps) if (!(await takeStep(context, step, record))) return false
  return true
}

/** A record before it is affected. */
interface Affected {
  readonly effect: EffectOnOther
  readonly resource: Resource
  readonly at: Fixture
  readonly before: JsonObject
}

async function othersOf(
  context: Context,
  record: Fixture,
  own: JsonObject,
  effects: readonly EffectOnOther[],
): Promise<readonly Affected[]> {
  const found: Affected[] = []
  for (const effect of effects) {
    const resource = resourceNamed(context.api, effect.reference.resource)
    const [id] = referencedIds(own[effect.reference.property], effect.reference)
    if (!resource || id === undefined) continue
    const at = createdWith(record, resource, id) ?? fixtureAt(resource.name, [id])
    const before = (await readItem(context, resource, at))?.record
    if (before) found.push({ effect, resource, at, before })
  }
  return found
}

/** The record with that id that a new one was created with, whose creation the commands of a finding repeat. */
function createdWith({ creation }: Fixture, { name }: Resource, id: Json): Fixture | undefined {
  const bindings = creation ? liveBindings(creation.draft) : []
  return bindings.find(({ fixture }) => fixture.resource === name && equalJson(fixture.id, id))?.fixture
}

/** Reports an effect that a record does not show, in two reads. */
async function judgeEffect(context: Context, affected: Affected, answer: Answer): Promise<void> {
  const { effect, resource, at, before } = affected
  const { property, change } = effect
  const expected = 'to' in change ? change.to : Number(before[property]) + change.by
  const isMissing = (seen: ReadResult | undefined): boolean =>
    seen?.record !== undefined && seen.record[property] !== expected
  if (typeof expected === 'number' && Number.isNaN(expected)) return
  if (!isMissing(await readItem(context, resource, at))) return
  const seen = await readItem(context, resource, at)
  const { operation } = answer.draft
  if (!seen || !isMissing(seen)) return
  context.judge(
    states,
    {
      kind: 'stays',
      property: `${property} of ${resource.name}`,
      expected: show(expected),
      actual: show(seen.record?.[property]),
      pointer: operation.pointer,
    },
    { answer: seen.answer, operation, after: [answer] },
  )
}
