import type { Operation } from '../../../../spec/document.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import { bodySchema, operationsFor, type Api, type RoleOperation } from '../../../api/api.ts'
import { stateProperties } from '../../../api/state-values.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takePreparedStep } from '../../../records/steps/steps.ts'
import { isValid } from '../../../requests/validity.ts'
import { isStale } from '../life-cycle/stale-reads.ts'

/** The updates of a resource whose records have actions, which clients expect to leave what these have set. */
export function updatesBesideActions(api: Api, resource: Resource): readonly RoleOperation[] {
  if (actionsOn(api, resource).length === 0) return []
  return (['update', 'replace'] as const)
    .flatMap((role) => operationsFor(api, resource, role))
    .filter(
      ({ operation: { method }, role }) => /^(?:PATCH|PUT)$/.test(method) && role.requestPath.length === 0,
    )
}

/**
 * Takes actions on new records, and then sends updates without what the actions have set, and with values that the records have already:
 * nothing may go back to what it was before the action. Each property is judged once, a state for each of its values.
 */
export async function judgeKeptValues(context: Context, resource: Resource): Promise<void> {
  const updates = updatesBesideActions(context.api, resource)
  for (const { operation } of updates) await context.control(operation)
  const judged = new Set<string>()
  const states = new Set(stateProperties(context.api, resource))
  for (const action of actionsOn(context.api, resource)) {
    const acted = await actOn(context, resource, action)
    for (const { operation } of acted ? updates : []) {
      const key = (name: string): string =>
        [operation.id, name, ...(states.has(name) ? [show(acted?.set[name])] : [])].join(' ')
      const names = Object.keys(acted?.set ?? {}).filter((name) => !judged.has(key(name)))
      if (!acted || names.length === 0) continue
      const isKept = await judgeUpdate({ context, resource, operation, ...acted, names })
      if (isKept === false) return
      if (isKept) for (const name of names) judged.add(key(name))
    }
  }
  if (judged.size === 0) throw inconclusive('No update is accepted after an action.')
}

interface Acted {
  readonly record: Fixture
  /** What the action has set, and the record before and after it. */
  readonly set: JsonObject
  readonly before: JsonObject
  readonly after: JsonObject
}

async function actOn(context: Context, resource: Resource, action: Operation): Promise<Acted | undefined> {
  const record = await context.fixture(resource, { fresh: true })
  const before = record?.creation && (await readItem(context, resource, record))?.record
  if (!before || !(await takePreparedStep(context, action, record))) return undefined
  const after = (await readItem(context, resource, record))?.record
  if (!after) return undefined
  const set = Object.entries(after).filter(([name, value]) => !equalJson(before[name] ?? null, value))
  return { record, set: Object.fromEntries(set), before, after }
}

interface Update extends Acted {
  readonly context: Context
  readonly resource: Resource
  readonly operation: Operation
  readonly names: readonly string[]
}

/** Whether an update leaves what the action has set; undefined if that is not known. */
async function judgeUpdate(update: Update): Promise<boolean | undefined> {
  const { context, resource, operation, record, set, before, after, names } = update
  const { template } = await context.control(operation)
  context.group.fixtures.set(resource.name, record)
  if (!template || record.gone) return undefined
  const draft = unchanged(context, await context.instantiate(operation, template), after, names)
  const left = leftBy(context.api, draft, names)
  if (left.length === 0 || left.some((name) => mayChange(operation, name, before[name]))) return undefined
  const answer = await context.send(draft, 'valid')
  if (!isSuccess(answer.status) || answer.status === 202) return undefined
  const seen = await readItem(context, resource, record)
  const isReset = (shown: JsonObject | undefined, name: string): boolean =>
    equalJson(shown?.[name] ?? null, before[name] ?? null)
  const reset = left.filter((name) => seen?.record && isReset(seen.record, name))
  if (!seen || reset.length === 0) return true
  const isFine = (shown: JsonObject | undefined): boolean => reset.every((name) => !isReset(shown, name))
  if (await isStale({ context, resource }, 'update', seen, isFine, record, [answer])) return false
  const untouched = Object.fromEntries(reset.map((name) => [name, set[name] ?? null]))
  context.judge(
    updateVisible,
    { sent: {}, untouched, status: seen.answer.status, record: seen.record, isDeclared: () => true },
    { answer: seen.answer, operation, after: [...(record.steps ?? []), answer] },
  )
  return false
}

/** The request with the values that the record has already, and without what the action has set. */
function unchanged({ api }: Context, draft: Draft, shown: JsonObject, names: readonly string[]): Draft {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return draft
  return Object.keys(body).reduce((sofar, name) => {
    const now = bodyValue(sofar)
    if (!isJsonObject(now)) return sofar
    const { [name]: _, ...others } = now
    const value = shown[name]
    const same = names.includes(name) ? others : { ...now, ...(value !== undefined && { [name]: value }) }
    const changed = withBody(sofar, same)
    return isValid(api, changed) ? changed : sofar
  }, draft)
}

/** The properties that a request leaves as they are: a PUT replaces all that it may have. */
function leftBy(api: Api, draft: Draft, names: readonly string[]): readonly string[] {
  const schema = bodySchema(draft.operation)
  const body = bodyValue(draft)
  const replaced =
    schema && draft.operation.method === 'PUT' ? possiblePropertiesOf(api.document, schema) : undefined
  return names.filter(
    (name) => isJsonObject(body) && !Object.hasOwn(body, name) && replaced?.has(name) !== true,
  )
}

const changing =
  /\b(?:again|back|becomes?|clears?|goes|moves?|re(?:moves?|opens?|sets?|turns?|verts?|starts?)|sets?|puts?)\b/i

/** Whether the texts of an update may tell that it changes a property, or leads back to a state: "Returns the article to draft." */
function mayChange(
  { summary = '', description = '' }: Operation,
  name: string,
  before: Json | undefined,
): boolean {
  const told = [name, ...(typeof before === 'string' ? [before] : [])].map((text) => wordsOf(text).join(' '))
  return `${summary}. ${description}`.split(/[.;:](?:\s|$)/).some((sentence) => {
    const words = ` ${wordsOf(sentence).join(' ')} `
    return changing.test(sentence) && told.some((each) => words.includes(` ${each} `))
  })
}
