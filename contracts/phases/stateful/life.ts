import { header } from '../../../spec/http.ts'
import type { Operation } from '../../../spec/document.ts'
import { decodeUtf8, equalJson, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { describeAnswer, isSuccess, type Answer } from '../../answer.ts'
import { operationFor, operationsFor, recordProperties, type RoleOperation } from '../../api.ts'
import { createdListed } from '../../checks/created-listed.ts'
import { createdReadable } from '../../checks/created-readable.ts'
import { deletedGone } from '../../checks/deleted-gone.ts'
import { idsUnique } from '../../checks/ids-unique.ts'
import { int64 } from '../../checks/int64.ts'
import { locationResolves } from '../../checks/location-resolves.ts'
import { repeatDelete } from '../../checks/repeat-delete.ts'
import { staleRead } from '../../checks/stale-read.ts'
import { updateVisible } from '../../checks/update-visible.ts'
import { inconclusive, isTrusted, type Context } from '../../context.ts'
import { bodyValue, withBody, type Draft, type Fixture } from '../../draft.ts'
import { control, fixture, instantiate, plainDraft, type Lane } from '../../fixtures.ts'
import { identityIn } from '../../identity.ts'
import { keywordsOf } from '../../keywords.ts'
import { requestAt } from '../../paths.ts'
import { recipesOf } from '../../recipes.ts'
import { idIn, memberAt, recordIn, sameId } from '../../records.ts'
import { mangled } from '../coverage/large-integers.ts'
import { differing } from './differing.ts'
import { keyParameter } from './idempotency.ts'
import { isValid } from '../../trial.ts'
import {
  comparable,
  findListed,
  isAsSent,
  itemDraft,
  readBack,
  readItem,
  sentRecord,
  untouchedBy,
} from './view.ts'

/** What a step of a record's life works with. */
interface Step {
  readonly context: Context
  readonly lane: Lane
  readonly resource: Resource
}

/** Creates records, reads, lists, changes and deletes them, and looks at each step for what it should have done. */
export async function liveThrough(context: Context, lane: Lane, resource: Resource): Promise<void> {
  const step = { context, lane, resource }
  const first = isSingle(resource)
    ? single(resource)
    : await fixture(context, lane, resource, { fresh: true })
  if (!first) throw inconclusive(`There is no record of ${resource.name} to follow.`)
  if (first.creation && isOwn(step, first)) {
    await creation(step, first, first.creation)
  } else await listing(step, first, {}, undefined)
  await updates(step, first)
  if (isOwn(step, first)) await ending(step, first)
  // Last: what numbers records by how many there are shows it while there are few.
  if (first.creation && isOwn(step, first)) await otherwise(step, first.creation)
}

/** One of its kind, found without an id. */
const isSingle = ({ kind, scope }: Resource): boolean => kind === 'singleton' && scope.length === 0

const single = ({ name }: Resource): Fixture => ({
  resource: name,
  id: '',
  key: [],
  record: undefined,
  creation: undefined,
  gone: false,
})

/** Whether the record was made by an operation of its own resource. */
function isOwn({ context, resource }: Step, { creation }: Fixture): boolean {
  return (
    creation !== undefined && context.api.model.roles.get(creation.draft.operation.id)?.resource === resource
  )
}

async function creation(step: Step, created: Fixture, answer: Answer): Promise<void> {
  const { context, resource } = step
  const sent = await sentFor(step, created, answer)
  const seen = await readItem(context, resource, created)
  if (
    seen &&
    !(await isStale(step, 'create', seen, (record) => isAsSent(context.api, resource, sent, record), created))
  ) {
    const evidence = readBack(context.api, resource, sent, seen)
    const found = context.judge(createdReadable, evidence, {
      answer: seen.answer,
      operation: answer.draft.operation,
      after: [answer],
    })
    if (found && seen.record === undefined) throw inconclusive('What was created is not there.')
    if (found) return listing(step, created, {}, answer)
  }
  await location(step, created, answer)
  await listing(step, created, sent, answer)
}

/** What was sent of a new record, without the id it asks for where that is another record's: it has to be given its own. */
async function sentFor(
  { context, resource }: Step,
  created: Fixture,
  { draft }: Answer,
): Promise<JsonObject> {
  const role = context.api.model.roles.get(draft.operation.id)?.operation
  const sent = role ? sentRecord(context.api, resource, role, draft) : {}
  const id = idIn(sent, resource)
  if (id === undefined || sameId(id, created.id)) return sent
  const other = { ...created, id, key: [...created.key.slice(0, -1), id] }
  if ((await readItem(context, resource, other))?.record === undefined) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== resource.idProperty))
}

const mostVariants = 2

/** Records made from the other examples, and of other branches of the schema: each is there as it was sent. */
async function otherwise(step: Step, { draft: { operation } }: Answer): Promise<void> {
  const { context, lane, resource } = step
  const { recipe } = await control(context, lane, operation)
  const others = recipesOf(context.api, operation).filter(
    (each) => each !== recipe && each.body !== undefined,
  )
  const [made, given] = [
    others.filter(({ name }) => name.includes('made up')),
    others.filter(({ name }) => !name.includes('made up')),
  ]
  for (const each of [...made, ...given].slice(0, mostVariants)) {
    const answer = await context.send(await instantiate(context, lane, operation, each), 'valid')
    const record = isSuccess(answer.status) ? context.run.records.madeBy(answer) : undefined
    const seen = record && (await readItem(context, resource, record))
    if (!seen || !isTrusted(context.run, seen.answer.operation)) continue
    const sent = await sentFor(step, record, answer)
    const evidence = readBack(context.api, resource, sent, seen)
    context.judge(createdReadable, evidence, { answer: seen.answer, operation, after: [answer] })
  }
}

async function location({ context, resource }: Step, created: Fixture, answer: Answer): Promise<void> {
  const given = header(answer.exchange.response.headers, 'location')
  const read = operationFor(context.api, resource, 'read')
  if (given === undefined || answer.status !== 201 || !read || !isTrusted(context.run, read.operation)) return
  const request = requestAt(context.run.client.target, given, answer.exchange.request.path)
  const evidence = { location: given, status: undefined, found: undefined, created: created.id }
  if (!request) {
    context.judge(locationResolves, evidence, { answer })
    return
  }
  const match = context.api.router.match('GET', request.path)
  if (match.kind === 'found' && !context.api.byId.has(match.operation.id)) return
  // What must stand in the query besides, as a key does, is the client's to add.
  const isOpen = read.operation.parameters.every((each) => each.in !== 'query' || !each.required)
  if (!isOpen) return
  const isRead = match.kind === 'found' && match.operation.id === read.operation.id
  const draft = { ...plainDraft(read.operation, { path: {}, bindings: [] }), raw: request }
  const there = await context.send(draft, isRead ? 'valid' : 'probe', { foreign: !isRead })
  const found = isSuccess(there.status) ? idIn(recordIn(there, read.role), resource) : undefined
  context.judge(
    locationResolves,
    { ...evidence, status: there.status, found },
    { answer: there, operation: answer.draft.operation, after: [answer] },
  )
}

/** The list has the record, as it was sent. */
async function listing(
  step: Step,
  created: Fixture,
  sent: JsonObject,
  answer: Answer | undefined,
): Promise<void> {
  const { context, lane, resource } = step
  const listed = await findListed(context, lane, resource, created)
  if (!listed) return
  const isFine = (item: JsonObject | undefined): boolean => isAsSent(context.api, listed.as, sent, item)
  if (isFine(listed.item)) return
  const again = await findListed(context, lane, resource, created, true)
  const where = { answer: listed.answer, operation: listed.list.operation, after: answer ? [answer] : [] }
  if (again && isFine(again.item)) {
    distrust(context, listed.list.operation)
    context.judge(
      staleRead,
      { write: 'create', first: listed.item ? 'an older record' : 'a list without it' },
      where,
    )
    return
  }
  context.judge(
    createdListed,
    { sent: comparable(context.api, listed.as, sent, listed.item), item: listed.item },
    where,
  )
}

function distrust({ run }: Context, operation: Operation): void {
  run.distrusted.add(operation.id)
}

/**
 * Whether what was read first is only out of date: another read, or the list, shows what was written. The operation is
 * then not relied on any more.
 */
async function isStale(
  step: Step,
  write: string,
  seen: { readonly answer: Answer; readonly record: JsonObject | undefined },
  isFine: (record: JsonObject | undefined) => boolean,
  of: Fixture,
  after: readonly Answer[] = [],
): Promise<boolean> {
  const { context, lane, resource } = step
  if (isFine(seen.record)) return false
  if (isRounded(step, seen.answer, after.at(-1) ?? of.creation)) return true
  const again = await readItem(context, resource, of)
  const isLate = again !== undefined && isFine(again.record)
  const listed = isLate ? undefined : await findListed(context, lane, resource, of, true)
  const isListed = listed !== undefined && seen.record !== undefined && isFine(listed.item)
  const isElsewhere = !isLate && !isListed && (await isFineElsewhere(context, seen, resource, isFine))
  if (!isLate && !isListed && !isElsewhere) return false
  const read = seen.answer.draft.operation
  distrust(context, read)
  context.judge(
    staleRead,
    { write, first: seen.record ? 'an older state' : describeAnswer(seen.answer) },
    { answer: seen.answer, after },
  )
  return true
}

/** Whether only the read has a large integer as a double, and the write had it exactly. */
function isRounded({ context }: Step, read: Answer, write: Answer | undefined): boolean {
  const body = write && bodyValue(write.draft)
  const sent = isJsonObject(body) ? Object.entries(body) : []
  for (const [name, value] of sent) {
    const came = typeof value === 'bigint' ? mangled(read, value) : undefined
    if (typeof value !== 'bigint' || came === undefined || !write || !holds(write, value)) continue
    const pointer = read.operation?.pointer ?? ''
    return context.judge(int64, { where: name, sent: value, came, pointer }, { answer: read, after: [write] })
  }
  return false
}

const holds = (answer: Answer, value: bigint): boolean =>
  (decodeUtf8(answer.exchange.response.body) ?? '').includes(String(value))

/** By a URL that nobody can have asked before, a query nobody declared being no matter. */
async function isFineElsewhere(
  context: Context,
  seen: { readonly answer: Answer; readonly record: JsonObject | undefined },
  resource: Resource,
  isFine: (record: JsonObject | undefined) => boolean,
): Promise<boolean> {
  const read = operationFor(context.api, resource, 'read')
  if (!read || seen.record === undefined) return false
  const answer = await context.send(
    { ...seen.answer.draft, raw: { query: `_=${context.unique()}` } },
    'probe',
  )
  return isSuccess(answer.status) && isFine(recordIn(answer, read.role))
}

async function updates(step: Step, of: Fixture): Promise<void> {
  const { context, resource } = step
  for (const role of ['update', 'replace'] as const) {
    for (const each of operationsFor(context.api, resource, role)) await update(step, of, each)
  }
}

async function update(step: Step, of: Fixture, found: RoleOperation): Promise<void> {
  const { context, lane, resource } = step
  const before = await readItem(context, resource, of)
  lane.fixtures.set(resource.name, of)
  const isFirst = !lane.controls.has(found.operation.id)
  const accepted = await control(context, lane, found.operation)
  lane.fixtures.set(resource.name, of)
  if (!accepted.recipe || !accepted.answer || of.gone) return
  if (isFirst && isAbout(context, accepted.answer.draft, of))
    await changed(step, of, found, accepted.answer, before?.record)
  const now = await readItem(context, resource, of)
  const draft = await instantiate(context, lane, found.operation, accepted.recipe, { freshReferences: true })
  const answer = await context.send(differing(context, draft, now?.record), 'valid')
  if (!isSuccess(answer.status)) return
  await changed(step, of, found, answer, now?.record)
  await inPart(step, of, found, answer.draft)
}

/** Whether a request is to change that record. */
function isAbout({ api }: Context, { operation, bindings }: Draft, of: Fixture): boolean {
  const own = identityIn(api, operation)?.pointer
  return (
    of.key.length === 0 ||
    bindings.some((each) => (each.in === 'path' || each.at === own) && each.fixture.id === of.id)
  )
}

const mostParts = 3

/** Partial updates of one property each; of a replacement the least that it takes, which takes away the rest. */
async function inPart(step: Step, of: Fixture, found: RoleOperation, draft: Draft): Promise<void> {
  const { context, resource } = step
  const body = bodyValue(draft)
  if (!isJsonObject(body) || found.role.requestPath.length > 0) return
  const isPatch = found.operation.method === 'PATCH'
  // What the document calls a replacement may change only a part all the same, when it takes no more than a part.
  if (!isPatch && found.role.role !== 'replace') return
  const bodies = isPatch
    ? Object.keys(body).map((name) => ({ [name]: body[name] ?? null }))
    : [leastOf(context, draft, body)].filter((least) => Object.keys(least).length > 0)
  for (const value of bodies
    .filter((each) => isValid(context.api, withBody(draft, each)))
    .slice(0, mostParts)) {
    const before = await readItem(context, resource, of)
    const answer = await context.send(withBody(draft, value), 'valid')
    if (!before?.record || !isSuccess(answer.status)) continue
    if (isPatch) await changed(step, of, found, answer, before.record)
    else await replaced(step, of, answer, before.record, body, value)
  }
}

/** The body without the properties it need not have. */
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
  { context, resource }: Step,
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
  const defaults = recordProperties(context.api, resource)
  const kept = Object.keys(body).filter((name) => {
    const node = defaults.get(name)
    return (
      isKept(name) &&
      name !== resource.idProperty &&
      (!node ||
        !equalJson(
          (keywordsOf(context.api, node).get('default') as Json | undefined) ?? null,
          body[name] ?? null,
        ))
    )
  })
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
  step: Step,
  of: Fixture,
  { operation, role }: RoleOperation,
  answer: Answer,
  before: JsonObject | undefined,
): Promise<void> {
  const { context, resource } = step
  const sent = sentRecord(context.api, resource, role, answer.draft)
  const untouched = operation.method === 'PATCH' ? untouchedBy(context.api, resource, sent, before) : {}
  await visible(step, of, { sent, untouched, answer })
}

interface Written {
  readonly sent: JsonObject
  readonly untouched: JsonObject
  readonly answer: Answer
}

/** A change is what is read from then on. */
export async function visible(step: Step, of: Fixture, { sent, untouched, answer }: Written): Promise<void> {
  const { context, lane, resource } = step
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
  const listed = await findListed(context, lane, resource, of)
  if (listed?.item) await listing(step, of, sent, answer)
}

/** A second record beside the first, the end of the first, and of a third; a fourth must not be taken for it. */
async function ending(step: Step, first: Fixture): Promise<void> {
  const { context, lane, resource } = step
  const removal = operationFor(context.api, resource, 'delete')
  const second = await fixture(context, lane, resource, { fresh: true })
  judgeId(step, second, [first])
  if (!removal) return
  await deletion(step, first, second, removal)
  const third = first.gone ? await fixture(context, lane, resource, { fresh: true }) : undefined
  judgeId(step, third, [first, second])
  if (!third?.creation) return
  await context.send(itemDraft(removal, third), 'valid')
  const fourth = third.gone ? await fixture(context, lane, resource, { fresh: true }) : undefined
  judgeId(step, fourth, [first, second, third])
}

/** Whether a new record has the id of one that was made before; under a key it may be the same record again. */
function judgeId(
  { context }: Step,
  made: Fixture | undefined,
  before: readonly (Fixture | undefined)[],
): void {
  if (!made?.creation) return
  const isRepeatable = keyParameter(made.creation.draft.operation) !== undefined
  const other = before.find(
    (each) => each !== undefined && sameKey(each, made) && (each !== made || !isRepeatable),
  )
  const conflict = other && (other.gone ? 'reused' : 'taken')
  // Who asks for the id of a deleted record may get it.
  if (conflict === 'reused' && isAskedFor(context, made)) return
  context.judge(idsUnique, { id: made.id, conflict }, { answer: made.creation })
}

/** Whether they are one record's: others below another parent may well have the same id. */
function sameKey(one: Fixture, other: Fixture): boolean {
  return one.key.length === other.key.length && one.key.every((id, index) => sameId(id, other.key[index]))
}

/** Whether the request that made the record said which id it is to have. */
function isAskedFor({ api }: Context, { id, creation }: Fixture): boolean {
  const found = creation && api.model.roles.get(creation.draft.operation.id)
  if (!found) return false
  const sent = memberAt(bodyValue(creation.draft), found.operation.requestPath)
  return isJsonObject(sent) && sameId(idIn(sent, found.resource), id)
}

async function deletion(
  step: Step,
  gone: Fixture,
  other: Fixture | undefined,
  removal: RoleOperation,
): Promise<void> {
  const { context } = step
  const draft = itemDraft(removal, gone)
  const answer = await context.send(draft, 'valid')
  if (!isSuccess(answer.status)) return
  const where = { answer, operation: removal.operation }
  const listed = await isStillListed(step, gone)
  const seen = await readItem(context, step.resource, gone)
  if (isMarked(seen?.record)) return
  const isRead = seen !== undefined && !(await isLateGone(step, seen.answer, gone))
  const again = await context.send(draft, 'valid')
  // Last: it may make the record anew.
  const update = await updateGone(step, gone)
  const uses = [
    ...(isRead ? [{ use: 'read' as const, status: seen.answer.status }] : []),
    ...(update === undefined ? [] : [{ use: 'update' as const, status: update }]),
  ]
  context.judge(deletedGone, { uses, listed, otherStatus: await statusOf(step, other) }, where)
  const declared = removal.operation.responses
    .map(({ status }) => status)
    .filter((status) => status === '404' || status === '410')
  context.judge(
    repeatDelete,
    { status: again.status, declared, pointer: `${removal.operation.pointer}/responses` },
    { answer: again, after: [answer] },
  )
}

const mark = /^(?:is_?)?(?:deleted|removed|archived)(?:_?(?:at|on|date|time))?$/i

function isMarked(record: JsonObject | undefined): boolean {
  return Object.entries(record ?? {}).some(
    ([name, value]) => mark.test(name) && value !== null && value !== false,
  )
}

/** The status of an update of a deleted record; undefined when there is none, or when it makes a new one. */
async function updateGone({ context, lane, resource }: Step, gone: Fixture): Promise<number | undefined> {
  const update =
    operationFor(context.api, resource, 'update') ?? operationFor(context.api, resource, 'replace')
  const recipe = update && lane.controls.get(update.operation.id)?.recipe
  if (!update || !recipe) return undefined
  lane.fixtures.set(resource.name, { ...gone, gone: false })
  const draft = await instantiate(context, lane, update.operation, recipe)
  lane.fixtures.delete(resource.name)
  if (!isAbout(context, draft, gone)) return undefined
  const { status } = await context.send(draft, 'valid')
  const isUpsert = update.role.role === 'replace' || status === 201
  return isUpsert ? undefined : status
}

/** A read that gives the record once more, and then no more, is late. */
async function isLateGone(step: Step, first: Answer, gone: Fixture): Promise<boolean> {
  if (!isSuccess(first.status)) return false
  const again = await readItem(step.context, step.resource, gone)
  if (!again || isSuccess(again.answer.status)) return false
  distrust(step.context, first.draft.operation)
  step.context.judge(staleRead, { write: 'delete', first: 'the record' }, { answer: first })
  return true
}

async function isStillListed({ context, lane, resource }: Step, gone: Fixture): Promise<boolean | undefined> {
  const listed = await findListed(context, lane, resource, gone)
  return listed && listed.item !== undefined
}

async function statusOf(
  { context, resource }: Step,
  other: Fixture | undefined,
): Promise<number | undefined> {
  return other?.creation && !other.gone
    ? (await readItem(context, resource, other))?.answer.status
    : undefined
}
