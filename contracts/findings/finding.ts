import { createHash } from 'node:crypto'
import type { SourceLocation } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { decodeUtf8 } from '../../spec/json.ts'
import type { CheckInfo, Severity, Violation } from '../check.ts'
import { fieldLines, requestTarget, type Received } from '../client/client.ts'
import type { Redactor } from './redact.ts'

export interface ReportedRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** As text; bytes that are no UTF-8 as `base64:…`. */
  readonly body: string | null
}

export interface ReportedResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

/** A broken promise: what was asked, what came, which requirement says otherwise, and how to see it again. */
export interface Finding {
  /** The same in every run as long as the defect is the same: made of check, operation and cause, never of values. */
  readonly id: string
  readonly check: string
  readonly severity: Severity
  /** Operation id, or method and path where the document has no operation. */
  readonly operation: string
  readonly title: string
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly requirement: string
  /** What it has in common with findings of its check that say something else and likely have one reason. */
  readonly reason?: string
  /** Where in the document the requirement stands, or the operation; absent when the document has no text. */
  readonly location?: SourceLocation
  /** JSON pointer of the place in the response's body that is at fault, when it is one. */
  readonly at?: string
  /** From sending the request to having the response; absent when none came. */
  readonly milliseconds?: number
  readonly request: ReportedRequest | null
  readonly response: ReportedResponse | null
  /** A shell script of curl commands: what has to be there first, then the request. */
  readonly curl: string
  /** The `stablehand check` command that runs only this case. */
  readonly replay: string
}

/** Where a violation was seen. */
export interface Sighting {
  readonly operation: string
  readonly title: string
  readonly request: ReportedRequest | null
  readonly response: ReportedResponse | null
  readonly curl: string
  readonly replay: string
}

export function createFinding(check: CheckInfo, violation: Violation, sighting: Sighting): Finding {
  const { expected, actual } = violation
  return {
    id: idOf(check, sighting.operation, violation),
    check: check.id,
    severity: violation.severity ?? check.severity,
    operation: sighting.operation,
    title: check.title,
    message: `${sighting.title}: expected ${expected}; got ${actual}.`,
    expected,
    actual,
    requirement: violation.requirement ?? check.requirement,
    ...(violation.reason !== undefined && { reason: violation.reason }),
    request: sighting.request,
    response: sighting.response,
    curl: sighting.curl,
    replay: sighting.replay,
    ...(violation.at !== undefined && { at: violation.at }),
  }
}

/** The id of what a check found of an operation, or of the document. */
export function idOf(check: CheckInfo, operation: string, { cause, isOfDocument }: Violation): string {
  return findingId(check.id, isOfDocument ? '' : operation, cause)
}

export function findingId(check: string, operation: string, cause: string): string {
  return createHash('sha256')
    .update(JSON.stringify([check, operation, cause]))
    .digest('hex')
    .slice(0, 12)
}

/** Characters of a body that a report shows. */
const shownBody = 20_000

/** `longest`: characters of the body that are shown. */
export function reportRequest(
  target: string,
  request: HttpRequest,
  redactor: Redactor,
  longest: number = shownBody,
): ReportedRequest {
  return {
    method: request.method,
    url: redactor.text(new URL(target).origin + requestTarget(target, request)),
    headers: fieldLines(request).map(([name, value]) => [name, redactor.headerValue(name, value)]),
    body: request.body === undefined ? null : reportBody(request.body, redactor, longest),
  }
}

/** `longest`: characters of the body that are shown. */
export function reportResponse(
  response: Received,
  redactor: Redactor,
  longest: number = shownBody,
): ReportedResponse {
  return {
    status: response.status,
    headers: response.fields.map(([name, value]) => [name, redactor.headerValue(name, value)]),
    body: response.body.length === 0 ? null : reportBody(response.body, redactor, longest),
  }
}

function reportBody(body: Uint8Array, redactor: Redactor, longest: number): string {
  const text = decodeUtf8(body)
  const shown = text === undefined ? `base64:${Buffer.from(body).toString('base64')}` : redactor.text(text)
  return shown.length > longest ? `${shown.slice(0, longest)}… (${String(shown.length)} characters)` : shown
}
