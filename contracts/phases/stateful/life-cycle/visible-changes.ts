import type { Json, JsonObject } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { hasAdded, idIn, recordIn, sameId } from '../../../answers/answer-records.ts'
import { bodySchema, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import type { Context } from '../../../context.ts'
import { textOfId } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { dueInList, isAsSent, readBack } from '../../../records/as-sent.ts'
import { isMarkedDeleted } from '../../../records/deletion-mark.ts'
import { findInList, readItem } from '../../../records/read-record.ts'
import { sentRecord, untouchedBy } from '../../../records/sent-values.ts'
import { answeredValues } from './answered-values.ts'
import { checkListed, isStale, type LifeStep } from './stale-reads.ts'

/** An update must show in later reads and lists, with what it does not change as it was. */
export async function judgeChange(
  step: LifeStep,
  target: Fixture,
  { role }: RoleOperation,
  answer: Answer,
  before: JsonObject | undefined,
  earlier: readonly Answer[] = [],
): Promise<void> {
  const { context, resource } = step
  const sent = sentRecord(context.api, resource, role, answer.draft)
  const untouched = untouchedBy(context.api, resource, role, answer.draft, before)
  const isVisible = await judgeVisibility(step, target, { sent, untouched, answer, earlier })
  const answered = isVisible && answeredValues(context.api, resource, role, sent, answer)
  if (answered) context.judge(updateVisible, { ...answered, untouched: {} }, { answer, after: earlier })
}

/** The `default`s of the properties in the schema of a request's body. */
function defaultsIn({ api }: Context, { operation }: Draft): ReadonlyMap<string, Json> {
  const schema = bodySchema(operation)
  const properties = schema ? possiblePropertiesOf(api.document, schema) : []
  return new Map(
    [...properties].flatMap(([name, node]) => {
      const value = keywordsOf(api, node).get('default') as Json | undefined
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

interface Written {
  readonly sent: JsonObject
  readonly untouched: JsonObject
  readonly answer: Answer
  /** Requests that the untouched values are from. */
  readonly earlier?: readonly Answer[]
}

/** A change must show in later reads and lists. Returns whether a read shows it. */
export async function judgeVisibility(
  step: LifeStep,
  target: Fixture,
  { sent, untouched, answer, earlier = [] }: Written,
): Promise<boolean> {
  const { context, resource } = step
  const isFine = (record: JsonObject | undefined): boolean =>
    isAsSent(context.api, resource, { ...untouched, ...sent }, record)
  const seen = await readItem(context, resource, target)
  if (seen?.record && hasAdded(context.api, answer, seen.record)) return false
  // What a client marks as archived may be out of sight.
  if (seen && !seen.record && (isMarkedDeleted(sent) || hasBeenRenamed(context, target, sent, answer)))
    return false
  if (seen && !(await isStale(step, 'update', seen, isFine, target, [answer]))) {
    const defaults = defaultsIn(context, answer.draft)
    const evidence = { ...readBack(context.api, resource, sent, seen), untouched, defaults }
    context.judge(updateVisible, evidence, {
      answer: seen.answer,
      operation: answer.draft.operation,
      after: [...earlier, answer],
    })
  }
  if (seen && !isFine(seen.record)) return false
  const listed = await findInList(context, resource, target)
  if (!listed?.item) return seen !== undefined
  if (seen) {
    await checkListed(step, target, sent, answer)
    return true
  }
  const { item } = listed
  const evidence = {
    ...readBack(context.api, resource, dueInList(context.api, resource, sent, listed), {
      ...listed,
      record: item,
    }),
    untouched: Object.fromEntries(Object.entries(untouched).filter(([name]) => Object.hasOwn(item, name))),
  }
  const where = { answer: listed.answer, operation: answer.draft.operation, after: [...earlier, answer] }
  return !context.judge(updateVisible, evidence, where)
}

/** Whether a record has another id since a change: the response shows one that contains a value which was sent, its new name. */
function hasBeenRenamed({ api }: Context, target: Fixture, sent: JsonObject, answer: Answer): boolean {
  const { resource, operation: role } = api.model.roles.get(answer.draft.operation.id) ?? {}
  const record = role && recordIn(answer, role)
  const id = resource && record ? idIn(record, resource) : undefined
  if (id === undefined || sameId(id, target.id)) return false
  return Object.values(sent).some(
    (value) => typeof value === 'string' && value !== '' && textOfId(id).includes(value),
  )
}
