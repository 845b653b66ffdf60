import type { SchemaNode } from '../../../../spec/document.ts'
import type { Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import { bodySchema, bodyType, operationFor, type RoleOperation } from '../../../api/api.ts'
import { isState, statesOf } from '../../../api/state-values.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'
import { changeDraft } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { changes, snapshot } from '../../../records/snapshot.ts'
import { noteStep } from '../../../records/steps/steps.ts'
import { isValid } from '../../../requests/validity.ts'
import { judgeVisibility } from '../life-cycle/visible-changes.ts'

const mostStates = 4

/**
 * Tries every change from one state to another, for each property that holds a state. An accepted change must be visible, a
 * refused one must have no effect. Finally a record in each state is changed in another way and deleted.
 */
export async function changeStates(
  context: Context,
  resource: Resource,
  update: RoleOperation,
): Promise<void> {
  const properties = stateProperties(context, update)
  if (properties.length === 0) throw inconclusive('The record has no property that holds a state.')
  for (const [name, node] of properties) {
    const values = (statesOf(context.api, node) ?? []).slice(0, mostStates)
    for (const value of values) await leaveState({ context, resource, update, name, values }, value)
  }
}

/** The properties of the body that hold a state. */
function stateProperties(
  { api }: Context,
  { operation }: RoleOperation,
): readonly (readonly [name: string, node: SchemaNode])[] {
  const schema = bodySchema(operation)
  return schema
    ? [...possiblePropertiesOf(api.document, schema)].filter(([, node]) => isState(api, node))
    : []
}

interface StateChanges {
  readonly context: Context
  readonly resource: Resource
  readonly update: RoleOperation
  readonly name: string
  readonly values: readonly Json[]
}

/** Puts a record into a state and tries every change from there. */
async function leaveState(changed: StateChanges, from: Json): Promise<void> {
  const { context, values } = changed
  let record = await createInState(changed, from)
  for (const to of values) {
    record ??= await createInState(changed, from)
    if (!record || context.run.options.readOnly) return
    const isAccepted = await changeState(changed, record, to)
    if (isAccepted && to !== from) record = undefined
  }
  record ??= await createInState(changed, from)
  if (record) await changeOtherProperties(changed, record)
  if (record) await remove(changed, record)
}

/** Returns a new record in that state; undefined if it cannot be put into the state. */
async function createInState(changed: StateChanges, state: Json): Promise<Fixture | undefined> {
  const { context, resource, name } = changed
  const made = await context.fixture(resource, { fresh: true })
  if (!made?.creation) return undefined
  if (made.record?.[name] === state) return made
  const draft = draftOf(changed, made, state)
  if (!draft) return undefined
  const answer = await context.send(draft, 'valid')
  if (!isSuccess(answer.status)) return undefined
  // The commands of a finding have to bring the record into that state, too.
  noteStep(made, answer)
  return made
}

/** The request that changes the state; undefined if it would be invalid. */
function draftOf({ context, update, name }: StateChanges, record: Fixture, state: Json): Draft | undefined {
  const mediaType = bodyType(update.operation)
  if (!mediaType || update.role.requestPath.length > 0) return undefined
  const draft = changeDraft(context, update, record, mediaType, { [name]: state })
  return isValid(context.api, draft) ? draft : undefined
}

/** Changes the state and judges the outcome; returns whether the change was accepted. */
async function changeState(changed: StateChanges, record: Fixture, to: Json): Promise<boolean> {
  const { context, resource, update } = changed
  const draft = draftOf(changed, record, to)
  if (!draft) return false
  const before = await snapshot(context, new Set([resource.name]))
  const answer = await context.send(draft, 'valid')
  if (isSuccess(answer.status)) {
    await judgeVisibility({ context, resource }, record, {
      sent: sentRecord(context.api, resource, update.role, draft),
      untouched: {},
      answer,
    })
    return true
  }
  if (answer.status >= 500) return false
  const evidence = {
    title: `a change to ${show(to)}`,
    status: answer.status,
    changes: changes(context, before, await snapshot(context, new Set([resource.name]))),
  }
  context.judge(failedWrite, evidence, { answer })
  return false
}

/** Sends an accepted change of other properties, which may fail with a server error in a final state. */
async function changeOtherProperties(
  { context, resource, update }: StateChanges,
  record: Fixture,
): Promise<void> {
  context.group.fixtures.set(resource.name, record)
  const accepted = await context.control(update.operation)
  context.group.fixtures.set(resource.name, record)
  if (accepted.template && !record.gone)
    await context.send(await context.instantiate(update.operation, accepted.template), 'valid')
}

async function remove({ context, resource }: StateChanges, record: Fixture): Promise<void> {
  const removal = operationFor(context.api, resource, 'delete')
  if (removal && !record.gone) await context.send(itemDraft(removal, record), 'valid')
}
