import type { Operation } from '../../spec/document.ts'
import { headerValues, type HttpRequest } from '../../spec/http.ts'
import type { RequestReading } from '../../spec/request.ts'
import { createAnswer, type Answer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { CheckInfo, Violation } from '../check.ts'
import { answerChecks, failureChecks } from '../checks/index.ts'
import { judgeFailure } from '../checks/no-response.ts'
import { serverError } from '../checks/server-error.ts'
import type { Failure, Received } from '../client/client.ts'
import type { Draft } from '../draft.ts'
import { isConfidential } from '../findings/redact.ts'
import type { Route } from '../api/route.ts'
import { clientRequest } from './client-request.ts'
import { decodeContent } from '../client/content-coding.ts'
import type { Asked } from './forward.ts'

/** Every check that traffic is judged by. */
export const trafficChecks: readonly CheckInfo[] = [...answerChecks, clientRequest]

export interface Found {
  readonly check: CheckInfo
  readonly violation: Violation
}

export interface Judged {
  readonly operation: Operation
  /** As it was judged: content without its codings; undefined where there was none, or none that could be read. */
  readonly request: HttpRequest
  readonly response: Received
  /** Whether the bodies could be read whole. */
  readonly isWhole: { readonly request: boolean; readonly response: boolean }
  readonly params: Readonly<Record<string, string>>
  readonly found: readonly Found[]
  /** What our own reading says, for a second one to compare with. */
  readonly reading: RequestReading
  readonly answer: Answer
}

/** Why an exchange is not judged: `undeclared` as its operation is not in the document, or by the rules of HTTP itself. */
export type Unjudged = 'undeclared' | 'preflight' | 'partial'

export interface TrafficJudge {
  /** The operation a request is for, and its path's parameters; or why there is none to judge by. */
  judge(asked: Asked, response: Received, milliseconds: number): Judged | Unjudged
  /** What it means that no response came; undefined when the document does not have the operation. */
  judgeFailure(
    asked: Asked,
    reason: Failure,
  ): { readonly operation: Operation; readonly found: readonly Found[] } | undefined
}

export function createTrafficJudge(api: Api, route: Route, maxBytes: number): TrafficJudge {
  const match = ({ request: { method, path, query, headers } }: Asked): ReturnType<Route> =>
    route(method, path, query, headers)
  return {
    judge(asked, response, milliseconds) {
      const matched = match(asked)
      if (matched.kind !== 'found') return isPreflight(asked.request) ? 'preflight' : 'undeclared'
      if (response.status === 206 && headerValues(asked.request.headers, 'range').length > 0) return 'partial'
      return judgeExchange(api, matched, readable(asked, response, maxBytes), milliseconds)
    },
    judgeFailure(asked, reason) {
      const matched = match(asked)
      if (matched.kind !== 'found' || reason === 'unreachable') return undefined
      return {
        operation: matched.operation,
        found: [{ check: serverError, violation: judgeFailure(reason) }],
      }
    },
  }
}

/** Whether a browser asks by itself if a page of another origin may send a request (Fetch §4.8). */
function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headerValues(headers, 'access-control-request-method').length > 0
}

interface Readable {
  readonly request: HttpRequest
  readonly response: Received
  readonly isWhole: Judged['isWhole']
}

function readable({ request, isCut }: Asked, response: Received, maxBytes: number): Readable {
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
): Judged {
  const reading = api.reader(operation)(request, params)
  const refused = clientRequest.judge({ operation, reading, hasBody: isWhole.request })
  // A body that cannot be read is not judged, as if it had been asked for with HEAD.
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
  const found = [...refused.map((violation) => ({ check: clientRequest, violation })), ...broken]
  return { operation, request, response, isWhole, params, found, reading, answer }
}

/** Nobody drafted it: the request is all there is. */
function draftOf(operation: Operation, { body }: HttpRequest): Draft {
  const bytes = body && ({ kind: 'bytes', contentType: undefined, bytes: body } as const)
  return { operation, path: {}, query: {}, header: {}, cookie: {}, body: bytes, bindings: [] }
}

/** Whether a request carries anything that may let it in: what exactly is asked for is the API's to judge. */
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
