import { responseFor } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { isJsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import type { Issue } from '../../spec/validate.ts'
import { jsonOf } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { judgeBody } from './response-body.ts'

/** An error response matches the schema that the document declares for it. */
export const errorShape: Check<Answer> = {
  id: 'error-shape',
  title: 'Errors match their schema',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.14: the schema defines the content of a response',
  judge(answer) {
    if (answer.status < 400 || answer.status >= 500) return fine
    const issues = answer.issues.filter((issue) => !isReference(answer, issue))
    const broken = judgeBody(answer, 'an error that matches its schema', issues)
    return broken.length > 0 ? broken : statusMember(answer)
  },
}

/** `type` and `instance` of a problem are URI references (RFC 9457 §3.1.1, §3.1.5), but many schemas say `uri`. */
function isReference(answer: Answer, { keyword, path }: Issue): boolean {
  if (keyword !== 'format' || !/^\/(?:type|instance)$/.test(path) || !isProblem(answer)) return false
  const body = jsonOf(answer)
  const value = isJsonObject(body) ? body[path.slice(1)] : undefined
  return typeof value === 'string' && URL.canParse(value, 'http://localhost')
}

const isProblem = ({ exchange }: Answer): boolean =>
  /problem\+json/i.test(header(exchange.response.headers, 'content-type') ?? '')

/** A `status` member is the status of the response (RFC 9457 §3.1.2). */
function statusMember(answer: Answer): readonly Violation[] {
  const body = jsonOf(answer)
  const named = isJsonObject(body) ? body['status'] : undefined
  if (typeof named !== 'number' || named < 400 || named > 599 || named === answer.status) return fine
  return [
    {
      cause: 'status-member',
      expected: `status = ${String(answer.status)} in the error, as in the response`,
      actual: `status = ${String(named)}`,
      requirement: 'RFC 9457 §3.1.2: the status member is the HTTP status code of the response',
      ...(isHttpStatus(answer) ? {} : { severity: 'warning' }),
    },
  ]
}

/** Whether the document or RFC 9457 defines `status` as the HTTP status; otherwise only its name suggests it. */
function isHttpStatus(answer: Answer): boolean {
  if (isProblem(answer)) return true
  const { operation, document, status } = answer
  const schema = operation && responseFor(operation, status)?.content[0]?.schema
  const member = schema && possiblePropertiesOf(document, schema).get('status')
  const { description } = member && typeof member.schema === 'object' ? member.schema : {}
  return typeof description === 'string' && /http status/i.test(description)
}
