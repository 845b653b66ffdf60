import type { Parameter } from '../../../../spec/document.ts'
import { isAnsweredByKey, reusedStatus } from '../../../../spec/inference/reused-idempotency-keys.ts'
import { isJsonObject, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { idIn, recordIn, sameId } from '../../../answers/answer-records.ts'
import { show } from '../../../answers/compare.ts'
import { bodySchema, type RoleOperation } from '../../../api/api.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { idempotency, type RepeatEvidence } from '../../../checks/idempotency.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { changes, snapshot } from '../../../records/snapshot.ts'
import { withNewKey } from '../../../requests/new-key.ts'
import { isValid } from '../../../requests/validity.ts'
import { resourcesAround } from './failed-writes.ts'
import { fillReferencedRecords } from './fill-referenced.ts'

/** Sends the same request twice with one idempotency key, then another request with that key. */
export async function repeatKey(
  context: Context,
  resource: Resource,
  { operation, role }: RoleOperation,
  key: Parameter,
): Promise<void> {
  const plain = await acceptedDraft(context, operation, { fresh: true, attempt: 1 })
  // The key has to be valid where it must be a UUID.
  const header = withNewKey(context, operation, { ...plain.header, [key.name]: context.unique(1) })
  const draft = { ...plain, header }
  const prepared = await fillReferencedRecords(context, draft)
  const first = await context.send(draft, 'valid')
  if (!isSuccess(first.status)) throw inconclusive(`The request was refused with ${String(first.status)}.`)
  const about = resourcesAround(context, operation)
  const before = await snapshot(context, about)
  const second = await context.send(draft, 'valid')
  const say = (cause: RepeatEvidence['cause'], difference: string): void => {
    context.judge(
      idempotency,
      { header: key.name, cause, difference, pointer: key.pointer },
      { answer: second, after: [...prepared, first] },
    )
  }
  if (!isSuccess(second.status)) return say('status', describeAnswer(second))
  const ids = [first, second].map((answer) => idIn(recordIn(answer, role), resource))
  if (ids[0] !== undefined && ids[1] !== undefined && !sameId(ids[0], ids[1]))
    return say('record', `a second record, ${show(ids[1])}`)
  const changed = changes(context, before, await snapshot(context, about))
  if (changed.length > 0) return say('effect', changed.join('; '))
  await otherBody(context, draft, key, [...prepared, first])
}

/** Checks that a key is refused for another body, if the document says so. */
async function otherBody(
  context: Context,
  draft: Draft,
  key: Parameter,
  after: readonly Answer[],
): Promise<void> {
  const { operation } = draft
  const stated = reusedStatus(context.api.document, operation)
  // Without a word about reused keys, the status may be that of invalid values only.
  const isSaid = stated !== undefined
  const isDeclared =
    isSaid ||
    (operation.responses.some(({ status }) => status === '422') &&
      !isAnsweredByKey(context.api.document, operation))
  const other = isDeclared ? changed(context, draft) : undefined
  if (!other) return
  const answer = await context.send(other, 'valid')
  if (!isSuccess(answer.status)) return
  const difference = `${describeAnswer(answer)} instead of ${String(stated ?? 422)} for another body with the same key`
  context.judge(
    idempotency,
    {
      header: key.name,
      cause: 'other-body',
      difference,
      pointer: key.pointer,
      ...(!isSaid && { severity: 'warning' as const }),
    },
    { answer, after },
  )
}

/** The request with one other value that keeps it valid. */
function changed(context: Context, draft: Draft): Draft | undefined {
  const schema = bodySchema(draft.operation)
  const body = bodyValue(draft)
  if (!schema || !isJsonObject(body)) return undefined
  const bound = new Set(draft.bindings.map(({ at }) => at))
  const others = context.api.generator
    .boundaries(schema, 'request')
    .filter(({ path, undeclared }) => /^\/[^/]+$/.test(path) && !bound.has(path) && !undeclared)
  for (const { path, value } of others) {
    const name = path.slice(1)
    const part: Json | undefined = isJsonObject(value) ? value[name] : undefined
    if (part === undefined || sameId(part, body[name])) continue
    const candidate = withBody(draft, { ...body, [name]: part })
    if (isValid(context.api, candidate)) return candidate
  }
  return undefined
}
