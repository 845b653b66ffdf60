import { conditionalRequest } from '../../../checks/conditional-request.ts'
import { isTrusted, type Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import { tagOf } from './entity-tags.ts'

/**
 * Checks that the entity tag in the response to a write is that of the new representation, as the next read shows it: a client sends
 * it in its next If-Match.
 */
export function judgeTagOfWrite(
  context: Context,
  write: Answer,
  read: Answer,
  severity: 'error' | 'warning',
): void {
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
export function judgeTagOfCreation(context: Context, creation: Answer, read: Answer): void {
  const { responses } = creation.draft.operation
  const isDeclared = responses.some(({ headers }) => headers.some(({ name }) => /^etag$/i.test(name)))
  if (creation.status === 201) judgeTagOfWrite(context, creation, read, isDeclared ? 'error' : 'warning')
}
