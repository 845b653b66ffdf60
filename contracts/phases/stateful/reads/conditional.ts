import type { Operation } from '../../../../spec/document.ts'
import { header } from '../../../../spec/http.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { operationFor, operationsFor, type RoleOperation } from '../../../api/api.ts'
import { conditionalRequest, type ConditionEvidence } from '../../../checks/conditional-request.ts'
import { contentLength } from '../../../checks/content-length.ts'
import { inconclusive, isTrusted, skipped, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { isAsSent } from '../../../records/as-sent.ts'
import { readItem } from '../../../records/read-record.ts'
import { acceptedDraft } from '../../../requests/accepted-request.ts'
import { isValid } from '../../../requests/validity.ts'
import { differing, differingInOne } from '../writes/changed-values.ts'

/** An entity tag that no record has. */
const unknownTag = '"stablehand-no-such-tag"'

/** The entity tag of a response, if it is valid (RFC 9110 §8.8.3). */
function tagOf(answer: Answer): string | undefined {
  const tag = header(answer.exchange.response.headers, 'etag')
  return tag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : undefined
}

/** Whether the document itself declares the condition, by its header or by its status; otherwise only HTTP defines it. */
function isDeclared(operation: Operation, field: string, status: string): boolean {
  const hasParameter = operation.parameters.some(
    (parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === field,
  )
  return hasParameter || operation.responses.some((response) => response.status === status)
}

/**
 * Checks that a read with an entity tag responds 304 if the client already has it, also if the tag is one of a list, or in its weak form
 * (RFC 9110 §13.1.2).
 */
export async function revalidate(context: Context, operation: Operation): Promise<void> {
  const draft = await acceptedDraft(context, operation)
  const first = await context.send(draft, 'valid')
  const tag = tagOf(first)
  if (tag === undefined || !isSuccess(first.status)) throw skipped('The response has no ETag.')
  const severity = isDeclared(operation, 'if-none-match', '304') ? 'error' : 'warning'
  const having = async (tags: string): Promise<Answer> =>
    context.send({ ...draft, fields: { 'if-none-match': tags } }, 'valid')
  const weak = `W/${tag.replace(/^W\//, '')}`
  // What understands both together understands either.
  const both = await having(`${unknownTag}, ${weak}`)
  const again = both.status === 304 ? both : await having(tag)
  if (again.status !== 304) {
    if (tagOf(again) !== tag && isSuccess(again.status))
      throw inconclusive('The response changes with every request.')
    const expected = '304 to If-None-Match with the current ETag'
    judge(
      context,
      { cause: 'if-none-match', expected, actual: describeAnswer(again), severity },
      again,
      first,
    )
    return
  }
  context.judge(contentLength, { answer: again, full: first }, { answer: again, after: [first] })
  if (tagOf(again) !== tag) {
    const [expected, actual] = [`304 with ETag: ${tag}`, tagOf(again) ?? 'no ETag']
    judge(context, { cause: 'etag-of-304', expected, actual, severity }, again, first)
    return
  }
  if (again === both) return
  const forms: readonly { cause: ConditionEvidence['cause']; tags: string; says: string }[] = [
    { cause: 'if-none-match-list', tags: `${unknownTag}, ${tag}`, says: 'a list with the current ETag' },
    { cause: 'if-none-match-weak', tags: weak, says: 'the current ETag as a weak one' },
  ]
  for (const { cause, tags, says } of forms) {
    const answer = await having(tags)
    if (!isSuccess(answer.status) || tagOf(answer) !== tag) continue
    const expected = `304 to If-None-Match with ${says}`
    judge(context, { cause, expected, actual: describeAnswer(answer), severity: 'warning' }, answer, first)
    return
  }
}

function judge(context: Context, evidence: ConditionEvidence, answer: Answer, before: Answer): void {
  context.judge(conditionalRequest, evidence, { answer, after: [before] })
}

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
    judge(
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
    return judge(context, evidence, after.answer, before.answer)
  }
  if (after && !isAsSent(context.api, resource, before.record, after.record)) {
    return judge(
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
  judge(
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
  const after = isSuccess(answer.status) ? await readItem(context, resource, record) : undefined
  if (after) judgeTagOfWrite(context, answer, after.answer, severity)
}

/**
 * Checks that the entity tag in the response to a write is that of the new representation, as the next read shows it: a client sends
 * it in its next If-Match.
 */
function judgeTagOfWrite(context: Context, write: Answer, read: Answer, severity: 'error' | 'warning'): void {
  const [given, current] = [write, read].map((each) => tagOf(each)?.replace(/^W\//, ''))
  const [body, shown] = [write, read].map(({ exchange }) => Buffer.from(exchange.response.body))
  if (given === undefined || current === undefined || given === current) return
  if (!body || !shown?.equals(body) || !isTrusted(context.run, read.operation)) return
  context.judge(
    conditionalRequest,
    {
      cause: 'etag-of-write',
      expected: `ETag: ${current} in the response to ${write.method}, as the next read has for the same content`,
      actual: `ETag: ${given}`,
      severity,
    },
    { answer: write, after: [] },
  )
}

/** Checks that the entity tag of a 201 is that of the new representation (RFC 9110 §15.3.2). */
function judgeTagOfCreation(context: Context, creation: Answer, read: Answer): void {
  const { responses } = creation.draft.operation
  const isDeclared = responses.some(({ headers }) => headers.some(({ name }) => /^etag$/i.test(name)))
  if (creation.status === 201) judgeTagOfWrite(context, creation, read, isDeclared ? 'error' : 'warning')
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
