import { responseFor } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { isJsonType } from '../../spec/http/media-type.ts'
import { parameterDescription } from '../../spec/inference/prose/sentences.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { describeIssue } from './response-body.ts'

/** Required headers are present, and declared headers match their schemas. */
export const responseHeaders: Check<Answer> = {
  id: 'response-headers',
  title: 'Response headers match their declaration',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.21: a Header Object defines a response header',
  judge(answer) {
    // Headers that HEAD leaves out are compared with GET by head-agrees.
    if (answer.status >= 500 || answer.method === 'HEAD') return fine
    const found = answer.issues
      .filter(
        (issue) =>
          issue.in === 'header' && issue.keyword !== 'content-type' && !isJudgedElsewhere(answer, issue.path),
      )
      .map((issue) => ({
        cause: `${issue.keyword} ${issue.path.toLowerCase()}`,
        expected: `the ${issue.path} header as declared`,
        actual: describeIssue(issue),
        requirement: issue.schema,
        reason: `${issue.keyword} ${issue.path.toLowerCase()}`,
      }))
    return [...found, ...missingLocation(answer)]
  },
}

/** A 201 or 202 with a record that lacks the `Location` described for it, though not as required: few documents say so of any header. */
function missingLocation({ status, operation, document, exchange }: Answer): readonly Violation[] {
  const declared = operation && responseFor(operation, status)
  const location = declared?.headers.find(({ name }) => /^location$/i.test(name))
  const isMissing = header(exchange.response.headers, 'location') === undefined
  if (!/^20[12]$/.test(String(status)) || !location || location.required || !isMissing) return fine
  const isOfRecord = declared?.content.some(({ type }) => isJsonType(type)) === true
  if (!isOfRecord || parameterDescription(document, location) === '') return fine
  return [
    {
      cause: 'missing location',
      expected: `a Location header with ${String(status)}, as declared`,
      actual: 'no Location header',
      requirement: location.pointer,
      severity: 'warning',
    },
  ]
}

/** Headers that HTTP itself requires have their own checks. */
function isJudgedElsewhere({ status, operation }: Answer, name: string): boolean {
  if (/^deprecation$/i.test(name)) return operation?.lifecycle.deprecated ?? false
  if (/^sunset$/i.test(name)) return operation?.lifecycle.sunset !== undefined
  return (status === 401 && /^www-authenticate$/i.test(name)) || (status === 405 && /^allow$/i.test(name))
}
