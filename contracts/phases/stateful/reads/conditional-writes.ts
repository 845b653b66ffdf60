import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { operationFor, operationsFor, type RoleOperation } from '../../../api/api.ts'
import { skipped, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { isAsSent } from '../../../records/as-sent.ts'
import { readItem } from '../../../records/read-record.ts'
import { isValid } from '../../../requests/validity.ts'
import { differing, differingInOne } from '../writes/changed-values.ts'
import { isDeclared, judgeCondition, tagOf, unknownTag } from './entity-tags.ts'
import { judgeTagOfCreation, judgeTagOfWrite } from './tags-of-writes.ts'

/** Checks that a conditional write takes effect only if its condition is true. */
export async function writeConditionally(context: Context, resource: Resource): Promise<void> {
  const record = await context.fixture(resource, { fresh: true })
  const seen = record && (await readItem(context, resource, record))
  if (seen && record.creation) judgeTagOfCreation(context, record.creation, seen.answer)
  if (record) await replaceIfNoneMatch(context, resource, record)
  if (!record || !seen || tagOf(seen.answer) === undefined) throw skipped('The record has no ETag.')
  const itemPath = operationFor(context.api, resource, 'read')?.operation.path
  for (const role of ['update', 'replace'] as const) {
    // A condition is about what the request's own URL identifies (RFC 9110 §13.1).
    const changes = operationsFor(context.api, resource, role).filter(
      ({ operation }) => operation.path === itemPath,
    )
    for (const change of changes) await updateConditionally(context, resource, record, change)
  }
  const removal = operationFor(context.api, resource, 'delete')
  if (removal && removal.operation.path === itemPath && record.creation && !record.gone)
    await deleteConditionally(context, resource, record, removal)
}

/** Checks that a declared `If-None-Match: *` makes the replacement of an existing record fail (RFC 9110 §13.1.2). */
async function replaceIfNoneMatch(context: Context, resource: Resource, record: Fixture): Promise<void> {
  for (const { operation } of operationsFor(context.api, resource, 'replace')) {
    const parameter = operation.parameters.find(
      ({ in: place, name }) => place === 'header' && /^if-none-match$/i.test(name),
    )
    context.group.fixtures.set(resource.name, record)
    const { template } = await context.control(operation)
    context.group.fixtures.set(resource.name, record)
    const before =
      parameter && template && !record.gone ? await readItem(context, resource, record) : undefined
    if (!parameter || !template || !before?.record) continue
    const draft = await context.instantiate(operation, template)
    const conditional = { ...draft, header: { ...draft.header, [parameter.name]: '*' } }
    const answer = isValid(context.api, conditional) ? await context.send(conditional, 'valid') : undefined
    if (!answer || !isSuccess(answer.status)) continue
    const expected = '412 to If-None-Match: * for a record that is there'
    judgeCondition(
      context,
      { cause: 'if-none-match-any', expected, actual: describeAnswer(answer), severity: 'error' },
      answer,
      before.answer,
    )
  }
}

/**
 * Checks that an update fails with an outdated tag, without effect, and succeeds with the current one; and that a read responds with the
 * record if the client has an outdated tag.
 */
async function updateConditionally(
  context: Context,
  resource: Resource,
  record: Fixture,
  { operation }: RoleOperation,
): Promise<void> {
  context.group.fixtures.set(resource.name, record)
  const accepted = await context.control(operation)
  context.group.fixtures.set(resource.name, record)
  const before = await readItem(context, resource, record)
  if (!accepted.template || !before?.record) return
  const update = await context.instantiate(operation, accepted.template, { freshReferences: true })
  // An entity tag may tell of some properties only.
  const draft = differingInOne(context, differing(context, update, before.record), before.record)
  const severity = isDeclared(operation, 'if-match', '412') ? 'error' : 'warning'
  if (!(await judgeOutdatedTag(context, draft, before.answer, severity))) return
  const after = await readItem(context, resource, record, { 'if-none-match': unknownTag })
  if (after?.answer.status === 304) {
    const expected = '200 to If-None-Match with another ETag than the current one'
    const actual = describeAnswer(after.answer)
    const evidence = { cause: 'if-none-match-other', expected, actual, severity: 'error' } as const
    return judgeCondition(context, evidence, after.answer, before.answer)
  }
  if (after && !isAsSent(context.api, resource, before.record, after.record)) {
    return judgeCondition(
      context,
      {
        cause: 'if-match-changed',
        expected: 'a refused update to change nothing',
        actual: 'a changed record',
        severity,
      },
      after.answer,
      before.answer,
    )
  }
  await updateWithCurrentTag(context, resource, record, draft, before.answer, severity)
  await judgeMissingTag(context, draft, before.answer)
}

/** Reports a write without a condition that is accepted although the document declares 428 for it (RFC 6585 §3). */
async function judgeMissingTag(context: Context, draft: Draft, before: Answer): Promise<void> {
  const { parameters, responses } = draft.operation
  if (responses.every(({ status }) => status !== '428')) return
  const isCondition = (name: string): boolean => /^if-(?:match|unmodified-since)$/i.test(name)
  const told = parameters
    .filter(({ in: place, name }) => place === 'header' && isCondition(name))
    .map((each) => parameterDescription(context.api.document, each))
  const without = <Value>(fields: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !isCondition(name)))
  const unconditional = { header: without(draft.header), fields: without(draft.fields ?? {}) }
  const answer = await context.send({ ...draft, ...unconditional }, 'probe')
  if (!isSuccess(answer.status)) return
  judgeCondition(
    context,
    {
      cause: 'if-match-missing',
      expected: '428 to a write without If-Match',
      actual: describeAnswer(answer),
      severity: told.some((text) => /\b(?:required|must|mandatory)\b/i.test(text)) ? 'error' : 'warning',
    },
    answer,
    before,
  )
}

/** Whether a request with an outdated tag is refused; reports one that is not. */
async function judgeOutdatedTag(
  context: Context,
  draft: Draft,
  before: Answer,
  severity: 'error' | 'warning',
): Promise<boolean> {
  const answer = await context.send({ ...draft, fields: { 'if-match': unknownTag } }, 'valid')
  if (!isSuccess(answer.status)) return true
  judgeCondition(
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

/** Checks that an update with the current tag succeeds, and reads the changed record, which must have another tag. */
async function updateWithCurrentTag(
  context: Context,
  resource: Resource,
  record: Fixture,
  draft: Draft,
  before: Answer,
  severity: 'error' | 'warning',
): Promise<void> {
  const tag = tagOf(before) ?? ''
  // A weak tag never matches in If-Match (RFC 9110 §13.1.1).
  if (tag.startsWith('W/')) return
  const answer = await context.send({ ...draft, fields: { 'if-match': tag } }, 'valid')
  // A different query makes a different URL, whose tag is unknown.
  if (answer.exchange.request.query !== before.exchange.request.query) return
  if (answer.status === 412) {
    return judgeCondition(
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
  const after = isSuccess(answer.status) ? await readItem(context, resource, record) : undefined
  if (after) judgeTagOfWrite(context, answer, after.answer, severity)
}

/** Checks that a deletion with an outdated tag fails. */
async function deleteConditionally(
  context: Context,
  resource: Resource,
  record: Fixture,
  removal: RoleOperation,
): Promise<void> {
  const before = await readItem(context, resource, record)
  if (!before?.record) return
  const severity = isDeclared(removal.operation, 'if-match', '412') ? 'error' : 'warning'
  await judgeOutdatedTag(context, itemDraft(removal, record), before.answer, severity)
}
