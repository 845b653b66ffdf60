import type { Operation } from '../../../../../spec/document.ts'
import { equalJson, isJsonObject, type JsonObject } from '../../../../../spec/json.ts'
import type { BatchOperation } from '../../../../../spec/resources.ts'
import { isBusiness } from '../../../../answer.ts'
import type { Api } from '../../../../api/api.ts'
import { stateProperties } from '../../../../api/state-values.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue } from '../../../../draft.ts'
import type { Draft, Fixture } from '../../../../interaction.ts'
import { readOrFind } from '../../../../records/read-record.ts'
import { takeStep } from '../../../../records/steps/steps.ts'
import { templatesOf } from '../../../../requests/templates.ts'

/**
 * What an action on several records has to do to each of them, which is what the action on one does: the states that it leads to, and
 * where the record shows what was sent with it. Nothing if that cannot be found out.
 */
export async function effectOnOne(
  context: Context,
  batch: BatchOperation,
  request: Draft,
): Promise<JsonObject> {
  const { resource } = batch
  const action = actionOf(context.api, batch)
  const record = await context.fixture(resource, { fresh: true })
  const before = record && (await readOrFind(context, resource, record))?.record
  if (!action || !before || !(await takeStep(context, action, record))) return {}
  const after = (await readOrFind(context, resource, record))?.record ?? {}
  const done = record.steps?.at(-1)
  const [one, all] = [done && bodyValue(done.draft), bodyValue(request)]
  const states = new Set(stateProperties(context.api, resource))
  const changed = Object.entries(after).filter(([name, value]) => !equalJson(value, before[name] ?? null))
  return Object.fromEntries(
    changed.flatMap(([name, value]) => {
      if (states.has(name)) return [[name, value]]
      const [sent] = isJsonObject(one) ? Object.entries(one).filter(([, each]) => equalJson(each, value)) : []
      const other = sent && isJsonObject(all) ? all[sent[0]] : undefined
      return other === undefined ? [] : [[name, other]]
    }),
  )
}

/** Whether the action is refused on one record, since its state does not allow it. */
export async function refusesOne(context: Context, batch: BatchOperation, record: Fixture): Promise<boolean> {
  const action = actionOf(context.api, batch)
  if (!action) return false
  const template = context.group.controls.get(action.id)?.template ?? templatesOf(context.api, action)[0]
  if (!template) return false
  context.group.fixtures.set(record.resource, record)
  const answer = await context.send(await context.instantiate(action, template), 'valid')
  return isBusiness(answer.status)
}

const actionOf = ({ byId }: Api, { action }: BatchOperation): Operation | undefined =>
  action && byId.get(action.operationId)
