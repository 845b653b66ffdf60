import type { Operation } from '../../../../spec/document.ts'
import { header } from '../../../../spec/http.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { operationFor, operationsFor, type RoleOperation } from '../../../api/api.ts'
import { contentLength } from '../../../checks/content-length.ts'
import { conditionalRequest, type ConditionEvidence } from '../../../checks/conditional-request.ts'
import { inconclusive, isTrusted, skipped, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { acceptedDraft } from '../../../requests/accepted-request.ts'
import { isValid } from '../../../requests/validity.ts'
import { differing } from '../writes/changed-values.ts'
import { isAsSent } from '../../../records/sent-values.ts'
import { readItem } from '../../../records/read-record.ts'

const noTag = '"stablehand-no-such-tag"'

/** The entity tag of a response, if it is valid (RFC 9110 §8.8.3). */
function tagOf(answer: Answer): string | undefined {
  const tag = header(answer.exchange.response.headers, 'etag')
  return tag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : undefined
}

/** Whether the document declares the condition, not only HTTP. */
function isPromised(operation: Operation, field: string, status: string): boolean {
  const isNamed = operation.parameters.some(
    (each) => each.in === 'header' && each.name.toLowerCase() === field,
  )
  return isNamed || operation.responses.some((each) => each.status === status)
}

/** Checks that a read with an entity tag responds 304 if the client already has it. */
export async function revalidate(context: Context, group: CaseGroup, operation: Operation): Promise<void> {
  const draft = await acceptedDraft(context, group, operation)
  const first = await context.send(draft, 'valid')
  const tag = tagOf(first)
  if (tag === undefined || !isSuccess(first.status)) throw skipped('The response has no ETag.')
  const again = await context.send({ ...draft, fields: { 'if-none-match': tag } }, 'valid')
  const severity = isPromised(operation, 'if-none-match', '304') ? 'error' : 'warning'
  if (again.status !== 304) {
    if (tagOf(again) !== tag && isSuccess(again.status))
      throw inconclusive('The response changes with every request.')
    judge(
      context,
      {
        cause: 'if-none-match',
        expected: '304 to If-None-Match with the current ETag',
        actual: describeAnswer(again),
        severity,
      },
      again,
      first,
    )
    return
  }
  context.judge(contentLength, { answer: again, full: first }, { answer: again, after: [first] })
  if (tagOf(again) === tag) return
  judge(
    context,
    { cause: 'etag-of-304', expected: `304 with ETag: ${tag}`, actual: tagOf(again) ?? 'no ETag', severity },
    again,
    first,
  )
}

function judge(context: Context, evidence: ConditionEvidence, answer: Answer, before: Answer): void {
  context.judge(conditionalRequest, evidence, { answer, after: [before] })
}

/** Checks that a conditional write takes effect only if its condition is true. */
export async function writeConditionally(
  context: Context,
  group: CaseGroup,
  resource: Resource,
): Promise<void> {
  const of = await group.fixture(context, resource, { fresh: true })
  if (of) await createOnly(context, group, resource, of)
  const seen = of && (await readItem(context, resource, of))
  if (!of || !seen || tagOf(seen.answer) === undefined) throw skipped('The record has no ETag.')
  const read = operationFor(context.api, resource, 'read')?.operation.path
  for (const role of ['update', 'replace'] as const) {
    // A condition is about what the request's own URL identifies (RFC 9110 §13.1).
    for (const each of operationsFor(context.api, resource, role).filter(
      ({ operation }) => operation.path === read,
    ))
      await updateConditionally(context, group, resource, of, each)
  }
  const removal = operationFor(context.api, resource, 'delete')
  if (removal && removal.operation.path === read && of.creation && !of.gone)
    await deleteConditionally(context, resource, of, removal)
}

/** Where the document has `If-None-Match: *` for a replacement, it is only for what is not there yet (RFC 9110 §13.1.2). */
async function createOnly(
  context: Context,
  group: CaseGroup,
  resource: Resource,
  of: Fixture,
): Promise<void> {
  for (const { operation } of operationsFor(context.api, resource, 'replace')) {
    const parameter = operation.parameters.find(
      (each) => each.in === 'header' && /^if-none-match$/i.test(each.name),
    )
    group.fixtures.set(resource.name, of)
    const { template } = await group.control(context, operation)
    group.fixtures.set(resource.name, of)
    const before = parameter && template && !of.gone ? await readItem(context, resource, of) : undefined
    if (!parameter || !template || !before?.record) continue
    const draft = await group.instantiate(context, operation, template)
    const asked = { ...draft, header: { ...draft.header, [parameter.name]: '*' } }
    const answer = isValid(context.api, asked) ? await context.send(asked, 'valid') : undefined
    if (!answer || !isSuccess(answer.status)) continue
    const expected = '412 to If-None-Match: * for a record that is there'
    judge(
      context,
      { cause: 'if-none-match-any', expected, actual: describeAnswer(answer), severity: 'error' },
      answer,
      before.answer,
    )
  }
}

async function updateConditionally(
  context: Context,
  group: CaseGroup,
  resource: Resource,
  of: Fixture,
  { operation }: RoleOperation,
): Promise<void> {
  group.fixtures.set(resource.name, of)
  const accepted = await group.control(context, operation)
  group.fixtures.set(resource.name, of)
  const before = await readItem(context, resource, of)
  if (!accepted.template || !before?.record) return
  const made = await group.instantiate(context, operation, accepted.template, { freshReferences: true })
  const draft = differing(context, made, before.record)
  const severity = isPromised(operation, 'if-match', '412') ? 'error' : 'warning'
  if (!(await isRefused(context, draft, before.answer, severity))) return
  const kept = await readItem(context, resource, of)
  if (kept && !isAsSent(context.api, resource, before.record, kept.record)) {
    return judge(
      context,
      {
        cause: 'if-match-changed',
        expected: 'a refused update to change nothing',
        actual: 'a changed record',
        severity,
      },
      kept.answer,
      before.answer,
    )
  }
  await currentTag(context, resource, of, draft, before.answer, severity)
}

/** Whether a request with an outdated tag is refused. */
async function isRefused(
  context: Context,
  draft: Draft,
  before: Answer,
  severity: 'error' | 'warning',
): Promise<boolean> {
  const answer = await context.send({ ...draft, fields: { 'if-match': noTag } }, 'valid')
  if (!isSuccess(answer.status)) return true
  judge(
    context,
    {
      cause: 'if-match',
      expected: '412 to If-Match with an outdated ETag',
      actual: describeAnswer(answer),
      severity,
    },
    answer,
    before,
  )
  return false
}

/** With the current tag the change is made, and the tag is another one then. */
async function currentTag(
  context: Context,
  resource: Resource,
  of: Fixture,
  draft: Draft,
  before: Answer,
  severity: 'error' | 'warning',
): Promise<void> {
  const tag = tagOf(before) ?? ''
  // A weak tag never matches in If-Match (RFC 9110 §13.1.1).
  if (tag.startsWith('W/')) return
  const answer = await context.send({ ...draft, fields: { 'if-match': tag } }, 'valid')
  // Another query makes another URL, whose tag is unknown.
  if (answer.exchange.request.query !== before.exchange.request.query) return
  if (answer.status === 412) {
    return judge(
      context,
      {
        cause: 'if-match-current',
        expected: 'success, because If-Match has the current ETag',
        actual: describeAnswer(answer),
        severity,
      },
      answer,
      before,
    )
  }
  const after = isSuccess(answer.status) ? await readItem(context, resource, of) : undefined
  const isSame =
    after &&
    Buffer.from(after.answer.exchange.response.body).equals(Buffer.from(before.exchange.response.body))
  if (!after || !isTrusted(context.run, after.answer.operation) || isSame || tagOf(after.answer) !== tag)
    return
  const actual = `ETag: ${tag} before and after`
  context.judge(
    conditionalRequest,
    {
      cause: 'etag-unchanged',
      expected: 'a new ETag for the changed representation',
      actual,
      severity: 'error',
    },
    { answer: after.answer, after: [before, answer] },
  )
}

async function deleteConditionally(
  context: Context,
  resource: Resource,
  of: Fixture,
  removal: RoleOperation,
): Promise<void> {
  const before = await readItem(context, resource, of)
  if (!before?.record) return
  const severity = isPromised(removal.operation, 'if-match', '412') ? 'error' : 'warning'
  await isRefused(context, itemDraft(removal, of), before.answer, severity)
}
