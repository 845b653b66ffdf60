import { requestSchema } from '../../../../spec/inference/bodies/content.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { unconditionalSentences } from '../../../../spec/inference/states/effects/described-times.ts'
import { isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, recordIn, sameId } from '../../../answers/answer-records.ts'
import { differences } from '../../../answers/compare.ts'
import { recordProperties, type Api } from '../../../api/api.ts'
import { states } from '../../../checks/states.ts'
import type { Context } from '../../../context.ts'
import { bodyValue } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isAsSent, readBack } from '../../../records/as-sent.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'

/**
 * Checks that a record shows what an action was sent: the `reason` of a rejection, the `approved_amount` of an approval. Only an
 * action that responds with the record sets properties of it, and only one that the record did not have before has no meaning
 * but this: `amount` of a refund may be another than that of the payment.
 */
export async function judgeRecordedValues(
  context: Context,
  resource: Resource,
  record: Fixture,
  before: JsonObject,
  { record: seen }: ReadResult,
  action: Answer,
): Promise<void> {
  const sent = newValues(context, resource, record, before, action)
  // What was accepted with 202 may be done later.
  if (action.status === 202 || isAsSent(context.api, resource, sent, seen)) return
  const again = await readItem(context, resource, record)
  if (!again?.record || !isSuccess(again.answer.status)) return
  const { operation } = action.draft
  const due = readBack(context.api, resource, sent, again).sent
  for (const { property, expected, actual } of differences(due, again.record))
    context.judge(
      states,
      { kind: 'unrecorded', property, expected, actual, pointer: operation.pointer },
      { answer: again.answer, operation, after: [action] },
    )
}

/** The values sent for properties that the record did not have, if the response to the action shows the record. */
function newValues(
  { api }: Context,
  resource: Resource,
  { id }: Fixture,
  before: JsonObject,
  action: Answer,
): JsonObject {
  const role = api.model.roles.get(action.draft.operation.id)?.operation
  const shown = role?.role === 'action' ? recordIn(action, role) : undefined
  if (!role || !shown || !sameId(idIn(shown, resource), id)) return {}
  const sent = {
    ...keptByOtherNames(api, resource, action),
    ...sentRecord(api, resource, role, action.draft),
  }
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== null && (before[name] ?? null) === null),
  )
}

/**
 * What is sent as the end of a name that the description of the operation, or of what is sent, gives: `reason`, which "is kept in
 * `cancellationReason`".
 */
function keptByOtherNames(api: Api, resource: Resource, { draft }: Answer): JsonObject {
  const body = bodyValue(draft)
  const { operation } = draft
  const schema = requestSchema(operation)
  const sentAs = schema ? [...possiblePropertiesOf(api.document, schema).values()] : []
  const descriptions = sentAs.map((node) => schemaDescription(api.document, node))
  const told = [...unconditionalSentences(operation), ...descriptions].join(' ')
  const properties = [...recordProperties(api, resource).keys()]
  const kept = Object.entries(isJsonObject(body) ? body : {}).flatMap(([sent, value]) => {
    const isEnd = (name: string): boolean =>
      ` ${wordsOf(name).join(' ')}`.endsWith(` ${wordsOf(sent).join(' ')}`)
    const [only, ...others] = properties.filter(isEnd)
    const isTold = only !== undefined && only !== sent && new RegExp(`\\b${only}\\b`).test(told)
    return isTold && others.length === 0 ? [[only, value] as const] : []
  })
  return Object.fromEntries(kept)
}
