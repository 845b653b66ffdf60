import { isTagName } from '../../../../spec/inference/identity/version-name.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import type { Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { differences, isAuditValue, show } from '../../../answers/compare.ts'
import { writableProperties, type RoleOperation } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { repeatPut } from '../../../checks/repeat-put.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { readOrFind } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'

/** Whether a property counts the changes of a record, as `version` does, and counted one more. */
const isCounted = (property: string, before: Json | undefined, after: Json | undefined): boolean =>
  /^(?:version|revision|rev)$/i.test(wordsOf(property).at(-1) ?? '') && after === Number(before) + 1

/** Whether a property is the place of a record in an ordered list, even if only the server assigns it. */
const isPlace = (property: string): boolean =>
  /^(?:position|ordinal|(?:sort|display) (?:order|index|position))$/.test(wordsOf(property).join(' '))

/** Checks that replacing a record twice with the same content changes nothing the second time. */
export async function replaceTwice(
  context: Context,
  resource: Resource,
  { operation, role }: RoleOperation,
): Promise<void> {
  const { template } = await accepted(context, operation)
  const of = context.group.fixtures.get(resource.name)
  const draft = await context.instantiate(operation, template)
  const first = await context.send(draft, 'valid')
  if (!isSuccess(first.status)) throw inconclusive(`The request was refused with ${String(first.status)}.`)
  const before = of && (await readOrFind(context, resource, of))
  const second = await context.send(draft, 'valid')
  if (!isSuccess(second.status))
    throw inconclusive(`The repeated request was refused with ${String(second.status)}.`)
  const after = of && (await readOrFind(context, resource, of))
  const writable = writableProperties(context.api, resource)
  const { record } = after ?? {}
  const sent = sentRecord(context.api, resource, role, draft)
  // Nested parts may get new ids each time.
  const isAsSent = (property: string): boolean =>
    record !== undefined &&
    sent[property] !== undefined &&
    differences({ [property]: sent[property] }, record).length === 0
  const found =
    before?.record && record
      ? differences(before.record, record).filter(
          ({ property, expected, actual }) =>
            (writable.has(property) || isPlace(property)) &&
            !isAsSent(property) &&
            !isTagName(property) &&
            !isAuditValue(property, actual) &&
            !isCounted(property, expected, actual),
        )
      : []
  const changes = found.map(
    ({ property, expected, actual }) => `${property} from ${show(expected)} to ${show(actual)}`,
  )
  const declaresOther = draft.operation.responses.some(
    ({ status }) => status.startsWith('2') && !['201', '202'].includes(status),
  )
  const evidence = { status: second.status, declaresOther, changes }
  context.judge(repeatPut, evidence, { answer: second, after: [first] })
}
