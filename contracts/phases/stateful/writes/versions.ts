import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { differences, show } from '../../../answers/compare.ts'
import type { Api, RoleOperation } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { version as versionCheck } from '../../../checks/version.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { versionIn } from '../../../requests/current-version.ts'
import { differing } from './changed-values.ts'

/** Whether the document says of a version that it counts changes, or that an outdated one is refused by the operation. */
export function tellsOfVersion(api: Api, resource: Resource, { operation }: RoleOperation): boolean {
  const version = versionIn(api, resource)
  return (
    version !== undefined && (version.isDocumented || version.guards.get(operation.id)?.isDocumented === true)
  )
}

/** Checks that a change increments the version, and that an outdated version is refused. */
export async function changeVersions(context: Context, resource: Resource, by: RoleOperation): Promise<void> {
  const version = versionIn(context.api, resource)
  const { template } = await accepted(context, by.operation)
  const of = await context.fixture(resource, { fresh: true })
  if (!version || !of?.creation)
    throw inconclusive(`No new record of ${resource.name} is available to change.`)
  const { property, isDocumented: isTold, guards } = version
  const before = await seenVersion(context, resource, of, property)
  const draft = await context.instantiate(by.operation, template)
  const first = await context.send(differing(context, draft, before.seen.record), 'valid')
  if (!isSuccess(first.status)) throw inconclusive(`The update was refused with ${String(first.status)}.`)
  const after = await seenVersion(context, resource, of, property)
  const isMade = isChanged(context, resource, by, first, before.seen, after.seen)
  if (isTold && isMade && !(after.value > before.value)) {
    const evidence = {
      kind: 'counts',
      property,
      before: show(before.value),
      after: show(after.value),
    } as const
    context.judge(versionCheck, evidence, {
      answer: after.seen.answer,
      operation: by.operation,
      after: [first],
    })
    return
  }
  if (guards.get(by.operation.id)?.isDocumented !== true || equalJson(before.value, after.value)) return
  const next = await context.instantiate(by.operation, template)
  const outdated = naming(context, next, after.seen, property, before.value)
  const answer = outdated && (await context.send(outdated, 'valid', { after: [first] }))
  if (!answer || !isSuccess(answer.status)) return
  const { pointer } = by.operation
  context.judge(versionCheck, { kind: 'outdated', property, answer, pointer }, { answer, after: [first] })
}

/** The record with the version that it shows. */
async function seenVersion(
  context: Context,
  resource: Resource,
  of: Fixture,
  property: string,
): Promise<{ readonly seen: ReadResult; readonly value: number | bigint }> {
  const seen = await readItem(context, resource, of)
  const value = seen?.record?.[property]
  if (!seen || (typeof value !== 'number' && typeof value !== 'bigint'))
    throw inconclusive(`The ${property} of a record cannot be read.`)
  return { seen, value }
}

/** Whether the request changed the record: a value sent is there now and was not before. */
export function isChanged(
  { api }: Context,
  resource: Resource,
  { role }: RoleOperation,
  { draft }: Answer,
  before: ReadResult,
  after: ReadResult,
): boolean {
  const sent = sentRecord(api, resource, role, draft)
  const requested = differences(sent, before.record ?? {}).map(({ property }) => property)
  const lost = new Set(differences(sent, after.record ?? {}).map(({ property }) => property))
  return requested.some((property) => !lost.has(property))
}

/** Another change based on the version that the record had, of texts if it has any: other values may be refused for what they are. */
function naming(
  context: Context,
  draft: Draft,
  seen: ReadResult,
  property: string,
  value: Json,
): Draft | undefined {
  const isOther = differences(textsIn(draft), seen.record ?? {}).length > 0
  const { version: _, ...asItIs } = isOther ? draft : differing(context, draft, seen.record)
  const body = bodyValue(asItIs)
  return isJsonObject(body) && Object.hasOwn(body, property)
    ? withBody(asItIs, { ...body, [property]: value })
    : undefined
}

function textsIn(draft: Draft): JsonObject {
  const body = bodyValue(draft)
  const entries = isJsonObject(body) ? Object.entries(body) : []
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
}
