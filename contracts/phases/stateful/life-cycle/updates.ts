import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import {
  bodySchema,
  changeFor,
  operationsFor,
  recordProperties,
  type RoleOperation,
} from '../../../api/api.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import { differences } from '../../../records/compare.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, textOfId, withBody } from '../../../draft.ts'
import { identityIn } from '../../../records/identity.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { isState } from '../../../api/state-values.ts'
import { isValid } from '../../../requests/validity.ts'
import { differing } from '../writes/changed-values.ts'
import { isAsSent, isChangeTime, readBack, sentRecord, untouchedBy } from '../../../records/sent-values.ts'
import { findInList, readItem } from '../../../records/read-record.ts'
import { isStale, checkListed, type LifeStep } from './stale-reads.ts'

export async function judgeUpdates(step: LifeStep, of: Fixture): Promise<void> {
  const { context, resource } = step
  for (const role of ['update', 'replace'] as const) {
    for (const each of operationsFor(context.api, resource, role)) await update(step, of, each)
  }
}

async function update(step: LifeStep, of: Fixture, found: RoleOperation): Promise<void> {
  const { context, group, resource } = step
  const before = await readItem(context, resource, of)
  group.fixtures.set(resource.name, of)
  const isFirst = !group.controls.has(found.operation.id)
  const accepted = await group.control(context, found.operation)
  group.fixtures.set(resource.name, of)
  if (!accepted.template || !accepted.answer || of.gone) return
  if (isFirst && isAbout(context, accepted.answer.draft, of))
    await changed(step, of, found, accepted.answer, before?.record)
  const now = await readItem(context, resource, of)
  const draft = await group.instantiate(context, found.operation, accepted.template, {
    freshReferences: true,
  })
  const answer = await context.send(differing(context, draft, now?.record), 'valid')
  if (!isSuccess(answer.status)) return
  await changed(step, of, found, answer, now?.record)
  await inPart(step, of, found, answer.draft)
}

/** Whether a request targets that record. */
export function isAbout({ api }: Context, { operation, bindings }: Draft, of: Fixture): boolean {
  const own = identityIn(api, operation)?.pointer
  return (
    of.key.length === 0 ||
    bindings.some((each) => (each.in === 'path' || each.at === own) && each.fixture.id === of.id)
  )
}

/** What is sent to change one record does not change another that nobody else knows of. */
export async function judgeIsolation(step: LifeStep, of: Fixture, other: Fixture): Promise<void> {
  const { context, group, resource } = step
  const found = changeFor(context.api, resource)
  const template = found && group.controls.get(found.operation.id)?.template
  if (!found || !template) return
  const before = await readItem(context, resource, other)
  if (!before?.record) return
  group.fixtures.set(resource.name, of)
  const draft = await group.instantiate(context, found.operation, template, { freshReferences: true })
  group.fixtures.set(resource.name, other)
  if (!isAbout(context, draft, of)) return
  const answer = await context.send(differing(context, draft, before.record), 'valid')
  const after = isSuccess(answer.status) ? await readItem(context, resource, other) : undefined
  const sent = sentRecord(context.api, resource, found.role, answer.draft)
  // What it may come to itself, a state or a switch, proves nothing.
  const isTelling = differences(sent, before.record).some(({ property, expected }) => {
    const node = recordProperties(context.api, resource).get(property)
    return !isEmpty(expected) && node !== undefined && !isState(context.api, node)
  })
  if (!after?.record || !isTelling || differences(sent, after.record).length > 0) return
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
}

const mostParts = 3

/** Partial updates of one property each; of a replacement the least that it takes, which takes away the rest. */
async function inPart(step: LifeStep, of: Fixture, found: RoleOperation, draft: Draft): Promise<void> {
  const { context, resource } = step
  const body = bodyValue(draft)
  if (!isJsonObject(body) || found.role.requestPath.length > 0) return
  const isPatch = found.operation.method === 'PATCH'
  // What the document calls a replacement may change only a part all the same, when it takes no more than a part.
  if (!isPatch && found.role.role !== 'replace') return
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
    const before = await readItem(context, resource, of)
    const answer = await context.send(withBody(draft, value), 'valid')
    if (!before?.record || !isSuccess(answer.status)) continue
    if (isPatch) await changed(step, of, found, answer, before.record)
    // Of records that nobody describes it is not known whether what is sent is all of them.
    else if (!context.api.supposed.has(resource.name))
      await replaced(step, of, answer, before.record, body, value)
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

/** After a replacement what was not sent is not there any more. */
async function replaced(
  { context, resource }: LifeStep,
  of: Fixture,
  answer: Answer,
  before: JsonObject,
  body: JsonObject,
  sent: JsonObject,
): Promise<void> {
  const seen = await readItem(context, resource, of)
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
  const kept = Object.keys(body).filter(
    (name) =>
      isKept(name) && name !== resource.idProperty && !isDefault(name) && !isChangeTime(name, record[name]),
  )
  context.judge(
    updateVisible,
    { sent: {}, untouched: {}, kept, status: seen.answer.status, record, isDeclared: () => true },
    { answer: seen.answer, operation: answer.draft.operation, after: [answer] },
  )
}

/** Values that a server may well have without being told: of two there are, one is its default. */
const isEmpty = (value: Json | undefined): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

async function changed(
  step: LifeStep,
  of: Fixture,
  { role }: RoleOperation,
  answer: Answer,
  before: JsonObject | undefined,
): Promise<void> {
  const { context, resource } = step
  const sent = sentRecord(context.api, resource, role, answer.draft)
  const untouched = untouchedBy(context.api, resource, role, answer.draft, before)
  await judgeVisibility(step, of, { sent, untouched, answer })
}

interface Written {
  readonly sent: JsonObject
  readonly untouched: JsonObject
  readonly answer: Answer
}

/** A change is what is read from then on. */
export async function judgeVisibility(
  step: LifeStep,
  of: Fixture,
  { sent, untouched, answer }: Written,
): Promise<void> {
  const { context, group, resource } = step
  const isFine = (record: JsonObject | undefined): boolean =>
    isAsSent(context.api, resource, { ...untouched, ...sent }, record)
  const seen = await readItem(context, resource, of)
  if (seen && !(await isStale(step, 'update', seen, isFine, of, [answer]))) {
    const evidence = { ...readBack(context.api, resource, sent, seen), untouched }
    context.judge(updateVisible, evidence, {
      answer: seen.answer,
      operation: answer.draft.operation,
      after: [answer],
    })
  }
  if (seen && !isFine(seen.record)) return
  const listed = await findInList(context, group, resource, of)
  if (listed?.item) await checkListed(step, of, sent, answer)
}
