import type { Operation } from '../../../../spec/document.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import type { ConditionEvidence } from '../../../checks/conditional-request.ts'
import { contentLength } from '../../../checks/content-length.ts'
import { inconclusive, skipped, type Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import { isDeclared, judgeCondition, tagOf, unknownTag } from './entity-tags.ts'

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
    judgeCondition(
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
    judgeCondition(context, { cause: 'etag-of-304', expected, actual, severity }, again, first)
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
    judgeCondition(
      context,
      { cause, expected, actual: describeAnswer(answer), severity: 'warning' },
      answer,
      first,
    )
    return
  }
}
