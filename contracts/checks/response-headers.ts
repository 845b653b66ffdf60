import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

/** Header fields that a response declares as required are there, and all declared ones match their schemas. */
export const responseHeaders: Check<Answer> = {
  id: 'response-headers',
  title: 'Headers are as declared',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.21: the header of a response',
  judge(answer) {
    if (answer.status >= 500) return fine
    return answer.issues
      .filter((issue) => issue.in === 'header' && issue.keyword !== 'content-type')
      .map((issue) => ({
        cause: `${issue.keyword} ${issue.path.toLowerCase()}`,
        expected: `the header ${issue.path} as declared`,
        actual: issue.message.replace(/\.$/, ''),
        requirement: issue.schema,
      }))
  },
}
