import { isJsonObject, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { parameterNames } from '../../../../spec/routing/path-template.ts'
import { recordIn } from '../../../answers/answer-records.ts'
import { operationFor, type RoleOperation } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { createdListed } from '../../../checks/created-listed.ts'
import { createdReadable } from '../../../checks/created-readable.ts'
import { putCreated } from '../../../checks/put-created.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bindTo, bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { dueInList, isAsSent, readBack } from '../../../records/as-sent.ts'
import { isMissing, mayCreateByPut } from '../../../records/fixtures.ts'
import { generateId } from '../../../records/identity.ts'
import { findInList, readItem } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'

/** Whether a replacement may create a record that can be read and deleted again. */
export function mayCreate(api: Context['api'], resource: Resource, { operation }: RoleOperation): boolean {
  return (
    mayCreateByPut(operation) &&
    operationFor(api, resource, 'read') !== undefined &&
    operationFor(api, resource, 'delete') !== undefined
  )
}

/** Creates a record by PUT, which must then be readable and listed as it was sent. */
export async function putNew(context: Context, resource: Resource, put: RoleOperation): Promise<void> {
  const { template } = await accepted(context, put.operation)
  const known = await context.fixture(resource)
  const draft = await context.instantiate(put.operation, template)
  const unused = known && (await unusedId(context, resource, known, put))
  if (!unused) throw inconclusive('No unused id is known.')
  const answer = await context.send(directedTo(resource, draft, unused, put), 'valid')
  if (answer.status !== 201) return judgeUnannounced(context, resource, unused, answer)
  const created = context.run.records.add({
    ...unused,
    record: recordIn(answer, put.role),
    creation: answer,
  })
  const sent = sentRecord(context.api, resource, put.role, answer.draft)
  const seen = await readItem(context, resource, created)
  const where = { operation: put.operation, after: [answer] }
  const evidence = seen && readBack(context.api, resource, sent, seen)
  if (evidence && context.judge(createdReadable, evidence, { ...where, answer: seen.answer })) return
  const listed = await findInList(context, resource, created)
  const due = listed && dueInList(context.api, resource, sent, listed)
  if (!due || isAsSent(context.api, listed.as, due, listed.item)) return
  context.judge(
    createdListed,
    { sent: due, item: listed.item },
    { answer: listed.answer, operation: listed.list.operation, after: [answer] },
  )
}

/** Checks that a PUT answered with 200 or 204 has not created a record. */
async function judgeUnannounced(
  context: Context,
  resource: Resource,
  unused: Fixture,
  answer: Answer,
): Promise<void> {
  const seen = [200, 204].includes(answer.status) ? await readItem(context, resource, unused) : undefined
  if (seen?.record === undefined)
    throw inconclusive(`The request was answered with ${String(answer.status)}.`)
  context.run.records.add({ ...unused, record: seen.record, creation: answer })
  context.judge(putCreated, { status: answer.status }, { answer })
}

/** A record with an unused id (GET is 404) that satisfies the schemas of both path and body. */
async function unusedId(
  context: Context,
  resource: Resource,
  known: Fixture,
  { operation }: RoleOperation,
): Promise<Fixture | undefined> {
  for (const seed of [11, 12, 13]) {
    const id = generateId(context.api, resource, operation, context.run.options.seed + seed)
    if (id === undefined) continue
    const candidate: Fixture = {
      ...known,
      id,
      key: [...known.key.slice(0, -1), id],
      record: undefined,
      creation: undefined,
      gone: false,
    }
    if (await isMissing(context, resource, candidate)) return candidate
  }
  return undefined
}

/** Directs the request to the unused id, in the path and, if it is there, in the body. */
function directedTo(
  { idProperty }: Resource,
  draft: Draft,
  unused: Fixture,
  { operation }: RoleOperation,
): Draft {
  const directed = { ...draft, ...bindTo(unused, parameterNames(operation.path)) }
  const body: Json | undefined = bodyValue(directed)
  return isJsonObject(body) && idProperty !== undefined && Object.hasOwn(body, idProperty)
    ? withBody(directed, { ...body, [idProperty]: unused.id })
    : directed
}
