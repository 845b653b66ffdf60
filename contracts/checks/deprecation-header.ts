import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { declaresHeader, deprecationField, judgeField } from './lifecycle-fields.ts'

/** A deprecated operation sends a Deprecation header with the date of the document. */
export const deprecationHeader: Check<Answer> = {
  id: 'deprecation-header',
  title: 'Deprecated operations send Deprecation',
  severity: 'error',
  requirement: 'RFC 9745 §2: the Deprecation header announces that a resource is or will be deprecated',
  judge(answer) {
    const { operation } = answer
    if (!operation?.lifecycle.deprecated) return fine
    const { since, sunset } = operation.lifecycle
    const isPromised = sunset !== undefined || declaresHeader(operation, 'deprecation')
    const missing = {
      expected: 'a Deprecation header on a deprecated operation',
      severity: isPromised ? 'error' : 'warning',
      requirement: `${operation.pointer}/deprecated and RFC 9745 §2`,
    } as const
    return judgeField(answer, operation, deprecationField, { seconds: since, missing })
  },
}
