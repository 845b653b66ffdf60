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
  /** Text; bytes that are not UTF-8 as `base64:…`. */
  readonly body: string | null
}

export interface ReportedResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

/** A contract violation, with the requirement it breaks, the exchange that shows it, and how to reproduce it. */
export interface Finding {
  /** Stable between runs: derived from check, operation and cause, never from values. */
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
  /** The same for findings of a check that probably share one cause although their texts differ. */
  readonly reason?: string
  /** The place of the requirement, or of the operation, in the document; absent when it was not loaded from text. */
  readonly location?: SourceLocation
  /** JSON pointer to the faulty place in the response body, if there is one. */
  readonly at?: string
  /** From sending the request to receiving the response; absent when there was none. */
  readonly milliseconds?: number
  readonly request: ReportedRequest | null
  readonly response: ReportedResponse | null
  /** A shell script of curl commands that prepares the needed records and sends the request. */
  readonly curl: string
  /** The `stablehand check` command that runs only this case. */
  readonly replay: string
}

/** The request that showed a violation. */
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

/** The finding id of a violation by an operation, or by the document itself. */
export function idOf(check: CheckInfo, operation: string, { cause, isOfDocument }: Violation): string {
  return findingId(check.id, isOfDocument ? '' : operation, cause)
}

export function findingId(check: string, operation: string, cause: string): string {
  return createHash('sha256')
    .update(JSON.stringify([check, operation, cause]))
    .digest('hex')
    .slice(0, 12)
}

/** Characters of a body in a report. */
const maxBodyLength = 20_000

/** The request without secrets; its body is cut to `maxLength` characters. */
export function reportRequest(
  target: string,
  request: HttpRequest,
  redactor: Redactor,
  maxLength: number = maxBodyLength,
): ReportedRequest {
  return {
    method: request.method,
    url: redactor.text(new URL(target).origin + requestTarget(target, request)),
    headers: fieldLines(request).map(([name, value]) => [name, redactor.headerValue(name, value)]),
    body: request.body === undefined ? null : reportBody(request.body, redactor, maxLength),
  }
}

/** The response without secrets; its body is cut to `maxLength` characters. */
export function reportResponse(
  response: Received,
  redactor: Redactor,
  maxLength: number = maxBodyLength,
): ReportedResponse {
  return {
    status: response.status,
    headers: response.fields.map(([name, value]) => [name, redactor.headerValue(name, value)]),
    body: response.body.length === 0 ? null : reportBody(response.body, redactor, maxLength),
  }
}

function reportBody(body: Uint8Array, redactor: Redactor, maxLength: number): string {
  const text = decodeUtf8(body)
  const shown = text === undefined ? `base64:${Buffer.from(body).toString('base64')}` : redactor.text(text)
  return shown.length > maxLength
    ? `${shown.slice(0, maxLength)}… (${String(shown.length)} characters)`
    : shown
}
