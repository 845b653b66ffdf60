import { header } from '../../spec/http.ts'
import { isJsonObject } from '../../spec/json.ts'
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
    const broken = judgeBody(answer, 'the error the response declares')
    return broken.length > 0 ? broken : statusMember(answer)
  },
}

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
      ...(isProblemDetails(answer) ? {} : { severity: 'warning' }),
    },
  ]
}

/** Elsewhere the name alone suggests it. */
function isProblemDetails({ exchange }: Answer): boolean {
  return /problem\+json/i.test(header(exchange.response.headers, 'content-type') ?? '')
}
