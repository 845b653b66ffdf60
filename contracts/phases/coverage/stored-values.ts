import { equalJson, type Json } from '../../../spec/json.ts'
import type { Resource, Role } from '../../../spec/resources.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { isSuccess } from '../../answer.ts'
import { hasAdded, recordIn } from '../../answers/answer-records.ts'
import { referredBy, shownBy, type Api, type RoleOperation } from '../../api/api.ts'
import type { Mutation } from '../../attempts/mutation.ts'
import { createdReadable } from '../../checks/created-readable.ts'
import { updateVisible } from '../../checks/update-visible.ts'
import { isTrusted, type Context } from '../../context.ts'
import type { Answer, Fixture } from '../../interaction.ts'
import { readBack } from '../../records/as-sent.ts'
import { readItem, type ReadResult } from '../../records/read-record.ts'
import { sentRecord } from '../../records/sent-values.ts'

/** A server may accept a value at one of these limits and store it truncated, so its response alone proves little. */
const upperLimits = new Set(['maxLength', 'maximum', 'maxItems', 'maxProperties'])

const writes: ReadonlySet<Role> = new Set<Role>(['create', 'update', 'replace'])

/** Judges whether an accepted value was stored: by the response or, if that proves little, by reading the record. */
export async function judgeStoredValue(context: Context, answer: Answer, mutation: Mutation): Promise<void> {
  const { api, run } = context
  const found = api.model.roles.get(mutation.operation.id)
  const written = found && writtenRecord(context, found.resource, answer)
  if (
    mutation.place !== 'body' ||
    !written ||
    !writes.has(found.operation.role) ||
    isFraction(mutation.value)
  )
    return
  const write = { role: found.operation, operation: mutation.operation }
  const isResponseEnough =
    !isSparse(mutation) && !upperLimits.has(mutation.keyword ?? '') && showsRecord(api, found.resource, write)
  const seen = isResponseEnough
    ? resultOf(answer, recordIn(answer, found.operation))
    : await readItem(context, found.resource, written)
  if (
    !seen?.record ||
    !isTrusted(run, seen.answer.operation) ||
    (found.operation.role !== 'create' && hasAdded(api, answer, seen.record))
  )
    return
  const { record } = seen
  const sent = Object.entries(sentRecord(api, found.resource, found.operation, answer.draft))
  // The server decides on the record's own id and on how it shows referenced records.
  const isComparable = (name: string): boolean =>
    name !== found.resource.idProperty && referredBy(api, mutation.operation, name) === undefined
  const shown = Object.fromEntries(sent.filter(([name]) => Object.hasOwn(record, name) && isComparable(name)))
  const evidence = readBack(api, found.resource, shown, seen)
  const where = {
    answer: seen.answer,
    operation: mutation.operation,
    after: seen.answer === answer ? [] : [answer],
  }
  if (found.operation.role === 'create') context.judge(createdReadable, evidence, where)
  else context.judge(updateVisible, { ...evidence, untouched: {} }, where)
}

/** The record that a request created or changed, if this run created it: others may change at the same time. */
function writtenRecord({ run }: Context, { name }: Resource, answer: Answer): Fixture | undefined {
  const bound = answer.draft.bindings.find(
    (each) => each.in === 'path' && each.fixture.resource === name,
  )?.fixture
  const made = run.records.createdBy(answer)
  return made?.resource === name ? made : bound?.creation && bound
}

/** Whether the value is missing or null, which records show in different ways. */
const isSparse = ({ title, value }: Mutation): boolean =>
  / (?:absent|left out)$/.test(title) || value === null

/** The server decides how many digits of a fraction it keeps. */
const isFraction = (value: Mutation['value']): boolean =>
  typeof value === 'number' && !Number.isInteger(value)

/** Whether the response has the record's own schema: a job that creates it may share property names with it. */
function showsRecord(api: Api, resource: Resource, write: RoleOperation): boolean {
  const [schema, own] = [shownBy(api, write), resource.record].map(
    (node) => node && (resolveRef(api.document, node).schema as Json),
  )
  return schema !== undefined && own !== undefined && equalJson(schema, own)
}

/** The record in a response, as if it had been read; undefined if the response is not valid. */
const resultOf = (answer: Answer, record: ReadResult['record']): ReadResult | undefined =>
  isSuccess(answer.status) && answer.issues.length === 0 ? { answer, record } : undefined
