import type { Operation, Pointer } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { isJsonType, isMergePatch } from '../../spec/http/media-type.ts'
import { equalJson } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { isSuccess } from '../answer.ts'
import { bodySchema, bodyType, type Api } from '../api/api.ts'
import type { Severity } from '../check.ts'
import { invalidRefused, type AcceptanceEvidence, type Amends } from '../checks/invalid-refused.ts'
import { inconclusive, skipped, type Context } from '../context.ts'
import { bodyValue, valueAt, withJsonText } from '../draft.ts'
import type { Answer } from '../interaction.ts'
import { withNewItems } from '../requests/new-items.ts'
import { pathTarget } from '../requests/paths.ts'
import type { RequestTemplate } from '../requests/templates.ts'
import { isInvalid } from '../requests/validity.ts'
import { accepted } from './accepted-request.ts'
import type { Mutation } from './mutation.ts'
import { isAboutMissingRecord } from './not-found.ts'
import {
  amendsOf,
  ignoring,
  isSetByServer,
  isTakenAsAbsent,
  isTrimmed,
  mayBeShownSo,
  meansTheSame,
  overriding,
  readingOf,
  type Reading,
} from './readings.ts'
import { refusesItem } from './refused-items.ts'

const refusals = new Set([400, 405, 406, 411, 413, 414, 415, 422, 431])

/** Judges a mutation that the document forbids: the target should refuse it, and for that reason. */
export async function tryInvalid(context: Context, mutation: Mutation): Promise<void> {
  const { operation, cause, title, says, pointer } = mutation
  const severity = severityOf(context.api, mutation)
  const { template } = await accepted(context, operation)
  let status = 0
  for (const attempt of [0, 1]) {
    const base = await context.instantiate(operation, template, {
      fresh: attempt > 0,
      elsewhere: attempt > 0,
      attempt,
    })
    const changed = mutation.apply(base, context)
    const draft = changed && withNewItems(context, changed, attempt, mutation.path)
    if (!draft || !isInvalid(context.api, draft))
      throw skipped('The value is not invalid in an accepted request.')
    if (mutation.place === 'body' && Object.hasOwn(draft.query, pointerTokens(mutation.path ?? '')[0] ?? ''))
      throw skipped('The query says it as well.')
    const answer = await context.send(draft, 'invalid')
    status = answer.status
    if (isSuccess(status)) {
      forgetFixture(context, operation)
      if (refusesItem(answer, mutation)) return
      const ignored = mutation.place === 'body' ? await ignoredBody(context, operation, template) : undefined
      if (ignored) {
        context.judge(invalidRefused, { ...ignored, severity }, { answer: ignored.answer })
        return
      }
      const reading = readingOf(context.api, mutation, answer)
      if (reading && isTrimmed(reading)) return
      const isRemoved = isRemoval(answer, mutation)
      if (isRemoved && !(reading && (await isNullIgnored(context, mutation, template, reading)))) return
      const { isUnderstood, amends } = await takenAs(context, mutation, template, answer, reading)
      const evidence = { answer, cause, title, says, amends, isUnderstood, forbiddenBy: pointer, severity }
      context.judge(invalidRefused, evidence, { answer })
      return
    }
    if (refusals.has(status) || status >= 500 || isAboutMissingRecord(context.api, answer, mutation)) return
  }
  throw inconclusive(`The request was refused with ${String(status)}, for another reason.`)
}

/** How the target took an invalid value that it accepted: whether it was understood, and what became of it. */
async function takenAs(
  context: Context,
  mutation: Mutation,
  template: RequestTemplate,
  answer: Answer,
  reading: Reading | undefined,
): Promise<{ readonly isUnderstood: boolean; readonly amends: Amends | undefined }> {
  if (!reading) return { isUnderstood: mutation.isClear === true, amends: undefined }
  if (await isNullIgnored(context, mutation, template, reading))
    return { isUnderstood: true, amends: ignoring(reading) }
  const amends = amendsOf(mutation, reading)
  if (mayBeShownSo(context.api, mutation, reading)) return { isUnderstood: true, amends }
  if (meansTheSame(mutation, reading) || isTakenAsAbsent(context.api, answer, mutation, reading))
    return { isUnderstood: true, amends }
  if (isSetByServer(context.api, answer, mutation, reading))
    return { isUnderstood: true, amends: overriding(reading) }
  return { isUnderstood: false, amends }
}

/**
 * A warning if a PATCH without a required property is accepted where its schema is that of the whole record: then it is most likely
 * the document that asks for too much. An error for anything else.
 */
function severityOf({ document, operations }: Api, { operation, place, pointer }: Mutation): Severity {
  const schemaOf = (each: Operation): Pointer | undefined => {
    const schema = bodySchema(each)
    return schema && resolveRef(document, schema).pointer
  }
  const own = operation.method === 'PATCH' && place === 'body' ? schemaOf(operation) : undefined
  const isWhole = (each: Operation): boolean => /^P(?:OS|U)T$/.test(each.method) && schemaOf(each) === own
  return own !== undefined && pointer === `${own}/required` && operations.some(isWhole) ? 'warning' : 'error'
}

/**
 * Whether a PATCH leaves a property that is null as it is, as for one that is left out: the response shows what the request before has
 * set, in place of null.
 */
async function isNullIgnored(
  context: Context,
  mutation: Mutation,
  template: RequestTemplate,
  { sent, shown }: Reading,
): Promise<boolean> {
  const { operation } = mutation
  if (operation.method !== 'PATCH' || sent !== null || shown === null || shown === undefined) return false
  const base = await context.instantiate(operation, template, { attempt: 1 })
  const draft = mutation.apply(base, context)
  if (!draft || !isSuccess((await context.send(base, 'valid')).status)) return false
  const before = valueAt(bodyValue(base), mutation.path ?? '')
  const reading = readingOf(context.api, mutation, await context.send(draft, 'invalid'))
  return before !== undefined && equalJson(reading?.shown ?? null, before)
}

/**
 * Evidence that an operation ignores its body: it accepts malformed JSON as well as JSON of another type. Reported in place of the many
 * violations that follow from it; undefined when the operation does read its body.
 */
async function ignoredBody(
  context: Context,
  operation: Operation,
  template: RequestTemplate,
): Promise<Pick<AcceptanceEvidence, 'answer' | 'cause' | 'title' | 'forbiddenBy'> | undefined> {
  const { ignoredBodies } = context.run
  if (!isJsonType(bodyType(operation)?.type ?? '') || !operation.requestBody) return undefined
  if (!ignoredBodies.has(operation.id)) {
    const attempts: Answer[] = []
    for (const text of ['"stablehand"', '{"name": ']) {
      const base = await context.instantiate(operation, template, { fresh: true, attempt: 1 })
      const draft = withJsonText(base, text)
      if (!isInvalid(context.api, draft)) break
      const answer = await context.send(draft, 'invalid')
      if (!isSuccess(answer.status)) break
      forgetFixture(context, operation)
      attempts.push(answer)
    }
    ignoredBodies.set(operation.id, attempts[1])
  }
  const answer = ignoredBodies.get(operation.id)
  const { pointer } = operation.requestBody
  return answer && { answer, cause: 'body malformed', title: 'a body that is not JSON', forbiddenBy: pointer }
}

/**
 * Whether a property was null in a merge patch: that removes it (RFC 7396 §1), so that it has the server's default or no value, whatever
 * its schema says.
 */
const isRemoval = ({ draft }: Answer, { place, path = '' }: Mutation): boolean =>
  place === 'body' &&
  draft.body?.kind === 'value' &&
  isMergePatch(draft.body.mediaType.type) &&
  valueAt(draft.body.value, path) === null

/** Drops the record that an invalid request may have changed: its state is not known any more. */
function forgetFixture(context: Context, operation: Operation): void {
  const target = pathTarget(context.api, operation)
  if (target && !isSafe(operation.method)) context.group.fixtures.delete(target.resource.name)
}
