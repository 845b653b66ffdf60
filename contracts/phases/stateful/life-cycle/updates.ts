import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import {
  bodySchema,
  changeFor,
  operationsFor,
  recordProperties,
  type Api,
  type RoleOperation,
} from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { replaces } from '../../../api/replaces.ts'
import { isState } from '../../../api/state-values.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, textOfId, withBody } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { hasAdded } from '../../../records/answer-records.ts'
import { dueInList, isAsSent, readBack } from '../../../records/as-sent.ts'
import { differences, isAuditValue } from '../../../records/compare.ts'
import { isMarkedDeleted } from '../../../records/deletion-mark.ts'
import { identityIn } from '../../../records/identity.ts'
import { findInList, readItem, readOrFind } from '../../../records/read-record.ts'
import { sentRecord, untouchedBy } from '../../../records/sent-values.ts'
import { isValid } from '../../../requests/validity.ts'
import { judgeDescribedTimes } from '../actions/described-times.ts'
import { differing } from '../writes/changed-values.ts'
import { isStale, checkListed, type LifeStep } from './stale-reads.ts'

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
  const answer = await context.send(differing(context, draft, now?.record), 'valid')
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
    return !isEmpty(expected) && node !== undefined && !isState(context.api, node)
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

const mostParts = 3

/** Judges updates of one property each; a replacement by only the required properties, which must remove all others. */
async function judgeParts(
  step: LifeStep,
  target: Fixture,
  update: RoleOperation,
  whole: Answer,
): Promise<void> {
  const { context, resource } = step
  const { draft } = whole
  const body = bodyValue(draft)
  if (!isJsonObject(body) || update.role.requestPath.length > 0) return
  const isPatch = update.operation.method === 'PATCH'
  if (!isPatch && !replaces(context.api, resource, update)) return
  const { property: guard } = draft.version ?? {}
  const always = guard !== undefined && Object.hasOwn(body, guard) ? { [guard]: body[guard] ?? null } : {}
  const bodies = isPatch
    ? Object.keys(body)
        .filter((name) => name !== guard)
        .map((name) => ({ ...always, [name]: body[name] ?? null }))
    : [leastOf(context, draft, body)].filter((least) => Object.keys(least).length > 0)
  for (const value of bodies
    .filter((each) => isValid(context.api, withBody(draft, each)))
    .slice(0, mostParts)) {
    const before = await readOrFind(context, resource, target)
    const answer = await context.send(withBody(draft, value), 'valid')
    if (!before?.record || !isSuccess(answer.status)) continue
    if (isPatch) await judgeChange(step, target, update, answer, before.record, [whole])
    // If the schema of the records was inferred, it may lack properties that clients can send.
    else if (!context.api.supposed.has(resource.name))
      await judgeReplacement(step, target, answer, before.record, body, value)
  }
}

/** The body without its optional properties. */
function leastOf(context: Context, draft: Draft, body: JsonObject): JsonObject {
  let least = body
  const identity = identityIn(context.api, draft.operation)
  for (const name of Object.keys(body)) {
    const { [name]: _, ...rest } = least
    const isNeeded = identity?.isTarget === true && name === identity.resource.idProperty
    if (!isNeeded && isValid(context.api, withBody(draft, rest))) least = rest
  }
  return least
}

/** After a replacement, properties that were not sent must not keep their old values. */
async function judgeReplacement(
  { context, resource }: LifeStep,
  target: Fixture,
  answer: Answer,
  before: JsonObject,
  body: JsonObject,
  sent: JsonObject,
): Promise<void> {
  const seen = await readOrFind(context, resource, target)
  if (!seen?.record) return
  const { record } = seen
  const isKept = (name: string): boolean =>
    !Object.hasOwn(sent, name) &&
    Object.hasOwn(record, name) &&
    equalJson(record[name] ?? null, body[name] ?? null) &&
    equalJson(before[name] ?? null, body[name] ?? null) &&
    !isEmpty(body[name])
  const schema = bodySchema(answer.draft.operation)
  const described = [
    recordProperties(context.api, resource),
    ...(schema ? [possiblePropertiesOf(context.api.document, schema)] : []),
  ]
  const isDefault = (name: string): boolean =>
    described.some((properties) => {
      const node = properties.get(name)
      const value = node && (keywordsOf(context.api, node).get('default') as Json | undefined)
      return equalJson(value ?? null, body[name] ?? null)
    })
  const isNeeded = neededIn(context.api, resource)
  const kept = Object.keys(body).filter(
    (name) =>
      isKept(name) &&
      name !== resource.idProperty &&
      !isNeeded(name) &&
      !isDefault(name) &&
      !isAuditValue(name, record[name]),
  )
  context.judge(
    updateVisible,
    { sent: {}, untouched: {}, kept, status: seen.answer.status, record, isDeclared: () => true },
    { answer: seen.answer, operation: answer.draft.operation, after: [answer] },
  )
}

/** Whether records must have a property, and not as null: a server that is not sent it has no other value than the old one. */
function neededIn(api: Api, { record }: Resource): (name: string) => boolean {
  const required = requiredOf(api.document, record)
  const properties = possiblePropertiesOf(api.document, record)
  return (name) => {
    const node = properties.get(name)
    return required.has(name) && node !== undefined && !typesOf(api.document, node).has('null')
  }
}

/** Whether a value is a likely default of a server. Either boolean may be one. */
const isEmpty = (value: Json | undefined): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

async function judgeChange(
  step: LifeStep,
  target: Fixture,
  { role }: RoleOperation,
  answer: Answer,
  before: JsonObject | undefined,
  earlier: readonly Answer[] = [],
): Promise<void> {
  const { context, resource } = step
  const sent = sentRecord(context.api, resource, role, answer.draft)
  const untouched = untouchedBy(context.api, resource, role, answer.draft, before)
  await judgeVisibility(step, target, { sent, untouched, answer, earlier })
}

/** The `default`s of the properties in the schema of a request's body. */
function defaultsIn({ api }: Context, { operation }: Draft): ReadonlyMap<string, Json> {
  const schema = bodySchema(operation)
  const properties = schema ? possiblePropertiesOf(api.document, schema) : []
  return new Map(
    [...properties].flatMap(([name, node]) => {
      const value = keywordsOf(api, node).get('default') as Json | undefined
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

interface Written {
  readonly sent: JsonObject
  readonly untouched: JsonObject
  readonly answer: Answer
  /** Requests that the untouched values are from. */
  readonly earlier?: readonly Answer[]
}

/** A change must show in later reads and lists. */
export async function judgeVisibility(
  step: LifeStep,
  target: Fixture,
  { sent, untouched, answer, earlier = [] }: Written,
): Promise<void> {
  const { context, resource } = step
  const isFine = (record: JsonObject | undefined): boolean =>
    isAsSent(context.api, resource, { ...untouched, ...sent }, record)
  const seen = await readItem(context, resource, target)
  if (seen?.record && hasAdded(context.api, answer, seen.record)) return
  // What a client marks as archived may be out of sight.
  if (seen && !seen.record && isMarkedDeleted(sent)) return
  if (seen && !(await isStale(step, 'update', seen, isFine, target, [answer]))) {
    const defaults = defaultsIn(context, answer.draft)
    const evidence = { ...readBack(context.api, resource, sent, seen), untouched, defaults }
    context.judge(updateVisible, evidence, {
      answer: seen.answer,
      operation: answer.draft.operation,
      after: [...earlier, answer],
    })
  }
  if (seen && !isFine(seen.record)) return
  const listed = await findInList(context, resource, target)
  if (!listed?.item) return
  if (seen) return checkListed(step, target, sent, answer)
  const { item } = listed
  const evidence = {
    ...readBack(context.api, resource, dueInList(context.api, resource, sent, listed), {
      ...listed,
      record: item,
    }),
    untouched: Object.fromEntries(Object.entries(untouched).filter(([name]) => Object.hasOwn(item, name))),
  }
  const where = { answer: listed.answer, operation: answer.draft.operation, after: [...earlier, answer] }
  context.judge(updateVisible, evidence, where)
}
