import type { Operation } from '../../spec/document.ts'
import { header, isOwnStatus, type HttpRequest } from '../../spec/http.ts'
import { addedErrors } from '../../spec/undescribed/added-errors.ts'
import type { Issue } from '../../spec/validate.ts'
import { describeAnswer, kindOfAnswer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Statuses that HTTP defines for throttling, preconditions and framing, which a document need not declare. */
const throttled = new Set([408, 425, 429, 431, 503])
const protocol = new Set([400, 404, 405, 406, 411, 412, 413, 414, 415, 417, 421, 426, 428])
/** Errors about the client or its rate of requests rather than about the request. */
const ofClient = new Set(['401', '402', '403', '407', '408', '429'])

/** The URI length in bytes that every server should support (RFC 9110 §4.1). */
const longest = 8000

/** How a server refuses a request before it reads the content. */
const framing = new Set([406, 411, 413, 414, 415, 417])

/** An operation responds only with statuses that the document declares. */
export const statusDeclared: Check<Answer> = {
  id: 'status-declared',
  title: 'Responses have a declared status',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.16: an operation declares its successful responses and known errors',
  judge(answer) {
    const { operation, status } = answer
    const issue = answer.issues.find((each) => each.in === 'status') ?? unlikeDefault(answer)
    if (!operation || !issue || status >= 500 || isExcused(answer, operation)) return fine
    return [
      {
        cause: `status:${String(status)}`,
        expected: `a declared status (${operation.responses.map((each) => each.status).join(', ')})`,
        actual: describeAnswer(answer),
        reason: kindOfAnswer(answer),
        requirement: `${issue.schema} (OpenAPI 3.0.4 §4.7.16)`,
        ...(isUntold(answer, operation) && { severity: 'warning' }),
      },
    ]
  },
}

/**
 * The issue of a successful response that only `default` covers and whose content does not match it, when the operation
 * declares other successes by number: then the status is undeclared, rather than the content wrong.
 */
export function unlikeDefault({ operation, status, issues, method }: Answer): Issue | undefined {
  if (!operation || status < 200 || status > 299 || method === 'HEAD') return undefined
  const declared = operation.responses.map((each) => each.status)
  const isOnlyDefault =
    !declared.includes(String(status)) && !declared.includes('2XX') && declared.includes('default')
  const found = issues.find((each) => each.in === 'body' || each.keyword === 'content-type')
  if (!isOnlyDefault || !found || !declared.some((each) => each.startsWith('2'))) return undefined
  return { ...found, schema: `${operation.pointer}/responses` }
}

const isExcused = (answer: Answer, operation: Operation): boolean =>
  isJudgedElsewhere(answer, operation) ||
  isOfHttp(answer) ||
  isLeftOpen(answer, operation) ||
  isUndescribedRefusal(answer, operation)

/** A response to HEAD should have the status of GET, which head-agrees compares. */
const isJudgedElsewhere = ({ method }: Answer, operation: Operation): boolean =>
  method === 'HEAD' && operation.method !== 'HEAD'

/** Whether the status is one that HTTP defines for requests such as this one. */
function isOfHttp({ status, intent, exchange: { request } }: Answer): boolean {
  const { headers, path, query } = request
  if (throttled.has(status) || status < 200) return true
  if (status === 304) return header(headers, 'if-none-match') !== undefined
  if (status === 412 && header(headers, 'if-match') !== undefined) return true
  if (status === 414 && path.length + query.length > longest) return true
  if (intent === 'probe') return protocol.has(status)
  return intent === 'invalid' && (framing.has(status) || (status === 400 && isMultipartWithoutParts(request)))
}

/** A document that declares no success, or no client error, leaves all of them open. */
const isLeftOpen = ({ status }: Answer, operation: Operation): boolean =>
  status < 400 ? !declaresSuccess(operation) : !declaresErrors(operation)

/** Whether the author of the document tells no error of the operation: the framework that wrote the document did. */
function isUntold({ status, document }: Answer, operation: Operation): boolean {
  const added = addedErrors(document, operation)
  return status >= 400 && added.size > 0 && !declaresErrors(operation, added)
}

/** Whether a request that may be refused was, and the document does not say how it is. */
const isUndescribedRefusal = ({ status, intent }: Answer, operation: Operation): boolean =>
  intent !== 'valid' && (status === 400 || status === 422) && !declaresRefusal(operation)

/** A multipart body without parts is malformed (RFC 2046 §5.1.1), and 400 is right before any validation. */
function isMultipartWithoutParts({ headers, body }: HttpRequest): boolean {
  const isMultipart = /^multipart\//i.test(header(headers, 'content-type') ?? '')
  return isMultipart && body !== undefined && !Buffer.from(body).includes('\r\n\r\n')
}

function declaresSuccess({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^[123]/.test(status) || status === 'default')
}

/** Whether it declares errors by HTTP status besides some; numbers of the API's own do not count. */
function declaresErrors({ responses }: Operation, besides: ReadonlySet<string> = new Set()): boolean {
  return responses.some(
    ({ status }) =>
      (status.startsWith('4') && !besides.has(status) && !ofClient.has(status) && !isOwnStatus(status)) ||
      status === 'default',
  )
}

function declaresRefusal({ responses }: Operation): boolean {
  return responses.some((each) => each.status === '400' || each.status === '422')
}
