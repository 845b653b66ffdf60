import type { Operation } from '../../spec/document.ts'
import { headerValues, type HttpRequest } from '../../spec/http.ts'
import type { RequestReading } from '../../spec/request.ts'
import { isConfidential } from '../access/secret-names.ts'
import { createAnswer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { Route } from '../api/route.ts'
import type { CheckInfo, Violation } from '../check.ts'
import { answerChecks, failureChecks } from '../checks/index.ts'
import { judgeFailure } from '../checks/no-response.ts'
import { serverError } from '../checks/server-error.ts'
import type { Failure, Received } from '../client/client.ts'
import { decodeContent } from '../client/content-coding.ts'
import type { Answer, Draft } from '../interaction.ts'
import { clientRequest } from './client-request.ts'
import type { ForwardedRequest } from './forward.ts'

/** The checks that traffic is judged by. */
export const trafficChecks: readonly CheckInfo[] = [...answerChecks, clientRequest]

export interface CheckViolation {
  readonly check: CheckInfo
  readonly violation: Violation
}

export interface JudgedExchange {
  readonly operation: Operation
  /** With decoded content; its body is undefined when there was none or it could not be decoded. */
  readonly request: HttpRequest
  readonly response: Received
  /** Whether the bodies could be read completely. */
  readonly isWhole: { readonly request: boolean; readonly response: boolean }
  readonly params: Readonly<Record<string, string>>
  readonly violations: readonly CheckViolation[]
  /** The request as we read it, for comparing with a second opinion. */
  readonly reading: RequestReading
  readonly answer: Answer
}

/**
 * Why an exchange is not judged. `undeclared`: the document does not have the operation. `preflight`: a browser's CORS request.
 * `partial`: a part of the content (206).
 */
export type UnjudgedReason = 'undeclared' | 'preflight' | 'partial'

export interface TrafficJudge {
  /** Judges an exchange, or says why it cannot be judged. */
  judge(
    forwarded: ForwardedRequest,
    response: Received,
    milliseconds: number,
  ): JudgedExchange | UnjudgedReason
  /** Judges a missing response; undefined when the document does not have the operation. */
  judgeFailure(
    forwarded: ForwardedRequest,
    reason: Failure,
  ): { readonly operation: Operation; readonly violations: readonly CheckViolation[] } | undefined
}

export function createTrafficJudge(api: Api, route: Route, maxBytes: number): TrafficJudge {
  const match = ({ request: { method, path, query, headers } }: ForwardedRequest): ReturnType<Route> =>
    route(method, path, query, headers)
  return {
    judge(forwarded, response, milliseconds) {
      const matched = match(forwarded)
      if (matched.kind !== 'found') return isPreflight(forwarded.request) ? 'preflight' : 'undeclared'
      if (response.status === 206 && headerValues(forwarded.request.headers, 'range').length > 0)
        return 'partial'
      return judgeExchange(api, matched, readable(forwarded, response, maxBytes), milliseconds)
    },
    judgeFailure(forwarded, reason) {
      const matched = match(forwarded)
      if (matched.kind !== 'found' || reason === 'unreachable') return undefined
      return {
        operation: matched.operation,
        violations: [{ check: serverError, violation: judgeFailure(reason) }],
      }
    },
  }
}

/** Whether a request is a CORS preflight, which browsers send on their own (Fetch §4.8). */
function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headerValues(headers, 'access-control-request-method').length > 0
}

interface Readable {
  readonly request: HttpRequest
  readonly response: Received
  readonly isWhole: JudgedExchange['isWhole']
}

function readable({ request, isCut }: ForwardedRequest, response: Received, maxBytes: number): Readable {
  const coding = (headers: HttpRequest['headers']): readonly string[] =>
    headerValues(headers, 'content-encoding')
  const sent = isCut ? undefined : decodeContent(request.body ?? none, coding(request.headers), maxBytes)
  const came = response.truncated
    ? undefined
    : decodeContent(response.body, coding(response.headers), maxBytes)
  return {
    request: { ...request, body: sent?.length === 0 ? undefined : sent },
    response: { ...response, body: came ?? none },
    isWhole: { request: sent !== undefined, response: came !== undefined },
  }
}

const none = new Uint8Array()

function judgeExchange(
  api: Api,
  { operation, params }: Extract<ReturnType<Route>, { kind: 'found' }>,
  { request, response, isWhole }: Readable,
  milliseconds: number,
): JudgedExchange {
  const reading = api.reader(operation)(request, params)
  const refused = clientRequest.judge({ operation, reading, hasBody: isWhole.request })
  // Judging it as a response to HEAD leaves out a body that cannot be read.
  const seen = isWhole.response ? request : { ...request, method: 'HEAD' }
  const answer = createAnswer(
    api,
    { request: seen, response, milliseconds },
    {
      draft: draftOf(operation, request),
      intent: refused.length === 0 ? 'valid' : 'invalid',
      foreign: false,
      credentials: showsCredentials(operation, request) ? 'unknown' : 'withheld',
    },
  )
  const checks = answer.status >= 500 ? failureChecks : answerChecks
  const broken = checks.flatMap((check) => check.judge(answer).map((violation) => ({ check, violation })))
  const violations = [...refused.map((violation) => ({ check: clientRequest, violation })), ...broken]
  return { operation, request, response, isWhole, params, violations, reading, answer }
}

/** A draft for a request that the runner did not make, as far as checks use it. */
function draftOf(operation: Operation, { body }: HttpRequest): Draft {
  const bytes = body && ({ kind: 'bytes', contentType: undefined, bytes: body } as const)
  return { operation, path: {}, query: {}, header: {}, cookie: {}, body: bytes, bindings: [] }
}

/** Whether a request has anything that may be credentials for the operation; whether they suffice is for the API to decide. */
function showsCredentials({ security }: Operation, { headers, query }: HttpRequest): boolean {
  const schemes = security.flatMap((requirement) => requirement.map(({ scheme }) => scheme))
  if (schemes.some(({ type }) => type === 'mutualTLS')) return true
  const inQuery = schemes.flatMap((scheme) => (scheme.in === 'query' ? [scheme.parameterName] : []))
  const inHeader = new Set(
    schemes.flatMap((scheme) => (scheme.in === 'header' ? [scheme.parameterName?.toLowerCase()] : [])),
  )
  return (
    Object.keys(headers).some((name) => isConfidential(name) || inHeader.has(name)) ||
    inQuery.some((name) => name !== undefined && new URLSearchParams(query).has(name))
  )
}
