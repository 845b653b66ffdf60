import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

/** Header fields that a response declares as required are there, and all declared ones match their schemas. */
export const responseHeaders: Check<Answer> = {
  id: 'response-headers',
  title: 'Headers are as declared',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.21: the header of a response',
  judge(answer) {
    // What HEAD leaves out is judged beside GET.
    if (answer.status >= 500 || answer.method === 'HEAD') return fine
    return answer.issues
      .filter(
        (issue) =>
          issue.in === 'header' && issue.keyword !== 'content-type' && !isJudgedElsewhere(answer, issue.path),
      )
      .map((issue) => ({
        cause: `${issue.keyword} ${issue.path.toLowerCase()}`,
        expected: `the header ${issue.path} as declared`,
        actual: issue.message.replace(/\.$/, ''),
        requirement: issue.schema,
      }))
  },
}

/** Fields that HTTP itself asks for have checks of their own. */
function isJudgedElsewhere({ status, operation }: Answer, name: string): boolean {
  if (/^deprecation$/i.test(name)) return operation?.lifecycle.deprecated ?? false
  if (/^sunset$/i.test(name)) return operation?.lifecycle.sunset !== undefined
  return (status === 401 && /^www-authenticate$/i.test(name)) || (status === 405 && /^allow$/i.test(name))
}
