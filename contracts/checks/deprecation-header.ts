import { formatDeprecation } from '../../spec/http/lifecycle-fields.ts'
import type { Operation } from '../../spec/document.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import { declaresHeader, deprecationOf, isAnnounced, judgeField } from './lifecycle-fields.ts'

/** A deprecated operation says since when, and what it says is what the document says. */
export const deprecationHeader: Check<Answer> = {
  id: 'deprecation-header',
  title: 'Deprecation is announced',
  severity: 'error',
  requirement: 'RFC 9745 §2: the Deprecation header field',
  judge(answer) {
    const { operation } = answer
    if (!operation?.lifecycle.deprecated) return fine
    const reading = deprecationOf(answer)
    if (reading === undefined) return missing(answer, operation)
    const declared = operation.lifecycle.since
    const evidence = { name: 'Deprecation', reading, malformed, declared, format: formatDeprecation } as const
    return judgeField(answer, operation, evidence)
  },
}

const malformed = {
  expected: 'a Structured Field Date such as @1688169599',
  requirement: 'RFC 9745 §2.1: its value MUST be a Date (RFC 9651 §3.3.7)',
} as const

function missing(answer: Answer, operation: Operation): readonly Violation[] {
  if (!isAnnounced(answer, operation, 'deprecation')) return fine
  const isPromised = operation.lifecycle.sunset !== undefined || declaresHeader(operation, 'deprecation')
  return [
    {
      cause: 'missing',
      expected: 'a Deprecation header on a deprecated operation',
      actual: 'none',
      severity: isPromised ? 'error' : 'warning',
      requirement: `${operation.pointer}/deprecated and RFC 9745 §2`,
    },
  ]
}
