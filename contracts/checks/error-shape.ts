import { responseFor } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { isJsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import type { Issue } from '../../spec/validate.ts'
import type { Answer } from '../answer.ts'
import { jsonOf } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import { judgeBody } from './response-body.ts'

/** An error says what is wrong in the shape the document gives errors. */
export const errorShape: Check<Answer> = {
  id: 'error-shape',
  title: 'Errors have the declared shape',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.14: the schema defines the content of the response',
  judge(answer) {
    if (answer.status < 400 || answer.status >= 500) return fine
    const issues = answer.issues.filter((issue) => !isReference(answer, issue))
    const broken = judgeBody(answer, 'the error the response declares', issues)
    return broken.length > 0 ? broken : statusMember(answer)
  },
}

/** A problem's type and instance are URI references (RFC 9457 §3.1.1, §3.1.5), though generated schemas call them URIs. */
function isReference(answer: Answer, { keyword, path }: Issue): boolean {
  if (keyword !== 'format' || !/^\/(?:type|instance)$/.test(path) || !isProblem(answer)) return false
  const body = jsonOf(answer)
  const value = isJsonObject(body) ? body[path.slice(1)] : undefined
  return typeof value === 'string' && URL.canParse(value, 'http://localhost')
}

const isProblem = ({ exchange }: Answer): boolean =>
  /problem\+json/i.test(header(exchange.response.headers, 'content-type') ?? '')

/** An error that names its own status names the one it came with (RFC 9457 §3.1.2). */
function statusMember(answer: Answer): readonly Violation[] {
  const body = jsonOf(answer)
  const named = isJsonObject(body) ? body['status'] : undefined
  if (typeof named !== 'number' || named < 400 || named > 599 || named === answer.status) return fine
  return [
    {
      cause: 'status-member',
      expected: `the member status to be ${String(answer.status)}`,
      actual: String(named),
      requirement: 'RFC 9457 §3.1.2: status is the HTTP status code, for the convenience of the consumer',
      ...(isPromised(answer) ? {} : { severity: 'warning' }),
    },
  ]
}

/** Elsewhere the document may say that it is the status of HTTP; else only its name suggests it. */
function isPromised(answer: Answer): boolean {
  if (isProblem(answer)) return true
  const { operation, document, status } = answer
  const schema = operation && responseFor(operation, status)?.content[0]?.schema
  const member = schema && possiblePropertiesOf(document, schema).get('status')
  const { description } = member && typeof member.schema === 'object' ? member.schema : {}
  return typeof description === 'string' && /http status/i.test(description)
}
