import type { Operation } from '../../../../../spec/document.ts'
import { isJsonPatch, isMergePatch } from '../../../../../spec/http/media-type.ts'
import {
  equalJson,
  isArray,
  isJsonObject,
  memberAt,
  type Json,
  type JsonObject,
} from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { endsInParameter } from '../../../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../../answer.ts'
import { differences, show } from '../../../../answers/compare.ts'
import { bodySchema, type Api, type RoleOperation } from '../../../../api/api.ts'
import { operationsFormat, type PatchFormat } from '../../../../api/patch-format.ts'
import { failedWrite } from '../../../../checks/failed-write.ts'
import { updateVisible } from '../../../../checks/update-visible.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import { bodyValue, itemDraft, valueAt, withValueAt } from '../../../../draft.ts'
import type { Answer, Fixture } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import { withPrecondition } from '../../../../requests/precondition.ts'
import { templatesOf } from '../../../../requests/templates.ts'
import { applied, encoded, withMember, type Change } from './patch-changes.ts'
import { listsIn, placesOf } from './patch-places.ts'

/** An operation that takes patches whose content no schema describes. */
export interface Patching {
  readonly by: RoleOperation
  readonly format: PatchFormat
}

/** The operations that change records by JSON Patch, by lists of operations, or by merge patches of any content. */
export function patchingOf(api: Api, resource: Resource): readonly Patching[] {
  return resource.operations.flatMap((role) => {
    const operation = api.byId.get(role.operationId)
    if (operation?.method !== 'PATCH' || !endsInParameter(operation.path) || role.role === 'create') return []
    return formatsOf(api, operation).map((format) => ({ by: { operation, role }, format }))
  })
}

const formatsOf = (api: Api, { requestBody }: Operation): readonly PatchFormat[] =>
  (requestBody?.content ?? []).flatMap((mediaType): readonly PatchFormat[] => {
    const { schema, type } = mediaType
    const properties = schema && possiblePropertiesOf(api.document, schema)
    const isOpen = properties?.size === 0
    // Frameworks list the media type of JSON Patch for any object.
    if (isJsonPatch(type) && properties && properties.size > 0 && !properties.has('path')) return []
    if (isMergePatch(type)) return isOpen ? [{ mediaType, kind: 'merge-patch', list: undefined }] : []
    const format = operationsFormat(api, mediaType)
    return format ? [format] : []
  })

/** A record that was created with values that a patch can change. */
interface Target {
  readonly context: Context
  readonly resource: Resource
  readonly patching: Patching
  readonly of: Fixture
  /** What its creation sent. */
  readonly sent: JsonObject
  /** The places of texts that were stored as they were sent. */
  readonly texts: readonly (readonly string[])[]
}

/** Checks that patches do what they say, and nothing else. */
export async function judgePatches(context: Context, resource: Resource, patching: Patching): Promise<void> {
  const of = await context.fixture(resource, { fresh: true })
  const sent = of?.creation && bodyValue(of.creation.draft)
  const before = of && (await readItem(context, resource, of))
  if (!of || sent === undefined || !isJsonObject(sent) || !before?.record)
    throw inconclusive(`No new record of ${resource.name} is available to change.`)
  const texts = placesOf(context.api, resource, of, sent, before.record, patching.format)
  const target = { context, resource, patching, of, sent, texts }
  const [first, second] = await replaceable(target)
  if (!first) throw inconclusive('No patch of a text was accepted.')
  if (second && patching.format.kind !== 'merge-patch') await judgeSeveral(target, [first, second])
  await judgeRemoval(target)
  await judgeAddition(target)
  if (patching.format.kind === 'attributes') await judgeWithoutPath(target, first)
  if (patching.format.kind !== 'merge-patch') await judgeAtomicity(target, first)
  if (patching.format.kind === 'json-patch') await judgeFailedTest(target, first)
}

/** The first two texts that the target lets a patch replace, each of which was judged. */
async function replaceable(target: Target): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = []
  for (const at of target.texts.slice(0, 6)) {
    const change = replacement(target, at)
    if (change && (await patched(target, [change]))) found.push(at)
    if (found.length === 2) break
  }
  return found
}

/** Two operations of one patch both take effect. */
async function judgeSeveral(target: Target, places: readonly (readonly string[])[]): Promise<void> {
  const changes = places.flatMap((at) => replacement(target, at, 'both') ?? [])
  if (changes.length === 2) await patched(target, changes)
}

/** What a patch removes is gone, and what it adds again is there. */
async function judgeRemoval(target: Target): Promise<void> {
  const { context, resource, of, texts } = target
  for (const at of texts) {
    const shorter = withValueAt(target.sent, toPointer(at), undefined)
    const value = memberAt((await readItem(context, resource, of))?.record, at)
    if (!shorter || value === undefined || !isSendable(target, shorter)) continue
    if (await patched(target, [{ op: 'remove', at }])) {
      await patched(target, [{ op: 'add', at, value }])
      return
    }
  }
}

/** An item that a patch adds to a list comes in addition to the others; JSON Patch says where. */
async function judgeAddition(target: Target): Promise<void> {
  const { context, resource, of, sent, patching } = target
  const { kind } = patching.format
  if (kind === 'merge-patch') return
  const now = (await readItem(context, resource, of))?.record
  for (const at of listsIn(sent, kind === 'attributes' ? 1 : 2)) {
    const items = memberAt(now, at)
    const other =
      items !== undefined && isArray(items) && items[0] !== undefined ? otherItem(items[0]) : undefined
    if (other === undefined || items === undefined || !isArray(items)) continue
    const due = kind === 'json-patch' ? [other, ...items] : [...items, other]
    const whole = withValueAt(sent, toPointer(at), due)
    if (whole === undefined || !isSendable(target, whole)) continue
    const change = kind === 'json-patch' ? { at: [...at, '0'], value: other } : { at, value: [other] }
    const answer = await send(target, [{ op: 'add', ...change }])
    if (!isSuccess(answer.status)) continue
    return judgeNow(target, answer, withMember({}, at, due), await readItem(context, resource, of))
  }
}

/** An operation without a path is about the attributes in its value (RFC 7644 §3.5.2.3). */
async function judgeWithoutPath(target: Target, at: readonly string[]): Promise<void> {
  const { context, resource, of } = target
  const change = replacement(target, at, 'pathless')
  const before = (await readItem(context, resource, of))?.record
  if (!change || !before) return
  const whole = applied(kept(target, before), [change])
  const value = { [at[0] ?? '']: whole[at[0] ?? ''] ?? null }
  const answer = await send(target, [{ op: 'replace', at: [], value }])
  if (isSuccess(answer.status)) judgeNow(target, answer, whole, await readItem(context, resource, of))
}

/** A patch of which one operation fails changes nothing. */
async function judgeAtomicity(target: Target, at: readonly string[]): Promise<void> {
  const { context, resource, of } = target
  const change = replacement(target, at, 'partly')
  if (!change) return
  const answer = await send(target, [change, { op: 'remove', at: ['noSuchMember'] }])
  const record = (await readItem(context, resource, of))?.record
  if (isSuccess(answer.status) || !record || !equalJson(memberAt(record, at) ?? null, change.value ?? null))
    return
  const evidence = {
    title: 'a patch whose last operation fails',
    status: answer.status,
    changes: [`${at.join('.')} is ${show(change.value)}`],
  }
  context.judge(failedWrite, evidence, { answer })
}

/** A patch with a test that fails must not be applied. */
async function judgeFailedTest(target: Target, at: readonly string[]): Promise<void> {
  const { context, resource, of } = target
  const change = replacement(target, at, 'tested')
  const value = memberAt((await readItem(context, resource, of))?.record, at)
  if (!change || value === undefined) return
  const right = await send(target, [{ op: 'test', at, value }])
  const wrong = await send(target, [{ op: 'test', at, value: `${show(value)} no more` }, change])
  if (!isSuccess(right.status) || !isSuccess(wrong.status)) return
  const pointer = toPointer(at)
  const violation = {
    cause: 'test',
    expected: `the patch to be refused, because ${pointer} is not what it is tested for`,
    actual: String(wrong.status),
    requirement: 'RFC 6902 §5: if an operation is not successful, the patch as a whole fails',
  }
  context.judge(updateVisible, { ...nothing(wrong), patch: violation }, { answer: wrong, after: [right] })
}

/** Sends a patch, and judges the record that is there then. Returns whether it was accepted. */
async function patched(target: Target, changes: readonly Change[]): Promise<boolean> {
  const { context, resource, of } = target
  const before = (await readItem(context, resource, of))?.record
  const answer = await send(target, changes)
  if (!before || !isSuccess(answer.status)) return false
  judgeNow(
    target,
    answer,
    applied(kept(target, before), changes),
    await readItem(context, resource, of),
    changes,
  )
  return true
}

function judgeNow(
  { context }: Target,
  answer: Answer,
  due: JsonObject,
  seen: Awaited<ReturnType<typeof readItem>>,
  changes: readonly Change[] = [],
): void {
  if (!seen?.record) return
  const { record } = seen
  const removed = changes.find(({ op, at }) => op === 'remove' && isThere(memberAt(record, at)))
  if (!removed && differences(due, record).length === 0) return
  const where = { answer: seen.answer, operation: answer.draft.operation, after: [answer] }
  const patch = removed && {
    cause: 'removed',
    expected: `no ${removed.at.join('.')}, which the patch removes`,
    actual: show(memberAt(record, removed.at)),
  }
  context.judge(updateVisible, { ...nothing(seen.answer), sent: due, record, ...(patch && { patch }) }, where)
}

const isThere = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''

const nothing = ({ status }: Answer) => ({
  sent: {},
  untouched: {},
  status,
  record: undefined,
  isDeclared: () => true,
})

/** The part of a record that its creation sent and that was stored so: the rest may change by itself. */
function kept({ texts }: Target, record: JsonObject): JsonObject {
  return texts.reduce<JsonObject>((sofar, at) => {
    const value = memberAt(record, at)
    return value === undefined || typeof value !== 'string' ? sofar : withMember(sofar, at, value)
  }, {})
}

async function send({ context, patching, of }: Target, changes: readonly Change[]): Promise<Answer> {
  const { by, format } = patching
  const { mediaType } = format
  const [template] = templatesOf(context.api, by.operation)
  const value = encoded(format, changes, template?.body?.value)
  const draft = {
    ...itemDraft(by, of),
    // What is required, such as If-Match.
    ...(template && { query: template.query, header: template.header, cookie: template.cookie }),
    body: { kind: 'value' as const, mediaType, value },
  }
  return context.send(withPrecondition(context.run, draft), 'probe')
}

/** Another text in place of one, if the creation could have sent it. */
function replacement(target: Target, at: readonly string[], mark = 'patched'): Change | undefined {
  const { sent } = target
  const own = valueAt(sent, toPointer(at))
  const candidates =
    typeof own === 'string' ? [`${own} ${mark}`, `${own}-${mark}`, `${own}${mark}`, `${own}2`] : []
  const value = candidates.find((each) => {
    const changed = withValueAt(sent, toPointer(at), each)
    return changed !== undefined && isSendable(target, changed)
  })
  return value === undefined ? undefined : { op: 'replace', at, value }
}

const isSendable = ({ context, of }: Target, body: Json): boolean => {
  const schema = of.creation && bodySchema(of.creation.draft.operation)
  return schema !== undefined && context.api.validator.of(schema, 'request').accepts(body)
}

/** An item unlike another one in its first text. */
function otherItem(item: Json): Json | undefined {
  if (typeof item === 'string') return `${item}2`
  if (!isJsonObject(item)) return undefined
  for (const [name, each] of Object.entries(item))
    if (typeof each === 'string') return { ...item, [name]: `${each}2` }
  return undefined
}
