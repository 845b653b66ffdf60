import type { Operation } from '../../spec/document.ts'
import { header, isOwnStatus, type HttpRequest } from '../../spec/http.ts'
import type { Issue } from '../../spec/validate.ts'
import type { Answer } from '../answer.ts'
import { describeAnswer, isSuccess, lacksHead } from '../answer.ts'
import { fine, type Check } from '../check.ts'

/** Statuses HTTP itself gives to what a document need not speak of: throttling, preconditions, ranges. */
const throttled = new Set([408, 425, 429, 431, 503])
const protocol = new Set([400, 404, 405, 406, 411, 412, 413, 414, 415, 417, 421, 426, 428])
/** Errors that say nothing of the request, but of who sends it and how often. */
const ofClient = new Set(['401', '402', '403', '407', '408', '429'])

/** The longest URI that every server should take, in octets (RFC 9110 §4.1). */
const longest = 8000

/** How a server refuses a request before its content is looked at. */
const framing = new Set([406, 411, 413, 414, 415, 417])

/** Whatever an operation answers with is in its document. */
export const statusDeclared: Check<Answer> = {
  id: 'status-declared',
  title: 'Every status is declared',
  severity: 'error',
  requirement:
    'OpenAPI 3.0.4 §4.7.16: the responses of an operation cover its successful response and known errors',
  judge(answer) {
    const { operation, status } = answer
    const issue = answer.issues.find((each) => each.in === 'status') ?? unlikeDefault(answer)
    if (!operation || !issue || status >= 500 || isExcused(answer, operation)) return fine
    return [
      {
        cause: `status:${String(status)}`,
        expected: `one of the declared statuses ${operation.responses.map((each) => each.status).join(', ')}`,
        actual: describeAnswer(answer),
        reason: describeAnswer(answer),
        requirement: `${issue.schema} (OpenAPI: an operation declares its responses)`,
      },
    ]
  },
}

/**
 * A success that only `default` covers, and that is not what `default` describes, where the operation declares its
 * successes one by one: it is not the content that is wrong.
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

function isExcused(answer: Answer, operation: Operation): boolean {
  const { status, intent, exchange } = answer
  if (throttled.has(status) || status < 200 || lacksHead(answer)) return true
  // Whether it is what GET has is judged by itself.
  if (answer.method === 'HEAD' && operation.method !== 'HEAD' && isSuccess(status)) return true
  const { headers, path, query } = exchange.request
  if (status === 304 && header(headers, 'if-none-match') !== undefined) return true
  if (status === 414 && path.length + query.length > longest) return true
  if (status === 412 && header(headers, 'if-match') !== undefined) return true
  // A document that speaks of no success, or of no error of requests, leaves all of them open.
  if (status < 400 && !declaresSuccess(operation)) return true
  if (status >= 400 && !declaresErrors(operation)) return true
  if (intent === 'probe') return protocol.has(status)
  if (intent === 'invalid' && framing.has(status)) return true
  if (intent === 'invalid' && status === 400 && hasNoPart(exchange.request)) return true
  // A document that says nothing of refusals does not say how an invalid request is refused.
  return intent === 'invalid' && (status === 400 || status === 422) && !declaresRefusal(operation)
}

/** A multipart body has one part at least (RFC 2046 §5.1.1): who cannot read one without does not get to what it lacks. */
function hasNoPart({ headers, body }: HttpRequest): boolean {
  const isMultipart = /^multipart\//i.test(header(headers, 'content-type') ?? '')
  return isMultipart && body !== undefined && !Buffer.from(body).includes('\r\n\r\n')
}

function declaresSuccess({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^[123]/.test(status) || status === 'default')
}

/** Where a document has but numbers of its own for errors, they are no statuses of HTTP. */
function declaresErrors({ responses }: Operation): boolean {
  return responses.some(
    ({ status }) =>
      (status.startsWith('4') && !ofClient.has(status) && !isOwnStatus(status)) || status === 'default',
  )
}

function declaresRefusal({ responses }: Operation): boolean {
  return responses.some((each) => each.status === '400' || each.status === '422')
}
