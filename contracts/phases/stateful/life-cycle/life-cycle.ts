import { header } from '../../../../spec/http.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor } from '../../../api/api.ts'
import { createdReadable } from '../../../checks/created-readable.ts'
import { locationResolves } from '../../../checks/location-resolves.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { fixtureAt, plainDraft } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { requestAt } from '../../../records/paths.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { idIn, recordIn, sameId } from '../../../records/answer-records.ts'
import { isAsSent, readBack, sentRecord } from '../../../records/sent-values.ts'
import { readItem } from '../../../records/read-record.ts'
import { judgeDeletion } from './deletion.ts'
import { isStale, checkListed, type LifeStep } from './stale-reads.ts'
import { judgeUpdates } from './updates.ts'

/** Creates, reads, lists, changes and deletes records, and checks the effect of each step. */
export async function followLifeCycle(context: Context, group: CaseGroup, resource: Resource): Promise<void> {
  const step = { context, group, resource }
  const first = isSingle(resource)
    ? fixtureAt(resource.name, [])
    : await group.fixture(context, resource, { fresh: true })
  if (!first) throw inconclusive(`No record of ${resource.name} could be created.`)
  if (first.creation && isOwn(step, first)) {
    await creation(step, first, first.creation)
  } else await checkListed(step, first, {}, undefined)
  await judgeUpdates(step, first)
  if (isOwn(step, first)) await judgeDeletion(step, first)
  // Last: what numbers records by how many there are shows it while there are few.
  if (first.creation && isOwn(step, first)) await otherwise(step, first.creation)
}

/** One of its kind, found without an id. */
const isSingle = ({ kind, scope }: Resource): boolean => kind === 'singleton' && scope.length === 0

/** Whether the record was created by an operation of its own resource. */
function isOwn({ context, resource }: LifeStep, { creation }: Fixture): boolean {
  return (
    creation !== undefined && context.api.model.roles.get(creation.draft.operation.id)?.resource === resource
  )
}

async function creation(step: LifeStep, created: Fixture, answer: Answer): Promise<void> {
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
    if (found && seen.record === undefined) throw inconclusive('The created record cannot be read.')
    if (found) return checkListed(step, created, {}, answer)
  }
  await location(step, created, answer)
  await checkListed(step, created, sent, answer)
}

/** What was sent of a new record, without the id it asks for where that is another record's: it has to be given its own. */
async function sentFor(
  { context, resource }: LifeStep,
  created: Fixture,
  { draft }: Answer,
): Promise<JsonObject> {
  const role = context.api.model.roles.get(draft.operation.id)?.operation
  const sent = role ? sentRecord(context.api, resource, role, draft) : {}
  const id = idIn(sent, resource)
  if (id === undefined || sameId(id, created.id)) return sent
  const other = { ...created, id, key: [...created.key.slice(0, -1), id] }
  // An empty one leads to no record at all.
  if (id !== '' && (await readItem(context, resource, other))?.record === undefined) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== resource.idProperty))
}

const mostVariants = 2

/** Records made from the other examples, and of other branches of the schema: each is there as it was sent. */
async function otherwise(step: LifeStep, { draft: { operation } }: Answer): Promise<void> {
  const { context, group, resource } = step
  const { template } = await group.control(context, operation)
  const others = templatesOf(context.api, operation).filter(
    (each) => each !== template && each.body !== undefined,
  )
  const [made, given] = [
    others.filter(({ name }) => name.includes('made up')),
    others.filter(({ name }) => !name.includes('made up')),
  ]
  for (const each of [...made, ...given].slice(0, mostVariants)) {
    const answer = await context.send(await group.instantiate(context, operation, each), 'valid')
    const record = isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
    const seen = record && (await readItem(context, resource, record))
    if (!seen || !isTrusted(context.run, seen.answer.operation)) continue
    const sent = await sentFor(step, record, answer)
    const evidence = readBack(context.api, resource, sent, seen)
    context.judge(createdReadable, evidence, { answer: seen.answer, operation, after: [answer] })
  }
}

async function location({ context, resource }: LifeStep, created: Fixture, answer: Answer): Promise<void> {
  const given = header(answer.exchange.response.headers, 'location')
  const read = operationFor(context.api, resource, 'read')
  if (given === undefined || answer.status !== 201 || !read || !isTrusted(context.run, read.operation)) return
  const request = requestAt(context.run.client.target, given, answer.exchange.request.path)
  const evidence = {
    location: given,
    status: undefined,
    isList: false,
    found: undefined,
    created: created.id,
  }
  if (!request) {
    context.judge(locationResolves, evidence, { answer })
    return
  }
  const match = context.api.router.match('GET', request.path, request.query, {})
  const isDeclared = match.kind === 'found'
  const operation = isDeclared ? match.operation : read.operation
  if (!context.api.byId.has(operation.id)) return
  // What must stand in the query besides, as a key does, is the client's to add.
  const isOpen = operation.parameters.every((each) => each.in !== 'query' || !each.required)
  if (!isOpen) return
  const draft = { ...plainDraft(operation, { path: {}, bindings: [] }), raw: request }
  const there = await context.send(draft, isDeclared ? 'valid' : 'probe', { foreign: !isDeclared })
  const found = isSuccess(there.status) ? idIn(recordIn(there, read.role), resource) : undefined
  const isList = operation === operationFor(context.api, resource, 'list')?.operation && request.query === ''
  context.judge(
    locationResolves,
    { ...evidence, status: there.status, isList, found },
    { answer: there, operation: answer.draft.operation, after: [answer] },
  )
}
