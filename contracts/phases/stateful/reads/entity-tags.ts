import type { Operation } from '../../../../spec/document.ts'
import { header } from '../../../../spec/http.ts'
import { conditionalRequest, type ConditionEvidence } from '../../../checks/conditional-request.ts'
import type { Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'

/** An entity tag that no record has. */
export const unknownTag = '"stablehand-no-such-tag"'

/** The entity tag of a response, if it is valid (RFC 9110 §8.8.3). */
export function tagOf(answer: Answer): string | undefined {
  const tag = header(answer.exchange.response.headers, 'etag')
  return tag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : undefined
}

/** Whether the document itself declares the condition, by its header or by its status; otherwise only HTTP defines it. */
export function isDeclared(operation: Operation, field: string, status: string): boolean {
  const hasParameter = operation.parameters.some(
    (parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === field,
  )
  return hasParameter || operation.responses.some((response) => response.status === status)
}

/** Judges the response to a conditional request. */
export function judgeCondition(
  context: Context,
  evidence: ConditionEvidence,
  answer: Answer,
  before: Answer,
): void {
  context.judge(conditionalRequest, evidence, { answer, after: [before] })
}
