import { header } from '../../../../spec/http.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, recordIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor } from '../../../api/api.ts'
import { creationBy } from '../../../api/creators.ts'
import { createdReadable } from '../../../checks/created-readable.ts'
import { locationResolves } from '../../../checks/location-resolves.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { fixtureAt, plainDraft } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isAsSent, readBack } from '../../../records/as-sent.ts'
import { readItem } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { isComplete } from '../../../requests/draft-at.ts'
import { requestAt } from '../../../requests/paths.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { answeredValues } from './answered-values.ts'
import { judgeCreationOffset } from './creation-offset.ts'
import { judgeDeletion } from './deletion.ts'
import { isStale, checkListed, type LifeStep } from './stale-reads.ts'
import { judgeUpdates } from './updates.ts'

/** Creates, reads, lists, changes and deletes records, and checks the effect of each step. */
export async function followLifeCycle(context: Context, resource: Resource): Promise<void> {
  const step = { context, resource }
  const first = isUnscopedSingleton(resource)
    ? fixtureAt(resource.name, [])
    : await context.fixture(resource, { fresh: true })
  if (!first) throw inconclusive(`No record of ${resource.name} could be created.`)
  if (first.creation && creationBy(context.api, first.creation.draft.operation)?.resource === resource)
    await judgeCreation(step, first, first.creation)
  else await checkListed(step, first, {}, undefined)
  await judgeUpdates(step, first)
  if (isOwn(step, first)) await judgeDeletion(step, first)
  // Last, because a server that derives ids from the number of records gives itself away while there are few.
  if (first.creation && isOwn(step, first)) await judgeVariants(step, first.creation)
}

/** Whether there is only one record, which has no id. */
const isUnscopedSingleton = ({ kind, scope }: Resource): boolean => kind === 'singleton' && scope.length === 0

/** Whether the record was created by an operation of its own resource. */
function isOwn({ context, resource }: LifeStep, { creation }: Fixture): boolean {
  return (
    creation !== undefined && context.api.model.roles.get(creation.draft.operation.id)?.resource === resource
  )
}

/** A created record must be readable, be where Location leads to, and be listed. */
async function judgeCreation(step: LifeStep, created: Fixture, answer: Answer): Promise<void> {
  const { context, resource } = step
  const sent = await sentFor(step, created, answer)
  const seen = await readItem(context, resource, created)
  if (
    seen &&
    !(await isStale(step, 'create', seen, (record) => isAsSent(context.api, resource, sent, record), created))
  ) {
    const evidence = readBack(context.api, resource, sent, seen)
    const isViolated = context.judge(createdReadable, evidence, {
      answer: seen.answer,
      operation: answer.draft.operation,
      after: [answer],
    })
    if (isViolated && seen.record === undefined) throw inconclusive('The created record cannot be read.')
    if (isViolated) return checkListed(step, created, {}, answer)
    const role = creationBy(context.api, answer.draft.operation)?.operation
    const answered = role && answeredValues(context.api, resource, role, sent, answer)
    if (answered) context.judge(createdReadable, answered, { answer })
    await judgeCreationOffset(step, answer, seen)
  }
  await judgeLocation(step, created, answer)
  await checkListed(step, created, sent, answer)
}

/** The properties sent for a new record; without its id if that belongs to another record, since the server must assign another. */
async function sentFor(
  { context, resource }: LifeStep,
  created: Fixture,
  { draft }: Answer,
): Promise<JsonObject> {
  const role = creationBy(context.api, draft.operation)?.operation
  const sent = role ? sentRecord(context.api, resource, role, draft) : {}
  const id = sent[resource.idProperty ?? ''] === undefined ? undefined : idIn(sent, resource)
  if (id === undefined || sameId(id, created.id)) return sent
  const other = { ...created, id, key: [...created.key.slice(0, -1), id] }
  // An empty id leads to no record.
  if (id !== '' && (await readItem(context, resource, other))?.record === undefined) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== resource.idProperty))
}

const mostVariants = 2

/** Records created from other examples and other branches of the schema must be readable as they were sent, too. */
async function judgeVariants(step: LifeStep, { draft: { operation } }: Answer): Promise<void> {
  const { context, resource } = step
  const { template } = await context.control(operation)
  const others = templatesOf(context.api, operation).filter(
    (each) => each !== template && each.body !== undefined,
  )
  const [generated, examples] = [
    others.filter(({ name }) => name.includes('made up')),
    others.filter(({ name }) => !name.includes('made up')),
  ]
  for (const each of [...generated, ...examples].slice(0, mostVariants)) {
    const answer = await context.send(await context.instantiate(operation, each), 'valid')
    const record = isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
    const seen = record && (await readItem(context, resource, record))
    if (!seen || !isTrusted(context.run, seen.answer.operation)) continue
    const sent = await sentFor(step, record, answer)
    const evidence = readBack(context.api, resource, sent, seen)
    context.judge(createdReadable, evidence, { answer: seen.answer, operation, after: [answer] })
  }
}

/** The Location of a created record must lead to it. */
async function judgeLocation(
  { context, resource }: LifeStep,
  created: Fixture,
  answer: Answer,
): Promise<void> {
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
  // Clients have to add required query parameters, such as an API key, themselves.
  if (!isComplete(operation, request.query)) return
  const draft = { ...plainDraft(operation, { path: {}, bindings: [] }), raw: request }
  const located = await context.send(draft, isDeclared ? 'valid' : 'probe', { foreign: !isDeclared })
  const found = isSuccess(located.status) ? idIn(recordIn(located, read.role), resource) : undefined
  const isList = operation === operationFor(context.api, resource, 'list')?.operation && request.query === ''
  context.judge(
    locationResolves,
    { ...evidence, status: located.status, isList, found },
    { answer: located, operation: answer.draft.operation, after: [answer] },
  )
}
