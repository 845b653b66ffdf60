import {
  thresholdEffects,
  type ThresholdEffect,
} from '../../../../spec/inference/states/effects/threshold-effects.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { sentSchema, type Api, type RoleOperation } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { states } from '../../../checks/states.ts'
import type { Context } from '../../../context.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { withProperty } from '../../../requests/validity.ts'

/** What the document says an update sets at a certain value of a number. */
export function effectsOf(api: Api, { record }: Resource, update: RoleOperation): readonly ThresholdEffect[] {
  const sent = update.role.requestPath.length === 0 ? sentSchema(api, update) : undefined
  return sent ? thresholdEffects(api.document, update.operation, sent, record) : []
}

/** Sets numbers to the values at which the server sets other properties, and checks that it does. */
export async function judgeThresholds(
  context: Context,
  resource: Resource,
  update: RoleOperation,
): Promise<void> {
  for (const effect of effectsOf(context.api, resource, update))
    await judgeEffect(context, resource, update, effect)
}

async function judgeEffect(
  context: Context,
  resource: Resource,
  { operation }: RoleOperation,
  { trigger, property, state, pointer }: ThresholdEffect,
): Promise<void> {
  const { template } = await accepted(context, operation)
  const record = await context.fixture(resource, { fresh: true })
  const before = record?.creation && (await readItem(context, resource, record))?.record
  // A record that is there already, or that has been there, tells nothing.
  if (!record || !before || (state === undefined ? isSet(before[property]) : before[property] === state))
    return
  context.group.fixtures.set(resource.name, record)
  const draft = await context.instantiate(operation, template)
  const changed = withProperty(context.api, draft, trigger.property, trigger.value)
  const answer = changed && (await context.send(changed, 'valid'))
  // What was accepted with 202 may be done later.
  if (!answer || !isSuccess(answer.status) || answer.status === 202) return
  const lacks = (seen: ReadResult | undefined): boolean =>
    seen?.record?.[trigger.property] === trigger.value &&
    (state === undefined ? !isSet(seen.record[property]) : seen.record[property] === before[property])
  if (!lacks(await readItem(context, resource, record))) return
  const seen = await readItem(context, resource, record)
  if (!seen || !lacks(seen)) return
  const actual = seen.record?.[property]
  const where = { answer: seen.answer, operation, after: [answer] }
  if (state === undefined) context.judge(states, { kind: 'unset', property, actual, pointer }, where)
  else if (typeof actual === 'string')
    context.judge(states, { kind: 'stays', property, expected: state, actual, pointer }, where)
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null
