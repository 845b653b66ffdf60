import { isSuccess } from '../../../answer.ts'
import { differences } from '../../../answers/compare.ts'
import { changeFor, operationsFor, recordProperties, type RoleOperation } from '../../../api/api.ts'
import { isState } from '../../../api/state-values.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import type { Context } from '../../../context.ts'
import { textOfId } from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'
import { identityIn } from '../../../records/identity.ts'
import { readItem } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { judgeDescribedTimes } from '../actions/described-times.ts'
import { differing } from '../writes/changed-values.ts'
import { isLikelyDefault, judgeParts } from './partial-updates.ts'
import type { LifeStep } from './stale-reads.ts'
import { judgeChange } from './visible-changes.ts'

/** Judges every operation that changes or replaces the record. */
export async function judgeUpdates(step: LifeStep, target: Fixture): Promise<void> {
  const { context, resource } = step
  for (const role of ['update', 'replace'] as const) {
    for (const each of operationsFor(context.api, resource, role)) await judgeUpdate(step, target, each)
  }
}

/** Judges the first accepted request of an operation, and a second one with other values. */
async function judgeUpdate(step: LifeStep, target: Fixture, update: RoleOperation): Promise<void> {
  const { context, resource } = step
  const before = await readItem(context, resource, target)
  context.group.fixtures.set(resource.name, target)
  const isFirst = !context.group.controls.has(update.operation.id)
  const accepted = await context.control(update.operation)
  context.group.fixtures.set(resource.name, target)
  if (!accepted.template || !accepted.answer || target.gone) return
  if (isFirst && targets(context, accepted.answer.draft, target))
    await judgeChange(step, target, update, accepted.answer, before?.record)
  const now = await readItem(context, resource, target)
  const draft = await context.instantiate(update.operation, accepted.template, {
    freshReferences: true,
  })
  const other = await context.send(differing(context, draft, now?.record), 'valid')
  // Rules that the document does not tell may refuse other values, such as more guests than there is room for.
  const answer = isSuccess(other.status) ? other : await context.send(draft, 'valid')
  if (!isSuccess(answer.status)) return
  await judgeChange(step, target, update, answer, now?.record)
  const seen = await readItem(context, resource, target)
  if (seen?.record) await judgeDescribedTimes(context, resource, target, seen, answer)
  await judgeParts(step, target, update, answer)
}

/** Whether a request targets that record. */
export function targets({ api }: Context, { operation, bindings }: Draft, target: Fixture): boolean {
  const own = identityIn(api, operation)?.pointer
  return (
    target.key.length === 0 ||
    bindings.some((each) => (each.in === 'path' || each.at === own) && each.fixture.id === target.id)
  )
}

/** A change of one record must not change another, newly created one. Returns whether that is still there. */
export async function judgeIsolation(step: LifeStep, target: Fixture, other: Fixture): Promise<boolean> {
  const { context, resource } = step
  const update = changeFor(context.api, resource)
  const template = update && context.group.controls.get(update.operation.id)?.template
  if (!update || !template) return true
  const before = await readItem(context, resource, other)
  if (!before?.record) return before === undefined
  context.group.fixtures.set(resource.name, target)
  const draft = await context.instantiate(update.operation, template, { freshReferences: true })
  context.group.fixtures.set(resource.name, other)
  if (!targets(context, draft, target)) return true
  const answer = await context.send(differing(context, draft, before.record), 'valid')
  const after = isSuccess(answer.status) ? await readItem(context, resource, other) : undefined
  const sent = sentRecord(context.api, resource, update.role, answer.draft)
  // A state or a boolean may have changed to this value by itself.
  const isConclusive = differences(sent, before.record).some(({ property, expected }) => {
    const node = recordProperties(context.api, resource).get(property)
    return !isLikelyDefault(expected) && node !== undefined && !isState(context.api, node)
  })
  if (!after?.record) return after === undefined
  if (!isConclusive || differences(sent, after.record).length > 0) return true
  context.judge(
    updateVisible,
    {
      sent: {},
      untouched: {},
      other: textOfId(other.id),
      status: after.answer.status,
      record: after.record,
      isDeclared: () => true,
    },
    { answer: after.answer, operation: answer.draft.operation, after: [answer] },
  )
  return true
}
